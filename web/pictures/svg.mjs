// Functions that write SVG elements, and a seeded random source. Numbers are rounded to one decimal, so that files are
// small and the same on every machine. There are no functions for text, styles or scripts: pictures contain only shapes.

const rounded = (value) => String(Math.round(value * 10) / 10 || 0);

/** A path from a template whose numbers are rounded: line`M${x} ${y}h${w}`. */
export const line = (strings, ...values) =>
  strings.reduce(
    (text, part, i) =>
      text + (typeof values[i - 1] === "number" ? rounded(values[i - 1]) : values[i - 1]) + part,
  );

/** An element. Undefined attributes are omitted. */
export const el = (name, attributes, children = []) => {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${typeof value === "number" ? rounded(value) : value}"`)
    .join("");
  const inside = [children].flat(Infinity).filter(Boolean).join("\n");
  return inside ? `<${name}${written}>\n${inside}\n</${name}>` : `<${name}${written}/>`;
};

export const group = (attributes, ...children) => el("g", attributes, children);
export const circle = (cx, cy, r, fill, more = {}) => el("circle", { cx, cy, r, fill, ...more });
export const ellipse = (cx, cy, rx, ry, fill, more = {}) =>
  el("ellipse", { cx, cy, rx, ry, fill, ...more });
export const rect = (x, y, width, height, fill, more = {}) =>
  el("rect", { x, y, width, height, fill, ...more });
export const path = (d, fill, more = {}) => el("path", { d, fill, ...more });
export const stroke = (d, colour, width, more = {}) =>
  el("path", {
    d,
    fill: "none",
    stroke: colour,
    "stroke-width": width,
    "stroke-linecap": "round",
    ...more,
  });

/** A linear gradient from one colour to another, in the picture's units. */
export const fade = (id, [x1, y1, x2, y2], from, to) =>
  el("linearGradient", { id, gradientUnits: "userSpaceOnUse", x1, y1, x2, y2 }, [
    el("stop", { "stop-color": from }),
    el("stop", { offset: 1, "stop-color": to }),
  ]);

/** A radial gradient from a colour to transparent. */
export const glow = (id, [cx, cy, r], colour) =>
  el("radialGradient", { id, gradientUnits: "userSpaceOnUse", cx, cy, r }, [
    el("stop", { "stop-color": colour }),
    el("stop", { offset: 1, "stop-color": colour, "stop-opacity": 0 }),
  ]);

export const picture = (width, height, ...children) =>
  `${el("svg", { xmlns: "http://www.w3.org/2000/svg", viewBox: `0 0 ${width} ${height}` }, children)}\n`;

/** Seeded random numbers in [0, 1) (mulberry32). */
export const seeded = (seed) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
};

/** Points on a circle, starting at the top. */
export const around = (count, x, y, radius, turn = 0) =>
  Array.from({ length: count }, (_, i) => {
    const angle = ((i / count) * 360 + turn - 90) * (Math.PI / 180);
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  });
