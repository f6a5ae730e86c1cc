// @vitest-environment happy-dom
import encodeQR from "qr";
import { afterEach, expect, test, vi } from "vitest";
import { createQrReader, loadDecoder } from "./qr-reader";

const CODE = "EYE5-AB2D-1234";

/** The QR code as pixels, dark grey on light grey as under the light of a reception, in the corner of a larger frame. */
function photograph(text: string) {
  const scale = 5;
  const modules = encodeQR(text, "raw", { border: 4 });
  const qrSize = modules.length * scale;
  const [width, height] = [qrSize + 60, qrSize + 35];
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const isDark = modules[Math.floor((y - 20) / scale)]?.[Math.floor((x - 40) / scale)] ?? false;
      data.fill(isDark ? 45 : 205, (y * width + x) * 4, (y * width + x) * 4 + 3);
    }
  }
  return { width, height, data };
}

afterEach(() => vi.unstubAllGlobals());

test("the library decodes a picture of a QR code", async () => {
  const decode = await loadDecoder();
  expect(decode(photograph(CODE))).toBe(CODE);
});

test("the library finds nothing in an empty picture", async () => {
  const decode = await loadDecoder();
  const { width, height } = photograph(CODE);
  expect(decode({ width, height, data: new Uint8ClampedArray(width * height * 4).fill(205) })).toBe(
    null,
  );
});

/** happy-dom has no canvas; this one returns `picture` as its pixels. */
function stubCanvas(picture: ReturnType<typeof photograph>) {
  const drawImage = vi.fn();
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue({
    drawImage,
    getImageData: () => picture,
  } as unknown as null);
  return drawImage;
}

const videoOf = ({ width, height }: { width: number; height: number }) =>
  ({ videoWidth: width, videoHeight: height }) as HTMLVideoElement;

test("without BarcodeDetector, frames are decoded by the library", async () => {
  vi.stubGlobal("BarcodeDetector", undefined);
  const picture = photograph(CODE);
  const drawImage = stubCanvas(picture);
  const read = await createQrReader();
  const video = videoOf(picture);
  expect(await read(video)).toEqual([CODE]);
  expect(drawImage).toHaveBeenCalledWith(video, 0, 0);
});

test("a video without a frame yet gives no text", async () => {
  vi.stubGlobal("BarcodeDetector", undefined);
  stubCanvas(photograph(CODE));
  const read = await createQrReader();
  expect(await read(videoOf({ width: 0, height: 0 }))).toEqual([]);
});

function stubBarcodeDetector(formats: string[]) {
  vi.stubGlobal(
    "BarcodeDetector",
    class {
      static getSupportedFormats = async () => formats;
      detect = async () => [{ rawValue: "read by the browser" }];
    },
  );
}

test("BarcodeDetector is used when it supports QR codes", async () => {
  stubBarcodeDetector(["ean_13", "qr_code"]);
  const read = await createQrReader();
  expect(await read(videoOf({ width: 1, height: 1 }))).toEqual(["read by the browser"]);
});

test("a BarcodeDetector without QR codes is replaced by the library", async () => {
  stubBarcodeDetector(["ean_13"]);
  const picture = photograph(CODE);
  stubCanvas(picture);
  const read = await createQrReader();
  expect(await read(videoOf(picture))).toEqual([CODE]);
});
