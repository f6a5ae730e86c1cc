// The SVG paths of all icons, on a 24-unit grid with round strokes two units wide.

interface IconPaths {
  /** Stroked in the current colour. A dot is a stroke of zero length with a round cap. */
  readonly line?: string;
  /** Filled in the current colour. */
  readonly solid?: string;
}

const paths = {
  gift: {
    line: "M3 8h18v4H3zM5 12v9h14v-9M12 8v13M12 8C10.5 8 6 7.8 6 5.3C6 2.4 11 2 12 8C13 2 18 2.4 18 5.3C18 7.8 13.5 8 12 8z",
  },
  clock: {
    line: "M12 3a9 9 0 1 1 0 18a9 9 0 1 1 0-18zM12 7v5.2l3.6 2.1",
  },
  "map-pin": {
    line: "M12 21.5C7.4 17.3 5 13.6 5 10a7 7 0 0 1 14 0C19 13.6 16.6 17.3 12 21.5zM12 7.5a2.5 2.5 0 1 1 0 5a2.5 2.5 0 1 1 0-5z",
  },
  phone: {
    line: "M7.2 3.5L9.8 8.2L7.5 10.4C8.7 13.1 10.9 15.3 13.6 16.5L15.8 14.2L20.5 16.8C20.6 19.1 19 20.6 17 20.5C9.8 20 4 14.2 3.5 7C3.4 5 4.9 3.4 7.2 3.5z",
  },
  whatsapp: {
    line: "M4.2 15.2A8.7 8.7 0 1 1 8.8 19.8L3.5 20.5z",
    solid:
      "M9.3 7.2L10.7 9.7L9.6 10.8C10.2 12.1 11.4 13.3 12.7 13.9L13.8 12.8L16.3 14.2C16.4 15.4 15.6 16.2 14.5 16.1C10.7 15.8 7.7 12.8 7.4 9C7.3 7.9 8.1 7.1 9.3 7.2z",
  },
  instagram: {
    line: "M8 3h8a5 5 0 0 1 5 5v8a5 5 0 0 1-5 5H8a5 5 0 0 1-5-5V8a5 5 0 0 1 5-5zM12 8a4 4 0 1 1 0 8a4 4 0 1 1 0-8zM17 7h0",
  },
  facebook: {
    line: "M12 3a9 9 0 1 1 0 18a9 9 0 1 1 0-18zM16 7.5h-1a2.5 2.5 0 0 0-2.5 2.5v11M9.5 13h6",
  },
  linkedin: {
    line: "M6 3h12a3 3 0 0 1 3 3v12a3 3 0 0 1-3 3H6a3 3 0 0 1-3-3V6a3 3 0 0 1 3-3zM7.5 11v6M7.5 7.4h0M11.5 11v6M11.5 14a2.5 2.5 0 0 1 5 0v3",
  },
  close: { line: "M6 6l12 12M18 6L6 18" },
  menu: { line: "M4 6h16M4 12h16M4 18h16" },
  sun: {
    line: "M12 8a4 4 0 1 1 0 8a4 4 0 1 1 0-8zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4",
  },
  moon: { line: "M20.5 14.4A8.8 8.8 0 1 1 9.6 3.5A7 7 0 0 0 20.5 14.4z" },
  "contrast-auto": {
    line: "M12 3a9 9 0 1 1 0 18a9 9 0 1 1 0-18z",
    solid: "M12 3a9 9 0 0 1 0 18z",
  },
  car: {
    line: "M3.5 17v-4L6 6h12l2.5 7v4zM3.5 13h17M7 15h0M17 15h0M6 17v2.5M18 17v2.5",
  },
  "arrow-right": { line: "M4 12h16M14 6l6 6l-6 6" },
  check: { line: "M4.5 12.5l5 5L19.5 7" },
  alert: { line: "M12 3.5L2.5 20h19zM12 10v4.2M12 17h0" },
  mail: { line: "M3 5h18v14H3zM3.5 7.5l8.5 6.2l8.5-6.2" },
  star: {
    line: "M12 2.8L14.6 8.8L21.1 9.4L16.2 13.7L17.6 20.1L12 16.8L6.4 20.1L7.8 13.7L2.9 9.4L9.4 8.8z",
  },
  calendar: {
    line: "M3 5h18v16H3zM3 10h18M8 2v5M16 2v5",
  },
  speaker: {
    line: "M4 9.5h3.5L12 5.5v13l-4.5-4H4zM15.5 9.2a4 4 0 0 1 0 5.6M18 6.7a7.5 7.5 0 0 1 0 10.6",
  },
  search: { line: "M10.5 4a6.5 6.5 0 1 1 0 13a6.5 6.5 0 1 1 0-13zM15.3 15.3L20.5 20.5" },
} as const satisfies Record<string, IconPaths>;

export type IconName = keyof typeof paths;

export const iconPaths: Readonly<Record<IconName, IconPaths>> = paths;
