// What the self-check knows: the screen, the calibration, the answers of each eye. Values only; `check-reducer.ts` changes them.
import type { Direction } from "../drawing/figure";
import { type Screen as Geometry, type Stroke, smallestDrawable } from "../drawing/stroke";
import type { Run } from "../estimator/run";
import { type EyeOutcome, N5_AT_40_CM } from "../result/advice";
import { type Calibration, type Display, isPlausible, type ObjectKind } from "./set-up/calibration";

export type Eye = "right" | "left";
/** Near sight is checked with both eyes open. */
export type Part = Eye | "near";

/** A helper enters what the visitor points at; the visitor sees the screen in a mirror; or another phone is the remote. */
export type Way = "helper" | "mirror" | "remote";

export type Screen =
  | { readonly kind: "start" | "warning" | "urgent" | "age" | "child" }
  | { readonly kind: "fit" | "confirm" | "way" | "pair" | "distance" | "offerNear" | "result" }
  | { readonly kind: "ready" | "trials" | "paused"; readonly part: Part }
  | { readonly kind: "noSight"; readonly part: Eye };

/** Why the visitor is on this screen again, or what is wrong with what was entered. */
export type Problem =
  | "displayChanged"
  | "zoomedIn"
  | "windowSmaller"
  | "windowTooSmall"
  | "tooCoarse"
  | "cannotDraw"
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
  /** The letter that a pause has hidden, and that is shown again: the answer to it may still be on its way from a phone. */
  readonly hiddenTrial: Trial | null;
  readonly outcomes: Readonly<Record<Part, EyeOutcome | null>>;
  /** Before the answer that finished the last eye, so that this answer can be taken back too. */
  readonly beforeLastAnswer: Check | null;
};

export type Action =
  | {
      readonly type:
        | "start"
        | "back"
        | "undo"
        | "pause"
        | "resume"
        | "stop"
        | "cannotDraw"
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
  /** @property trial the letter that the answer is for, when it may have changed on the way */
  | {
      readonly type: "answer";
      readonly seen: Direction | "unseen";
      readonly trial?: Trial | null;
    }
  | { readonly type: "noSight"; readonly part: Eye }
  | { readonly type: "noSightSince"; readonly isKnown: boolean };

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
  hiddenTrial: null,
  outcomes: { right: null, left: null, near: null },
  beforeLastAnswer: null,
};

export const MIN_METRES = 1;
export const MAX_METRES = 6;
const NEAR_MILLIMETRES = 400;

export function isQuestioned({ calibration }: Check): boolean {
  return calibration !== null && !isPlausible(calibration);
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

export function nextPart({ outcomes }: Check): Part {
  if (outcomes.right === null) return "right";
  return outcomes.left === null ? "left" : "near";
}

/** On phones and tablets whose pixels are small enough for print of N5, by somebody who sees with one eye at least. */
export function canCheckNear({ calibration, outcomes }: Check): boolean {
  if (!calibration?.display.isTouch) return false;
  if (outcomes.right?.kind === "noSight" && outcomes.left?.kind === "noSight") return false;
  const smallest = smallestDrawable({
    pixelPitch: calibration.pixelPitch,
    distance: NEAR_MILLIMETRES,
  });
  return smallest <= N5_AT_40_CM;
}
