// Shown instead of a screen that fails while it is rendered, or whose part of the program a new release has replaced. The
// menu stays, and drafts are on this device by then.
import { Component, type ReactNode } from "react";
import { Button } from "../../ui/button/Button";
import { Notice } from "../../ui/notice/Notice";

export class ScreenErrors extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <>
        <h1 tabIndex={-1}>This screen cannot be shown</h1>
        <Notice tone="alarm" live>
          <p>
            Please load it again. If that does not help, tell the person who runs the site at which
            address it happens.
          </p>
        </Notice>
        <p>
          <Button onClick={() => location.reload()}>Load it again</Button>
        </p>
      </>
    );
  }
}
