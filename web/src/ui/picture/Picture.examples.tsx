// A drawing as a plate and as a lens, for pictures and accessibility tests.
import type { ReactNode } from "react";
import { samplePicture } from "../../examples/sample";
import { Picture } from "./Picture";

export const examples: { name: string; render: () => ReactNode }[] = [
  { name: "a plate", render: () => <Picture picture={samplePicture} /> },
  { name: "a lens", render: () => <Picture picture={samplePicture} lens /> },
  {
    name: "a drawing that carries meaning",
    render: () => <Picture picture={samplePicture} alt="Two trial lenses over the letter E" />,
  },
];
