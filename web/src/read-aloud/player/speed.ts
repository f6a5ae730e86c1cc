// How fast the text is read, as chosen on this device.

export type Speed = "slow" | "normal" | "fast";

export const RATES: Readonly<Record<Speed, number>> = { slow: 0.75, normal: 1, fast: 1.35 };

export const NEXT_SPEED: Readonly<Record<Speed, Speed>> = {
  normal: "slow",
  slow: "fast",
  fast: "normal",
};

const KEY = "readingSpeed";

export function savedSpeed(): Speed {
  try {
    const saved = localStorage.getItem(KEY);
    return saved === "slow" || saved === "fast" ? saved : "normal";
  } catch {
    return "normal";
  }
}

export function saveSpeed(speed: Speed): void {
  try {
    localStorage.setItem(KEY, speed);
  } catch {
    // Storage is blocked: the speed lasts until the player is closed.
  }
}
