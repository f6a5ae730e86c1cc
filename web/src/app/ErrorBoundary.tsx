// Catches rendering errors and shows a message with the clinic's phone number. "Try again" reloads the document,
// because rendering the same data again would fail again.
import { Component, type ReactNode } from "react";
import type { Phone } from "../generated/Phone";
import { Button } from "../ui/button/Button";
import styles from "./status-screen.module.css";

type ErrorBoundaryProps = { phone: Phone; children: ReactNode };

export class ErrorBoundary extends Component<ErrorBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
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
