// Runs the camera and reads QR codes from its picture until stopped.
import { createQrReader, type QrReader } from "./qr-reader";

export type CameraError = "denied" | "unavailable";

export const READ_INTERVAL_MS = 200;

/** Browsers offer the camera only over https and on localhost. */
export function hasCamera(): boolean {
  return navigator.mediaDevices?.getUserMedia !== undefined;
}

/** Shows the camera in `video` and calls `onText` with each text read. Returns a function that turns the camera off. */
export function startCamera(
  video: HTMLVideoElement,
  onText: (text: string) => void,
  onError: (error: CameraError) => void,
): () => void {
  let stopped = false;
  let stream: MediaStream | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function readFrames(read: QrReader): Promise<void> {
    // A frame may be missing or unreadable; the next one follows soon.
    const texts = await read(video).catch(() => []);
    if (stopped) return;
    for (const text of texts) onText(text);
    if (!stopped) timer = setTimeout(() => void readFrames(read), READ_INTERVAL_MS);
  }

  async function start(): Promise<void> {
    stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
    // Closed while the browser was asking for permission.
    if (stopped) return stopTracks(stream);
    video.srcObject = stream;
    const [read] = await Promise.all([createQrReader(), video.play()]);
    await readFrames(read);
  }

  start().catch((error: unknown) => {
    if (stopped) return;
    if (stream) stopTracks(stream);
    const isDenied = error instanceof DOMException && error.name === "NotAllowedError";
    onError(isDenied ? "denied" : "unavailable");
  });

  return () => {
    stopped = true;
    clearTimeout(timer);
    if (stream) stopTracks(stream);
  };
}

function stopTracks(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}
