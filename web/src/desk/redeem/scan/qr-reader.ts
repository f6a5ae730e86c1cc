// Reads QR codes from a video frame: with the browser's BarcodeDetector where it has one (Chrome on Android and macOS),
// otherwise with the qr package, loaded on demand.
import type { Image } from "qr/decode.js";

/** Resolves with the texts of the QR codes that are visible in the current frame. */
export type QrReader = (video: HTMLVideoElement) => Promise<readonly string[]>;

type NativeDetector = { detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]> };
type NativeDetectorClass = {
  new (options: { formats: string[] }): NativeDetector;
  getSupportedFormats(): Promise<string[]>;
};

export async function createQrReader(): Promise<QrReader> {
  return (await createNativeReader()) ?? createLibraryReader();
}

async function createNativeReader(): Promise<QrReader | null> {
  const Detector = (globalThis as { BarcodeDetector?: NativeDetectorClass }).BarcodeDetector;
  // Chrome has the class but no formats where the operating system brings no detector.
  const formats = (await Detector?.getSupportedFormats().catch(() => [])) ?? [];
  if (!Detector || !formats.includes("qr_code")) return null;
  const detector = new Detector({ formats: ["qr_code"] });
  return async (video) => (await detector.detect(video)).map(({ rawValue }) => rawValue);
}

async function createLibraryReader(): Promise<QrReader> {
  const decode = await loadDecoder();
  // One canvas for all frames: iOS limits the memory of all canvases together and frees them late.
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("The browser gave no 2D canvas.");
  return async (video) => {
    const { videoWidth: width, videoHeight: height } = video;
    if (width === 0 || height === 0) return [];
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
    context.drawImage(video, 0, 0);
    const text = decode(context.getImageData(0, 0, width, height));
    return text === null ? [] : [text];
  };
}

/** Returns a function that gives the text of the QR code in an image, or null if it finds none. */
export async function loadDecoder(): Promise<(image: Image) => string | null> {
  const { decodeQR } = await import("qr/decode.js");
  return (image) => {
    try {
      return decodeQR(image);
    } catch {
      return null;
    }
  };
}
