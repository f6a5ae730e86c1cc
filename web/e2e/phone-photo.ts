// A photograph as a phone takes it: a JPEG that has to be turned, with the place where it was taken.
import type { Page } from "@playwright/test";

/** The degrees of latitude in the photograph's metadata, as text that can be searched for. */
export const PLACE = "GPS-4.8156N";

/** The left half is red and the right half blue before it is turned, so that red is above afterwards. */
export async function phonePhoto(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(1600, 1200);
    const drawing = canvas.getContext("2d");
    if (!drawing) throw new Error("no canvas");
    drawing.fillStyle = "#c03020";
    drawing.fillRect(0, 0, 800, 1200);
    drawing.fillStyle = "#2040c0";
    drawing.fillRect(800, 0, 800, 1200);
    const blob = await canvas.convertToBlob({ type: "image/jpeg", quality: 0.9 });
    const bytes = new Uint8Array(await blob.arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  });
  const jpeg = Buffer.from(base64, "base64");
  // Behind the first two bytes, which begin every JPEG.
  return Buffer.concat([jpeg.subarray(0, 2), exifSegment(), jpeg.subarray(2)]);
}

/** Orientation 6 (turn clockwise), and a place in the block of GPS values. */
function exifSegment(): Buffer {
  const place = Buffer.from(`${PLACE}\0`, "ascii");
  const mainEnd = 8 + 2 + 2 * 12 + 4;
  const gpsEnd = mainEnd + 2 + 12 + 4;
  const tiff = Buffer.alloc(gpsEnd + place.length);
  tiff.write("II", 0, "ascii");
  tiff.writeUInt16LE(42, 2);
  tiff.writeUInt32LE(8, 4);
  tiff.writeUInt16LE(2, 8);
  writeEntry(tiff, 10, { tag: 0x0112, type: 3, count: 1, value: 6 });
  writeEntry(tiff, 22, { tag: 0x8825, type: 4, count: 1, value: mainEnd });
  tiff.writeUInt16LE(1, mainEnd);
  writeEntry(tiff, mainEnd + 2, { tag: 0x001b, type: 2, count: place.length, value: gpsEnd });
  place.copy(tiff, gpsEnd);
  const content = Buffer.concat([Buffer.from("Exif\0\0", "ascii"), tiff]);
  const header = Buffer.from([0xff, 0xe1, 0, 0]);
  header.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([header, content]);
}

interface Entry {
  tag: number;
  type: number;
  count: number;
  value: number;
}

function writeEntry(tiff: Buffer, at: number, { tag, type, count, value }: Entry): void {
  tiff.writeUInt16LE(tag, at);
  tiff.writeUInt16LE(type, at + 2);
  tiff.writeUInt32LE(count, at + 4);
  tiff.writeUInt32LE(value, at + 8);
}
