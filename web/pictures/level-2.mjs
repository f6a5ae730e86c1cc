// Level 2: a night market with five stars among flowers, rings and lozenges. Each star takes the place of another
// ornament.

import { circle, el, fade, glow, picture, rect } from "./draw.mjs";
import { bunting, lanterns } from "./market-lights.mjs";
import { clouds, moon, skyline } from "./market-sky.mjs";
import { cookStall, fruitStall } from "./market-stalls.mjs";
import { table } from "./market-table.mjs";
import { star } from "./motifs.mjs";
import * as c from "./palette.mjs";
import { boxAround, spotAttributes } from "./spots.mjs";

const size = { width: 600, height: 750 };

const draw = () => {
  const parts = [];
  const hiddenStar = (id, label, turn) => (x, y, r, fill, centre) => {
    parts.push({ id, label, part: boxAround(x, y, r) });
    return (
      star(x, y, r, fill, turn, spotAttributes(id, label)) +
      (centre ? circle(x, y, r * 0.2, centre) : "")
    );
  };
  const svg = picture(
    size.width,
    size.height,
    el("defs", {}, [
      fade("l2-sky", [0, 0, 0, 430], "#0B1B33", c.tide),
      glow("l2-warm", [300, 470, 330], c.marigold),
    ]),
    rect(0, 0, size.width, size.height, "url(#l2-sky)"),
    moon(hiddenStar(2, "The star on the moon", 12)),
    clouds(),
    rect(0, 140, size.width, 610, "url(#l2-warm)", { opacity: 0.3 }),
    skyline(),
    bunting(hiddenStar(1, "The star on the bunting", 180)),
    fruitStall(hiddenStar(4, "The star among the fruit", 20)),
    cookStall(),
    lanterns(hiddenStar(3, "The star on the lantern", 0)),
    table(hiddenStar(5, "The star on the cloth", 24)),
  );
  return { svg, parts: parts.sort((a, b) => a.id - b.id) };
};

export const level2 = {
  image: "level-2.svg",
  alt: "A market at night: bunting and lanterns under a full moon, two stalls with striped awnings, fruit, bowls and pots, and a table with a flowered cloth. Five stars are hidden among the ornaments.",
  description: "Select all stars-Medium",
  size,
  draw,
};
