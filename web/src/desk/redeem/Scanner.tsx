// The camera in a popup: it closes itself as soon as it has read a code, and turns the camera off however it closes.
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Dialog } from "../../ui/dialog/Dialog";
import { Notice } from "../../ui/notice/Notice";
import { findCode } from "../code";
import { type CameraTrouble, watchCamera } from "./camera";
import styles from "./Redeem.module.css";

const words: Record<CameraTrouble, string> = {
  refused: "The browser may not use the camera. Allow it beside the address, or type the code.",
  missing: "No camera answered. Type the code instead.",
};

interface ScannerProps {
  onFound: (code: string) => void;
  onClose: () => void;
}

export function Scanner({ onFound, onClose }: ScannerProps): ReactNode {
  const video = useRef<HTMLVideoElement>(null);
  const found = useRef(onFound);
  found.current = onFound;
  const [trouble, setTrouble] = useState<CameraTrouble | null>(null);
  const [other, setOther] = useState(false);

  useEffect(() => {
    if (!video.current) return;
    const read = (text: string) => {
      const code = findCode(text);
      if (code) found.current(code);
      else setOther(true);
    };
    return watchCamera(video.current, read, setTrouble);
  }, []);

  return (
    <Dialog heading="Scan the code" open onClose={onClose}>
      {trouble ? (
        <Notice tone="alarm" live>
          <p>{words[trouble]}</p>
        </Notice>
      ) : (
        <p role="status">
          {other
            ? "This is a different QR code. Hold up the one in our mail."
            : "Hold the QR code of the mail before the camera."}
        </p>
      )}
      <video ref={video} className={styles.camera} muted playsInline />
    </Dialog>
  );
}
