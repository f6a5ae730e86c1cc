// The pixels of a screenshot: how dark each one is. Reads the PNG files that browsers write: eight bits, not interlaced.
import { inflateSync } from "node:zlib";

export type Pixels = {
  readonly width: number;
  readonly height: number;
  /** 0 is black, 255 is white. */
  at(x: number, y: number): number;
};

/** Bytes for each pixel, by the colour type of the format: grey, RGB, grey with alpha, RGBA. */
const CHANNELS: Partial<Record<number, number>> = { 0: 1, 2: 3, 4: 2, 6: 4 };

/** @param rows how many are read, from the top: all of them, unless less is enough */
export function readPng(png: Buffer, rows = png.readUInt32BE(20)): Pixels {
  const width = png.readUInt32BE(16);
  const [depth, type, , , interlaced] = png.subarray(24, 29);
  const channels = CHANNELS[type ?? -1];
  if (depth !== 8 || !channels || interlaced) throw new Error("not a PNG that a browser writes");
  const bytes = unfilter(inflateSync(imageData(png)), width * channels, rows, channels);
  return { width, height: rows, at: (x, y) => bytes[(y * width + x) * channels] ?? 255 };
}

function imageData(png: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    if (png.toString("latin1", at + 4, at + 8) === "IDAT") {
      parts.push(png.subarray(at + 8, at + 8 + length));
    }
    at += length + 12;
  }
  return Buffer.concat(parts);
}

/** Each row says how its bytes differ from those before and above (PNG, section 9). */
function unfilter(data: Buffer, stride: number, height: number, channels: number): Uint8Array {
  const rows = new Uint8Array(stride * height);
  for (let y = 0; y < height; y += 1) {
    const filter = data[y * (stride + 1)];
    for (let x = 0; x < stride; x += 1) {
      const at = y * stride + x;
      const left = x >= channels ? (rows[at - channels] ?? 0) : 0;
      const above = y > 0 ? (rows[at - stride] ?? 0) : 0;
      const corner = x >= channels && y > 0 ? (rows[at - stride - channels] ?? 0) : 0;
      rows[at] = (data[y * (stride + 1) + 1 + x] ?? 0) + predicted(filter, left, above, corner);
    }
  }
  return rows;
}

function predicted(
  filter: number | undefined,
  left: number,
  above: number,
  corner: number,
): number {
  switch (filter) {
    case 1:
      return left;
    case 2:
      return above;
    case 3:
      return (left + above) >> 1;
    case 4: {
      const guess = left + above - corner;
      // Without a list: this runs for every byte.
      const a = Math.abs(guess - left);
      const b = Math.abs(guess - above);
      const c = Math.abs(guess - corner);
      if (a <= b && a <= c) return left;
      return b <= c ? above : corner;
    }
    default:
      return 0;
  }
}
