// The drawings of the questions, in parts: a colour and a path on a plate of 96 by 72 units. They are part of the page's
// script, so that they are there offline and cost no request.

/** Filled in this colour, or drawn as a line of this colour with `line`. */
export type Part = { colour: Colour; path: string; line?: number };

export const COLOURS = {
  white: "#fffcf5",
  mist: "#8fd6d2",
  iris: "#2c8c8f",
  ink: "#0e2233",
  marigold: "#f4b740",
  red: "#e2694a",
  pale: "#f6c9b8",
} as const;

type Colour = keyof typeof COLOURS;

const fill = (colour: Colour, path: string): Part => ({ colour, path });
const line = (colour: Colour, path: string, width = 3): Part => ({ colour, path, line: width });

const circle = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;

const dots = (r: number, ...centres: [number, number][]): string =>
  centres.map(([x, y]) => circle(x, y, r)).join("");

const drop = (x: number, y: number): string =>
  `M${x} ${y}c4 6 6 8 6 11a6 6 0 0 1-12 0c0-3 2-5 6-11z`;

/** An eye around its centre, with the pupil's colour. */
const eye = (x = 48, y = 40, size = 1, pupil: Colour = "ink", look = 0): Part[] => {
  const [w, h, i] = [30 * size, 21 * size, 13 * size];
  return [
    fill(
      "white",
      `M${x - w} ${y}Q${x} ${y - 2 * h} ${x + w} ${y}Q${x} ${y + 2 * h} ${x - w} ${y}z`,
    ),
    fill("iris", circle(x + look, y, i)),
    fill(pupil, circle(x + look, y, i / 2)),
    fill("white", circle(x + look - i * 0.35, y - i * 0.35, i * 0.18)),
  ];
};

/** What somebody sees: a bright disc with the letter E of an eye chart. */
const sight: Part[] = [
  fill("white", circle(48, 36, 29)),
  line("ink", "M58 24H39V48H58M39 36H55", 5),
];

const veins = line(
  "red",
  "M21 40q6-2 9 1M25 47q5-1 8-3M75 40q-6-2-9 1M71 47q-5-1-8-3M27 33q5 1 7 3",
  2,
);
const ball = [fill("marigold", circle(20, 17, 11)), line("mist", "M5 6l4 3M3 14h4M9 2l2 4", 2)];

export const drawings: Readonly<Record<string, readonly Part[]>> = {
  "chemical-or-heat": [...eye(48, 48), fill("marigold", drop(48, 4) + drop(30, 12) + drop(66, 12))],
  "pierced-or-cut": [
    ...eye(44, 42),
    fill("mist", "M88 6l4 6L57 39l-4-5z"),
    line("red", "M55 37l-5 5", 4),
    line("white", "M92 24l-8 6M74 6l-7 6", 2),
  ],
  "blow-with-change": [...eye(50, 44), fill("red", "M37.6 48a13 13 0 0 0 24.8 0z"), ...ball],
  "blow-without-change": [...eye(50, 44), ...ball],
  "sudden-sight-loss": [
    fill("ink", circle(48, 36, 29)),
    line("iris", "M58 24H39V48H58M39 36H55", 5),
    fill("white", "M48 7A29 29 0 0 0 48 65A33 33 0 0 1 48 7z"),
  ],
  curtain: [
    ...sight,
    fill("ink", "M48 7a29 29 0 0 1 0 58q7-9 1-19t1-20t-2-19z"),
    line("mist", "M58 14q4 10 0 21t1 22M67 19q3 8 0 17t0 16", 2),
  ],
  "severe-pain": [
    ...eye(),
    veins,
    line(
      "marigold",
      "M48 3l-4 6h7l-4 6M14 14l1 7 5-3 1 7M82 14l-1 7-5-3-1 7M12 62l6-3-1-4 7-2M84 62l-6-3 1-4-7-2",
    ),
  ],
  "after-operation": [
    ...eye(48, 37, 0.75),
    line("white", "M48 9C74 9 84 24 84 36S70 63 48 63S12 50 12 36S22 9 48 9z"),
    fill(
      "mist",
      dots(
        2.5,
        [48, 15],
        [31, 18],
        [65, 18],
        [20, 28],
        [76, 28],
        [20, 45],
        [76, 45],
        [31, 55],
        [65, 55],
        [48, 58],
      ),
    ),
    fill("marigold", "M2 14l6-9 20 12-6 9zM94 58l-6 9-20-12 6-9z"),
  ],
  "newborn-eyes": [
    ...eye(32, 32, 0.72),
    fill("marigold", drop(24, 44) + drop(40, 45)),
    line("white", circle(76, 49, 9)),
    fill("mist", "M62 26h28l-5 14H67z"),
    fill("pale", circle(76, 20, 7)),
  ],
  "swollen-lids-fever": [
    fill("red", "M10 40Q40 2 70 40Q40 78 10 40z"),
    fill("white", "M19 40Q40 28 61 40Q40 52 19 40z"),
    fill("iris", circle(40, 40, 6)),
    fill("ink", circle(40, 40, 3)),
    line("white", "M84 12v34", 9),
    fill("white", circle(84, 54, 9)),
    fill("red", circle(84, 54, 6)),
    line("red", "M84 20v34", 4),
  ],
  "double-sight-droop": [
    fill("white", circle(48, 36, 29)),
    line("mist", "M66 20H47V44H66M47 32H63", 5),
    line("ink", "M55 28H36V52H55M36 40H52", 5),
  ],
  "pregnant-blurred": [
    fill("pale", "M48 66C18 46 12 34 16 22C20 9 40 8 48 22C56 8 76 9 80 22C84 34 78 46 48 66z"),
    fill("red", "M55 50C42 41 40 36 42 31C44 26 52 26 55 32C58 26 66 26 68 31C70 36 68 41 55 50z"),
    line("marigold", "M8 8l6 5M88 8l-6 5M4 32h6M92 32h-6"),
  ],
  "child-squint-vomiting": [
    ...eye(25, 38, 0.72),
    ...eye(71, 38, 0.72, "ink", -7),
    line("marigold", "M25 12q23-12 46 0M65 14l7-1-2-6", 2.5),
  ],
  // Without the reflected light, which would be white on white.
  "white-pupil": [
    ...eye(48, 38, 1.1, "white").slice(0, 3),
    line("marigold", "M84 6l-9 9M92 18l-12 3M72 3l-3 10"),
  ],
  "big-cloudy-eyes": [
    ...eye(48, 38, 1.1),
    fill("mist", circle(48, 38, 19)),
    line("white", "M37 33q6-5 12 0t12-1M36 42q7-5 12 0t11-1M42 49q5-3 10 0"),
    fill("mist", drop(22, 52)),
  ],
  "red-and-painful": [
    ...eye(),
    veins,
    fill("white", circle(55, 45, 4)),
    line("marigold", "M48 4v8M24 9l4 7M72 9l-4 7"),
  ],
  "contact-lens-red": [
    ...eye(36, 44, 0.85),
    line("red", "M13 44q5-2 8 1M18 50q4-1 6-3M59 44q-5-2-8 1M54 50q-4-1-6-3", 2),
    fill("mist", "M60 14a15 15 0 0 0 30 0z"),
    line("white", "M57 14h36"),
  ],
  "scratch-or-grit": [
    ...eye(40, 44),
    line("red", "M46 37l9 13"),
    fill("mist", "M54 33Q58 8 90 6Q90 34 60 36z"),
    line("iris", "M52 38L82 13", 2),
  ],
  "after-welding": [
    ...eye(34, 42, 0.85),
    fill("mist", drop(26, 55) + drop(44, 55)),
    line("white", "M92 4L78 22", 4),
    fill("marigold", "M76 12l2 8 8-3-4 7 8 4-8 3 3 8-8-4-4 8-2-8-8 2 5-7-8-4 8-3-2-8 7 5z"),
  ],
  "one-sided-blisters": [
    ...eye(44, 48, 0.9),
    line("white", "M20 26Q44 12 68 26", 4),
    fill("red", dots(4, [70, 8], [81, 14], [60, 13], [74, 22], [85, 28], [78, 38])),
    fill("pale", dots(1.6, [69, 7], [80, 13], [59, 12], [73, 21], [84, 27], [77, 37])),
  ],
  "bent-lines": [
    fill("white", "M18 6h60v60H18z"),
    line(
      "ink",
      "M28 6v60M38 6v14q10 16 0 32v14M48 6v10q16 20 0 40v10M58 6v18q6 12 0 24v18M68 6v60M18 16h60M18 26h20q10 8 20 0h20M18 36h16q14 9 28 0h16M18 46h20q10 6 20 0h20M18 56h60",
      1.8,
    ),
    fill("ink", circle(48, 38, 3)),
  ],
  growth: [
    ...eye(),
    fill("pale", "M76 36Q64 34 54 40Q64 45 76 44z"),
    line("red", "M73 38l-9 1M73 42l-8-1", 1.5),
  ],
  "red-without-pain": [...eye(), fill("red", "M61 36q6-6 11 0q3 5-3 8t-9-1q1-4 1-7z")],
  "slow-blur": [
    fill("white", "M24 5h48v62H24z"),
    line("ink", "M57 11H42V25H57M42 18H54", 4),
    line("iris", "M34 34h8M46 34h8M58 34h6", 5),
    line("mist", "M34 45h6M44 45h6M54 45h8M34 55h5M43 55h5M52 55h4M60 55h4", 4),
  ],
};

/** For questions that the clinic adds. */
export const defaultDrawing: readonly Part[] = eye();
