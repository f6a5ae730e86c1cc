// The screens of the self-check as a pure reducer: questions, card, way of answering, distance, each eye, result. Random
// numbers and the size of the window are passed in.
import { DIRECTIONS, type Direction } from "../drawing/figure";
import {
  drawableRange,
  FIGURE_STROKES,
  type Screen as Geometry,
  strokeFor,
} from "../drawing/stroke";
import { outcomeOf } from "../estimator/outcome";
import {
  isFinished,
  nextSize,
  recordAnswer,
  type SizeRange,
  startRun,
  undoLastAnswer,
} from "../estimator/run";
import { type EyeOutcome, N5_AT_40_CM } from "../result/advice";
import {
  type Action,
  type Check,
  canCheckNear,
  newCheck,
  nextPart,
  type Part,
  type Problem,
  parseMetres,
  pathLength,
  type Screen,
  type Way,
} from "./check-state";
import {
  calibrate,
  type Display,
  firstLongSide,
  isSameDisplay,
  longSideLimits,
  type ObjectKind,
} from "./set-up/calibration";

const MIRROR_METRES = 1;
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
      return to(check, screenAfterPairing(check));
    case "typeDistance":
      return { ...check, metres: action.metres, problem: null };
    case "enterDistance":
      return parseMetres(check.metres) === null
        ? { ...check, problem: "distance" }
        : { ...to(check, { kind: "ready", part: nextPart(check) }), isDistanceSet: true };
    case "near":
      return action.wanted ? to(check, { kind: "ready", part: "near" }) : toResult(check);
    case "begin":
      return screen.kind === "ready"
        ? { ...to(check, { kind: "trials", part: screen.part }), ...noRun, beforeLastAnswer: null }
        : check;
    case "pause":
      return screen.kind === "trials"
        ? {
            ...to(check, { kind: "paused", part: screen.part }),
            trial: null,
            hiddenTrial: check.trial ?? check.hiddenTrial,
          }
        : check;
    case "resume":
      return screen.kind === "paused" ? to(check, { kind: "trials", part: screen.part }) : check;
    case "stop":
      return { ...toResult(check), ...noRun, beforeLastAnswer: null };
    case "cannotDraw":
      return { ...checkReducer(check, { type: "stop" }), problem: "cannotDraw" };
    case "noSight":
      return screen.kind === "ready" || screen.kind === "paused"
        ? to(check, { kind: "noSight", part: action.part })
        : check;
    case "noSightSince":
      return skipEye(check, action.isKnown);
    case "displayed":
      return followDisplay(check, action.display);
    case "area":
      return followArea(check, action.shortSide);
    case "show":
      return show(check, action.random);
    case "answer":
      return action.trial === undefined || action.trial === check.trial
        ? answer(check, action.seen)
        : check;
    case "undo":
      return undo(check);
  }
}

const noRun = { geometry: null, run: null, trial: null, hiddenTrial: null } as const;

function to(check: Check, screen: Screen): Check {
  return { ...check, screen, problem: null };
}

/** Nothing of the connection to a phone is kept after the last answer. */
function toResult(check: Check): Check {
  return { ...to(check, { kind: "result" }), pairing: 0 };
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

/** Where the phone was missed: the answers so far are kept. */
function screenAfterPairing(check: Check): Screen {
  const part = nextPart(check);
  if (check.run) return { kind: "paused", part };
  return check.isDistanceSet ? { kind: "ready", part } : { kind: "distance" };
}

function usualDistance({ calibration }: Check, way: Way): string {
  if (way === "mirror") return String(MIRROR_METRES);
  return calibration?.display.isTouch ? "2" : "3";
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
  if (screen.part === "near") return startLetters(check, next, nearRange(check, range));
  if (range.smallest > SMALLEST_NEEDED) return failDistance(check, "tooCoarse");
  return startLetters(check, next, range);
}

function startLetters(check: Check, geometry: Geometry, range: SizeRange): Check {
  return { ...check, geometry, run: startRun(range), trial: null };
}

/** Below three device pixels for each CSS pixel, letters smaller than N5 are not asked. */
function nearRange({ calibration }: Check, range: SizeRange): SizeRange {
  if (calibration && calibration.display.ratio >= NEAR_MIN_RATIO) return range;
  return { ...range, smallest: Math.max(range.smallest, N5_AT_40_CM) };
}

function failDistance(check: Check, problem: Problem): Check {
  return { ...to(check, { kind: "distance" }), ...noRun, problem };
}

function strokesThatFit(shortSide: number): number {
  return Math.floor(shortSide / FIGURE_STROKES);
}

function show(check: Check, random: number): Check {
  const { screen, geometry, run, trial, hiddenTrial } = check;
  if (screen.kind !== "trials" || !geometry || !run || trial) return check;
  if (hiddenTrial) return { ...check, trial: hiddenTrial, hiddenTrial: null };
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
  return finishPart({ ...check, trial: null }, screen.part, outcomeOf(answered));
}

/** @param check before the answer that finishes it, which can be taken back */
function finishPart(check: Check, part: Part, outcome: EyeOutcome): Check {
  const outcomes = { ...check.outcomes, [part]: outcome };
  const finished = { ...check, ...noRun, outcomes, beforeLastAnswer: check };
  if (part === "right") return to(finished, { kind: "ready", part: "left" });
  return part === "left" && canCheckNear(finished)
    ? to(finished, { kind: "offerNear" })
    : toResult(finished);
}

/** An eye that is known not to see is no emergency and is not checked. A loss that nobody knows is one, and ends the check: who
 * begins again may be another person. */
function skipEye(check: Check, isKnown: boolean): Check {
  const { screen } = check;
  if (screen.kind !== "noSight") return check;
  if (!isKnown) return to(newCheck, { kind: "urgent" });
  const before = to({ ...check, ...noRun }, { kind: "ready", part: screen.part });
  return finishPart(before, screen.part, { kind: "noSight" });
}

function undo(check: Check): Check {
  const { screen, run, beforeLastAnswer } = check;
  if (screen.kind !== "trials" || !run) return beforeLastAnswer ?? check;
  return run.previous ? { ...check, run: undoLastAnswer(run), trial: null } : check;
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
    case "fit":
      // The card is fitted again in the middle of a check, and the age is that of the person whose eye is finished.
      return check.outcomes.right ? check : to(check, { kind: "age" });
    case "child":
      return to(check, { kind: "age" });
    case "confirm":
    case "way":
      return to(check, { kind: "fit" });
    case "pair":
      return to(check, check.isDistanceSet ? screenAfterPairing(check) : { kind: "way" });
    case "distance":
      return to(check, { kind: "way" });
    case "ready":
      return screen.part === "right" ? to(check, { kind: "distance" }) : check;
    case "noSight":
      return to(check, { kind: check.run ? "paused" : "ready", part: screen.part });
    case "trials":
      return checkReducer(check, { type: "pause" });
    case "start":
    case "paused":
    case "offerNear":
    case "result":
      return check;
  }
}
