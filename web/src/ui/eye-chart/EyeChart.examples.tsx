// Examples for the accessibility tests.
import type { ReactNode } from "react";
import { EyeChart } from "./EyeChart";

const lines = ["See", "the road,", "the faces you love", "and even the small print."];

export const examples: { name: string; render: () => ReactNode }[] = [
  { name: "four lines", render: () => <EyeChart heading={lines.join(" ")} lines={lines} /> },
  {
    name: "long lines that must wrap",
    render: () => {
      const longLines = [
        "Extraordinary",
        "clear sight for everyone",
        "in Port Harcourt and in all of Rivers State, whatever their age",
        "and whatever they do for a living, from the market to the rig.",
      ];
      return <EyeChart heading={longLines.join(" ")} lines={longLines} />;
    },
  },
  {
    name: "no lines",
    render: () => <EyeChart heading="An eye clinic in Port Harcourt" lines={[]} />,
  },
];
