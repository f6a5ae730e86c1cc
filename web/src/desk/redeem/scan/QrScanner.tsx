// A dialog that scans the QR code of a discount email. Closing it turns the camera off.

import { type ReactNode, useEffect, useRef, useState } from "react";
import { Notice } from "../../../ui/notice/Notice";
import { DeskDialog } from "../../components/DeskDialog";
import { findCode } from "../code-format";
import styles from "../Redeem.module.css";
import { type CameraError, startCamera } from "./camera";

const errorMessages: Record<CameraError, string> = {
  denied:
    "The browser is not allowed to use the camera. Allow it in the browser settings, or type the code.",
  unavailable: "The camera cannot be used. Type the code instead.",
};

interface QrScannerProps {
  onCode: (code: string) => void;
  onClose: () => void;
}

export function QrScanner({ onCode, onClose }: QrScannerProps): ReactNode {
  const video = useRef<HTMLVideoElement>(null);
  const latestOnCode = useRef(onCode);
  latestOnCode.current = onCode;
  const [error, setError] = useState<CameraError | null>(null);
  const [isOtherQrCode, setIsOtherQrCode] = useState(false);

  useEffect(() => {
    if (!video.current) return;
    const handleText = (text: string) => {
      const code = findCode(text);
      if (code) latestOnCode.current(code);
      else setIsOtherQrCode(true);
    };
    return startCamera(video.current, handleText, setError);
  }, []);

  return (
    <DeskDialog heading="Scan the code" open onClose={onClose}>
      {error ? (
        <Notice tone="alarm" live>
          <p>{errorMessages[error]}</p>
        </Notice>
      ) : (
        <p role="status">
          {isOtherQrCode
            ? "This is a different QR code. Use the one in our email."
            : "Point the camera at the QR code in the email."}
        </p>
      )}
      <video ref={video} className={styles.camera} muted playsInline />
    </DeskDialog>
  );
}
