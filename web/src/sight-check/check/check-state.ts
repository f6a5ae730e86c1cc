// The screens of the self-check as a pure reducer: questions, card, way of answering, distance, each eye, result. Random
// numbers and the size of the window are passed in.
import { DIRECTIONS, type Direction } from "../drawing/figure";
import {
  drawableRange,
  FIGURE_STROKES,
  type Screen as Geometry,
  type Stroke,
  strokeFor,
} from "../drawing/stroke";
import { type Outcome, outcomeOf } from "../estimator/outcome";
import {
  isFinished,
  nextSize,
  type Run,
  recordAnswer,
  startRun,
  undoLastAnswer,
} from "../estimator/run";
import {
  type Calibration,
  calibrate,
  type Display,
  firstLongSide,
  isPlausible,
  isSameDisplay,
  longSideLimits,
  type ObjectKind,
} from "./set-up/calibration";

export type Eye = "right" | "left";
/** Near sight is checked with both eyes open. */
export type Part = Eye | "near";

/** A helper enters what the visitor points at; the visitor sees the screen in a mirror; or another phone is the remote. */
export type Way = "helper" | "mirror" | "remote";

export type Screen =
  | { readonly kind: "start" | "warning" | "urgent" | "age" | "child" }
  | { readonly kind: "fit" | "confirm" | "way" | "pair" | "distance" | "offerNear" | "result" }
  | { readonly kind: "ready" | "trials" | "paused"; readonly part: Part };

/** Why the visitor is on this screen again, or what is wrong with what was entered. */
export type Problem =
  | "displayChanged"
  | "zoomedIn"
  | "windowSmaller"
  | "windowTooSmall"
  | "tooCoarse"
  | "distance";

export type Trial = {
  /** Where the arms point as the visitor sees them. In a mirror this is not how they are drawn. */
  readonly seen: Direction;
  readonly stroke: Stroke;
};

export type Check = {
  readonly screen: Screen;
  readonly problem: Problem | null;
  readonly object: ObjectKind;
  /** Of the frame, in CSS pixels. */
  readonly longSide: number;
  readonly calibration: Calibration | null;
  readonly way: Way | null;
  /** Each phone that is connected needs a code of its own. 0 while none is wanted. */
  readonly pairing: number;
  /** From the visitor to the screen, or to the mirror, in metres as typed. */
  readonly metres: string;
  /** Whether the visitor has agreed to the distance. */
  readonly isDistanceSet: boolean;
  /** What the run of this eye is drawn on. It stays the same until the end of the run. */
  readonly geometry: Geometry | null;
  readonly run: Run | null;
  /** Null for a moment between two trials, when the screen is white: a second press in this time is no answer. */
  readonly trial: Trial | null;
  readonly outcomes: Readonly<Record<Part, Outcome | null>>;
  /** Before the answer that finished the last eye, so that this answer can be taken back too. */
  readonly beforeLastAnswer: Check | null;
};

export type Action =
  | {
      readonly type:
        | "start"
        | "back"
        | "restart"
        | "undo"
        | "pause"
        | "resume"
        | "stop"
        | "begin"
        | "pair"
        | "paired";
    }
  | { readonly type: "warned"; readonly yes: boolean }
  | { readonly type: "aged"; readonly isChild: boolean; readonly display: Display }
  | { readonly type: "chooseObject"; readonly object: ObjectKind; readonly display: Display }
  | { readonly type: "resizeFrame"; readonly longSide: number }
  | { readonly type: "fitted"; readonly display: Display }
  | { readonly type: "confirmed"; readonly fits: boolean }
  | { readonly type: "chooseWay"; readonly way: Way }
  | { readonly type: "typeDistance"; readonly metres: string }
  | { readonly type: "enterDistance" }
  | { readonly type: "near"; readonly wanted: boolean }
  | { readonly type: "displayed"; readonly display: Display }
  | { readonly type: "area"; readonly shortSide: number }
  /** @property random at least 0, below 1 */
  | { readonly type: "show"; readonly random: number }
  | { readonly type: "answer"; readonly seen: Direction | "unseen" };

export const newCheck: Check = {
  screen: { kind: "start" },
  problem: null,
  object: "card",
  longSide: 0,
  calibration: null,
  way: null,
  pairing: 0,
  metres: "",
  isDistanceSet: false,
  geometry: null,
  run: null,
  trial: null,
  outcomes: { right: null, left: null, near: null },
  beforeLastAnswer: null,
};

export const MIN_METRES = 1;
export const MAX_METRES = 6;
const MIRROR_METRES = 1;
const NEAR_MILLIMETRES = 400;
/** On screens with fewer device pixels the E for near sight has too few of them. */
const NEAR_MIN_RATIO = 3;
/** 6/30. A window that cannot draw it is too small to tell poor sight from a small window. */
const LARGEST_NEEDED = 0.7;
/** 6/7.5. With larger dots nobody could reach "no sign of reduced sharpness". */
const SMALLEST_NEEDED = 0.1;

export function checkReducer(check: Check, action: Action): Check {
  const { screen } = check;
  switch (action.type) {
    case "start":
      return { ...newCheck, screen: { kind: "warning" } };
    case "restart":
      return newCheck;
    case "back":
      return back(check);
    case "warned":
      return to(check, { kind: action.yes ? "urgent" : "age" });
    case "aged":
      return action.isChild
        ? to(check, { kind: "child" })
        : withObject(to(check, { kind: "fit" }), check.object, action.display);
    case "chooseObject":
      return withObject(check, action.object, action.display);
    case "resizeFrame":
      return screen.kind === "fit"
        ? { ...check, longSide: clampFrame(check, action.longSide) }
        : check;
    case "fitted":
      if (action.display.scale > 1.01) return { ...check, problem: "zoomedIn" };
      return {
        ...to(check, { kind: "confirm" }),
        calibration: calibrate(check.object, check.longSide, action.display),
      };
    case "confirmed":
      return confirm(check, action.fits);
    case "chooseWay":
      return chooseWay(check, action.way);
    case "pair":
      return { ...to(check, { kind: "pair" }), pairing: check.pairing + 1 };
    case "paired":
      return to(
        check,
        check.isDistanceSet ? { kind: "ready", part: nextPart(check) } : { kind: "distance" },
      );
    case "typeDistance":
      return { ...check, metres: action.metres, problem: null };
    case "enterDistance":
      return parseMetres(check.metres) === null
        ? { ...check, problem: "distance" }
        : { ...to(check, { kind: "ready", part: nextPart(check) }), isDistanceSet: true };
    case "near":
      return to(check, action.wanted ? { kind: "ready", part: "near" } : { kind: "result" });
    case "begin":
      return screen.kind === "ready"
        ? { ...to(check, { kind: "trials", part: screen.part }), ...noRun, beforeLastAnswer: null }
        : check;
    case "pause":
      return screen.kind === "trials"
        ? { ...to(check, { kind: "paused", part: screen.part }), trial: null }
        : check;
    case "resume":
      return screen.kind === "paused" ? to(check, { kind: "trials", part: screen.part }) : check;
    case "stop":
      return { ...to(check, { kind: "result" }), ...noRun, pairing: 0, beforeLastAnswer: null };
    case "displayed":
      return followDisplay(check, action.display);
    case "area":
      return followArea(check, action.shortSide);
    case "show":
      return show(check, action.random);
    case "answer":
      return answer(check, action.seen);
    case "undo":
      return undo(check);
  }
}

const noRun = { geometry: null, run: null, trial: null } as const;

function to(check: Check, screen: Screen): Check {
  return { ...check, screen, problem: null };
}

function withObject(check: Check, object: ObjectKind, display: Display): Check {
  return { ...check, object, longSide: firstLongSide(object, display), problem: null };
}

function clampFrame({ object }: Check, longSide: number): number {
  const { min, max } = longSideLimits(object);
  return Math.min(max, Math.max(min, longSide));
}

/** After a change of the zoom the way and the distance are known already. */
function confirm(check: Check, fits: boolean): Check {
  if (!fits) return to(check, { kind: "fit" });
  return to(
    check,
    check.isDistanceSet ? { kind: "ready", part: nextPart(check) } : { kind: "way" },
  );
}

function chooseWay(check: Check, way: Way): Check {
  const isRemote = way === "remote";
  return {
    ...to(check, { kind: isRemote ? "pair" : "distance" }),
    way,
    pairing: isRemote ? check.pairing + 1 : 0,
    isDistanceSet: false,
    metres: check.way === way && check.metres ? check.metres : usualDistance(check, way),
  };
}

export function isQuestioned({ calibration }: Check): boolean {
  return calibration !== null && !isPlausible(calibration);
}

function usualDistance({ calibration }: Check, way: Way): string {
  if (way === "mirror") return String(MIRROR_METRES);
  return calibration?.display.isTouch ? "2" : "3";
}

/** Null when it is no distance at which the check works. People also write a comma. */
export function parseMetres(text: string): number | null {
  const metres = Number(text.trim().replace(",", "."));
  return text.trim() !== "" && metres >= MIN_METRES && metres <= MAX_METRES ? metres : null;
}

/** From the eye to the E, in millimetres. In a mirror it is the way there and back. */
export function pathLength({ way, metres }: Check, part: Part): number {
  if (part === "near") return NEAR_MILLIMETRES;
  return (parseMetres(metres) ?? 0) * 1000 * (way === "mirror" ? 2 : 1);
}

function nextPart({ outcomes }: Check): Part {
  if (outcomes.right === null) return "right";
  return outcomes.left === null ? "left" : "near";
}

/** Another zoom, another pixel ratio or another screen: what was measured with the card is wrong now. */
function followDisplay(check: Check, display: Display): Check {
  const { calibration, screen } = check;
  if (!calibration || isSameDisplay(calibration.display, display)) return check;
  if (screen.kind === "result" || screen.kind === "fit") return check;
  return {
    ...withObject(to(check, { kind: "fit" }), check.object, display),
    ...noRun,
    calibration: null,
    problem: "displayChanged",
    beforeLastAnswer: null,
  };
}

/** The first size of the area starts the run. Later the E must still fit; otherwise this eye starts again. */
function followArea(check: Check, shortSide: number): Check {
  const { screen, calibration, geometry } = check;
  if (screen.kind !== "trials" || !calibration) return check;
  if (geometry) {
    return strokesThatFit(shortSide) >= strokesThatFit(geometry.shortSide)
      ? check
      : {
          ...to(check, { kind: "ready", part: screen.part }),
          ...noRun,
          problem: "windowSmaller",
        };
  }
  const { pixelPitch } = calibration;
  const next: Geometry = { pixelPitch, shortSide, distance: pathLength(check, screen.part) };
  const range = drawableRange(next);
  if (!range || range.largest < LARGEST_NEEDED) return failDistance(check, "windowTooSmall");
  if (range.smallest > SMALLEST_NEEDED) return failDistance(check, "tooCoarse");
  return { ...check, geometry: next, run: startRun(range), trial: null };
}

function failDistance(check: Check, problem: Problem): Check {
  return { ...to(check, { kind: "distance" }), ...noRun, problem };
}

function strokesThatFit(shortSide: number): number {
  return Math.floor(shortSide / FIGURE_STROKES);
}

function show(check: Check, random: number): Check {
  const { screen, geometry, run, trial } = check;
  if (screen.kind !== "trials" || !geometry || !run || trial) return check;
  const seen = DIRECTIONS[Math.floor(random * DIRECTIONS.length)] ?? "right";
  return { ...check, trial: { seen, stroke: strokeFor(nextSize(run), geometry) } };
}

function answer(check: Check, seen: Direction | "unseen"): Check {
  const { screen, run, trial } = check;
  if (screen.kind !== "trials" || !run || !trial) return check;
  const given = seen === "unseen" ? "unseen" : seen === trial.seen ? "right" : "wrong";
  // The size that was drawn, not the one that was wanted.
  const answered = recordAnswer(run, trial.stroke.size, given);
  if (!isFinished(answered)) return { ...check, run: answered, trial: null };
  const outcomes = { ...check.outcomes, [screen.part]: outcomeOf(answered) };
  const finished = { ...check, ...noRun, outcomes, beforeLastAnswer: { ...check, trial: null } };
  const next = screenAfter(finished, screen.part);
  // Nothing of the connection to a phone is kept after the last answer.
  return { ...to(finished, next), pairing: next.kind === "result" ? 0 : check.pairing };
}

function screenAfter(check: Check, part: Part): Screen {
  if (part === "right") return { kind: "ready", part: "left" };
  return { kind: part === "left" && canCheckNear(check) ? "offerNear" : "result" };
}

export function canCheckNear({ calibration }: Check): boolean {
  return Boolean(calibration?.display.isTouch && calibration.display.ratio >= NEAR_MIN_RATIO);
}

function undo(check: Check): Check {
  const { screen, run, beforeLastAnswer } = check;
  if (screen.kind === "trials" && run) return { ...check, run: undoLastAnswer(run), trial: null };
  return beforeLastAnswer ?? check;
}

/** The screen before this one. The same check when there is none, or when answers would be lost. */
function back(check: Check): Check {
  const { screen } = check;
  switch (screen.kind) {
    case "warning":
      return newCheck;
    case "urgent":
    case "age":
      return to(check, { kind: "warning" });
    case "child":
    case "fit":
      return to(check, { kind: "age" });
    case "confirm":
    case "way":
      return to(check, { kind: "fit" });
    case "pair":
    case "distance":
      return to(check, { kind: "way" });
    case "ready":
      return screen.part === "right" ? to(check, { kind: "distance" }) : check;
    case "trials":
      return checkReducer(check, { type: "pause" });
    case "start":
    case "paused":
    case "offerNear":
    case "result":
      return check;
  }
}
