// Examples for the accessibility tests and the screenshots.
import { type ReactNode, useState } from "react";
import type { Framing } from "../../../../generated/Framing";
import { FramingPreviews } from "./FramingPreviews";
import { FramingStage } from "./FramingStage";

const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 800" width="1200" height="800"><rect width="1200" height="800" fill="#8fd6d2"/><rect y="520" width="1200" height="280" fill="#084752"/><circle cx="760" cy="330" r="150" fill="#f4b740"/><circle cx="760" cy="330" r="60" fill="#0e2233"/></svg>`;
const src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
const picture = { width: 1200, height: 800 };

const framed: Framing = {
  crop: { left: 30, top: 5, width: 60, height: 85 },
  focalPoint: { left: 63.3, top: 41.3 },
};

function Example(): ReactNode {
  const [framing, setFraming] = useState(framed);
  return (
    <>
      <FramingStage src={src} picture={picture} framing={framing} mayCrop onChange={setFraming} />
      <FramingPreviews src={src} picture={picture} framing={framing} isDrawing={false} />
    </>
  );
}

export const examples: { name: string; render: () => ReactNode }[] = [
  { name: "a photo with a part and a point", render: () => <Example /> },
];
