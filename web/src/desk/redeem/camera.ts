// The camera as a reader of QR codes, where the browser can do both. Owns the stream: whoever opens it closes it.

type Detector = { detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]> };
type DetectorClass = { new (options: { formats: string[] }): Detector };

export type CameraTrouble = "refused" | "missing";

const LOOK_EVERY_MS = 200;

function detectorClass(): DetectorClass | undefined {
  return (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector;
}

export function canScan(): boolean {
  return detectorClass() !== undefined && navigator.mediaDevices?.getUserMedia !== undefined;
}

/** Shows the camera in `video` and calls `onText` with whatever it reads, until the returned function is called. */
export function watchCamera(
  video: HTMLVideoElement,
  onText: (text: string) => void,
  onTrouble: (trouble: CameraTrouble) => void,
): () => void {
  let open = true;
  let stream: MediaStream | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function look(detector: Detector): Promise<void> {
    // A frame that is not there yet, or is unreadable, is no news: the next one comes soon.
    const found = await detector.detect(video).catch(() => []);
    if (!open) return;
    for (const { rawValue } of found) onText(rawValue);
    if (open) timer = setTimeout(() => void look(detector), LOOK_EVERY_MS);
  }

  async function start(Detect: DetectorClass): Promise<void> {
    stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
    if (!open) return stop(stream);
    video.srcObject = stream;
    await video.play();
    await look(new Detect({ formats: ["qr_code"] }));
  }

  const Detect = detectorClass();
  if (Detect) {
    start(Detect).catch((cause: unknown) => {
      if (!open) return;
      const refused = cause instanceof DOMException && cause.name === "NotAllowedError";
      onTrouble(refused ? "refused" : "missing");
    });
  } else {
    onTrouble("missing");
  }

  return () => {
    open = false;
    clearTimeout(timer);
    if (stream) stop(stream);
  };
}

function stop(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}
