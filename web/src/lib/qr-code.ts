// A QR code as the data of one SVG path. The page's Trusted Types policy forbids inserting the library's SVG markup.
import encodeQR from "qr";

/** Empty modules around the code that scanners need (ISO/IEC 18004). */
const QUIET_ZONE = 4;

/** @property side in modules, with the empty ones around the code
 * @property path one unit square for each dark module */
export type QrCodePath = { readonly side: number; readonly path: string };

export function qrCodePath(text: string): QrCodePath {
  const modules = encodeQR(text, "raw", { border: QUIET_ZONE });
  const path = modules
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")))
    .join("");
  return { side: modules.length, path };
}
