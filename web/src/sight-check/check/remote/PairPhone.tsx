// The QR code that makes a phone the remote of this screen.
import { type ReactNode, useEffect, useState } from "react";
import { pagePath } from "../../../lib/navigation/paths";
import type { QrCodePath } from "../../../lib/qr-code";
import { Button } from "../../../ui/button/Button";
import { Notice } from "../../../ui/notice/Notice";
import { ScreenLayout, type ScreenProps } from "../ScreenLayout";
import styles from "../SightCheck.module.css";
import type { RemoteState } from "./use-remote-screen";

export const REMOTE_FRAGMENT = "#remote=";

export function PairPhone(props: ScreenProps & { remote: RemoteState }): ReactNode {
  const { dispatch, headingRef, remote } = props;
  const problem = describeProblem(remote);
  return (
    <ScreenLayout heading="Connect your phone" headingRef={headingRef}>
      {remote.kind === "starting" && <p role="status">One moment…</p>}
      {problem && (
        <Notice tone="alarm" live>
          <p>{problem}</p>
        </Notice>
      )}
      {remote.kind === "waiting" && <Code code={remote.code} />}
      {remote.kind === "joined" && (
        <>
          <Notice tone="success" live>
            <p>Your phone is connected. It shows four arrows.</p>
          </Notice>
          <Button onClick={() => dispatch({ type: "paired" })}>Continue</Button>
          <p>If your phone does not show them, somebody else has used the code.</p>
        </>
      )}
      {remote.kind !== "starting" && (
        <Button weight="quiet" onClick={() => dispatch({ type: "pair" })}>
          Show another code
        </Button>
      )}
    </ScreenLayout>
  );
}

/** Null while all is well. */
function describeProblem(remote: RemoteState): string | null {
  switch (remote.kind) {
    case "starting":
    case "waiting":
    case "joined":
      return null;
    case "left":
      return "Your phone is no longer connected. Connect it again, or press the arrows on this screen.";
    case "lost":
      return "No connection to the internet at the moment; it is tried again. You can press the arrows on this screen.";
    case "failed":
      return remote.message;
  }
}

/** Among the letters. A code that waits for a phone there means that the phone of before is gone. */
export function describeMissedPhone(remote: RemoteState): string | null {
  return describeProblem(remote.kind === "waiting" ? { kind: "left" } : remote);
}

function Code({ code }: { code: string }): ReactNode {
  const address = location.origin + pagePath("sight-check") + REMOTE_FRAGMENT + code;
  const [drawn, setDrawn] = useState<QrCodePath | null>(null);
  useEffect(() => {
    let isCurrent = true;
    // Only visitors who pair a phone load it.
    import("../../../lib/qr-code")
      .then(({ qrCodePath }) => isCurrent && setDrawn(qrCodePath(address)))
      // The address can be typed instead.
      .catch(() => {});
    return () => {
      isCurrent = false;
    };
  }, [address]);
  return (
    <>
      <p>
        Scan this with the camera of your phone and open the link. The code works once. Only the
        arrows that you press are sent, and they are deleted at once.
      </p>
      {drawn && (
        <svg
          className={styles.qrCode}
          viewBox={`0 0 ${drawn.side} ${drawn.side}`}
          shapeRendering="crispEdges"
          role="img"
          aria-label="QR code for your phone"
        >
          <path d={drawn.path} />
        </svg>
      )}
      <p>
        Or type this address on the phone: <span className={styles.address}>{address}</span>
      </p>
    </>
  );
}
