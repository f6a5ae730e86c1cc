// Catches what breaks while it is being drawn, and leaves the visitor a way on: try again, or call.
// Trying again is a full load, since what broke once in this tab would break again.
import { Component, type ReactNode } from "react";
import type { Phone } from "../generated/Phone";
import { Button } from "../ui/button/Button";
import styles from "./screen.module.css";

type ErrorBoundaryProps = { phone: Phone; children: ReactNode };

export class ErrorBoundary extends Component<ErrorBoundaryProps, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    if (!this.state.broken) return this.props.children;
    const { phone } = this.props;
    return (
      <div className={styles.screen}>
        <h1 tabIndex={-1}>Something went wrong on this page</h1>
        <p>
          Try again. If that does not help, call us on <a href={phone.href}>{phone.display}</a>.
        </p>
        <Button onClick={() => location.reload()}>Try again</Button>
      </div>
    );
  }
}
