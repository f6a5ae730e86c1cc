import { cleanup, render, screen } from "@testing-library/react";
import decodeQR from "qr/decode.js";
import { afterEach, expect, test } from "vitest";
import { QrCode } from "./QrCode";

afterEach(cleanup);

const PIXELS_PER_MODULE = 4;

/** Paints the drawn squares as black pixels on white, as a phone's camera would see them. */
function rasterize(svg: SVGElement) {
  const [, , modules = 0] = (svg.getAttribute("viewBox") ?? "").split(" ").map(Number);
  const size = modules * PIXELS_PER_MODULE;
  const data = new Uint8ClampedArray(size * size * 4).fill(255);
  const path = svg.querySelector("path")?.getAttribute("d") ?? "";
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)) {
    for (let dy = 0; dy < PIXELS_PER_MODULE; dy += 1) {
      const start = (Number(y) * PIXELS_PER_MODULE + dy) * size + Number(x) * PIXELS_PER_MODULE;
      for (let pixel = start; pixel < start + PIXELS_PER_MODULE; pixel += 1) {
        data.fill(0, pixel * 4, pixel * 4 + 3);
      }
    }
  }
  return { width: size, height: size, data };
}

test("the drawn QR code decodes to the otpauth URI", () => {
  const uri =
    "otpauth://totp/Eye%20Clinic:Ngozi%20Obi?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Eye%20Clinic&algorithm=SHA1&digits=6&period=30";
  render(<QrCode text={uri} label="QR code for your authenticator app" />);
  const svg = screen.getByRole("img", { name: "QR code for your authenticator app" });
  expect(decodeQR(rasterize(svg as unknown as SVGElement))).toBe(uri);
});
