// The chart in its usual form and with more, longer or no lines, for pictures and accessibility tests.
import type { ReactNode } from "react";
import { EyeChart } from "./EyeChart";

const usual = ["See", "the road,", "the faces you love", "and even the small print."];

export const examples: { name: string; render: () => ReactNode }[] = [
  { name: "four lines", render: () => <EyeChart heading={usual.join(" ")} lines={usual} /> },
  {
    name: "long lines that must wrap",
    render: () => {
      const lines = [
        "Extraordinary",
        "clear sight for everyone",
        "in Port Harcourt and in all of Rivers State, whatever their age",
        "and whatever they do for a living, from the market to the rig.",
      ];
      return <EyeChart heading={lines.join(" ")} lines={lines} />;
    },
  },
  {
    name: "no lines",
    render: () => <EyeChart heading="An eye clinic in Port Harcourt" lines={[]} />,
  },
];
