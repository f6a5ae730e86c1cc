import { expect, test } from "vitest";
import type { Direction } from "../drawing/figure";
import type { Estimate } from "../estimator/outcome";
import { MAX_TRIALS } from "../estimator/run";
import { N5_AT_40_CM } from "../result/advice";
import { nearPrint } from "../result/near";
import { checkReducer } from "./check-reducer";
import { type Action, type Check, isQuestioned, newCheck, pathLength } from "./check-state";
import type { Display } from "./set-up/calibration";

const phone: Display = { ratio: 3, scale: 1, screen: "360×800", isTouch: true };
const laptop: Display = { ratio: 1, scale: 1, screen: "768×1366", isTouch: false };
const PHONE_SHORT_SIDE = 1080;

function play(actions: readonly Action[], check: Check = newCheck): Check {
  return actions.reduce(checkReducer, check);
}

/** A card that is 85.6 mm long covers 535 CSS pixels on this phone. */
const setUp = (way: "helper" | "mirror" = "helper", display = phone, longSide = 535): Action[] => [
  { type: "start" },
  { type: "warned", yes: false },
  { type: "aged", isChild: false, display },
  { type: "resizeFrame", longSide },
  { type: "fitted", display },
  { type: "confirmed", fits: true },
  { type: "chooseWay", way },
  { type: "enterDistance" },
];

/** The same with a phone as the remote. */
const setUpWithPhone: Action[] = setUp().flatMap((action): Action[] =>
  action.type === "chooseWay"
    ? [{ type: "chooseWay", way: "remote" }, { type: "paired" }]
    : [action],
);

const begin: Action[] = [{ type: "begin" }, { type: "area", shortSide: PHONE_SHORT_SIDE }];

const started = (way?: "helper" | "mirror") =>
  play([...setUp(way), { type: "begin" }, { type: "area", shortSide: PHONE_SHORT_SIDE }]);

const OPPOSITE: Record<Direction, Direction> = {
  up: "down",
  down: "up",
  left: "right",
  right: "left",
};

/** Answers by a rule until the eye is finished. */
function answerAll(check: Check, sees: (size: number, trial: number) => boolean): Check {
  let next = check;
  for (let trial = 1; trial <= MAX_TRIALS && next.screen.kind === "trials"; trial += 1) {
    next = checkReducer(next, { type: "show", random: (trial * 0.37) % 1 });
    if (!next.trial) throw new Error("no letter is shown");
    const { seen, stroke } = next.trial;
    const right = sees(stroke.size, trial);
    next = checkReducer(next, { type: "answer", seen: right ? seen : OPPOSITE[seen] });
  }
  return next;
}

test("a warning sign ends the check before it begins", () => {
  const check = play([{ type: "start" }, { type: "warned", yes: true }]);
  expect(check.screen.kind).toBe("urgent");
  expect(checkReducer(check, { type: "begin" })).toBe(check);
  expect(play([{ type: "begin" }, { type: "area", shortSide: 900 }], check).run).toBeNull();
});

test("a child under 8 gets no score", () => {
  const check = play([
    { type: "start" },
    { type: "warned", yes: false },
    { type: "aged", isChild: true, display: phone },
  ]);
  expect(check.screen.kind).toBe("child");
  expect(checkReducer(check, { type: "begin" })).toBe(check);
});

test("the questions about warning signs and age come before the card", () => {
  const warning = play([{ type: "start" }]);
  expect(warning.screen).toEqual({ kind: "warning" });
  const age = checkReducer(warning, { type: "warned", yes: false });
  expect(age.screen).toEqual({ kind: "age" });
  const fit = checkReducer(age, { type: "aged", isChild: false, display: phone });
  expect(fit.screen).toEqual({ kind: "fit" });
});

test("a note can be held against the frame instead of a card", () => {
  const check = play([
    ...setUp().slice(0, 3),
    { type: "chooseObject", object: "note", display: phone },
    { type: "fitted", display: phone },
  ]);
  expect(check.longSide).toBe(813);
  expect(check.calibration?.pixelPitch).toBeCloseTo(130 / 813 / 3, 6);
});

test("a frame that does not have the size of the card is fitted again", () => {
  const fitted = play(setUp().slice(0, 5));
  expect(fitted.screen).toEqual({ kind: "confirm" });
  expect(checkReducer(fitted, { type: "back" }).screen).toEqual({ kind: "fit" });
  const again = checkReducer(fitted, { type: "confirmed", fits: false });
  expect(again.screen).toEqual({ kind: "fit" });
  expect(again.longSide).toBe(535);
});

test("the card gives the size of a device pixel", () => {
  const check = play(setUp());
  expect(check.calibration?.pixelPitch).toBeCloseTo(85.6 / 535 / 3, 6);
  expect(isQuestioned(check)).toBe(false);
});

test("a size that no known screen has is questioned", () => {
  expect(isQuestioned(play(setUp("helper", phone, 1000)))).toBe(true);
  expect(isQuestioned(play(setUp("helper", { ...phone, ratio: 1 }, 200)))).toBe(true);
  expect(isQuestioned(play(setUp("helper", laptop, 1070)))).toBe(false);
  expect(isQuestioned(play(setUp("helper", { ...laptop, ratio: 2 }, 1070)))).toBe(true);
});

test("a frame beyond the slider's ends stays within them", () => {
  const check = play(setUp("helper", phone, 5));
  expect(check.longSide).toBe(190);
});

test("a page that two fingers enlarged has to be made small first", () => {
  const before = play(setUp().slice(0, 4));
  const check = checkReducer(before, { type: "fitted", display: { ...phone, scale: 1.5 } });
  expect([check.screen.kind, check.problem, check.calibration]).toEqual(["fit", "zoomedIn", null]);
  // Browsers round the scale.
  const rounded = checkReducer(before, { type: "fitted", display: { ...phone, scale: 1.01 } });
  expect(rounded.screen.kind).toBe("confirm");
});

test("the distance begins with what is usual for the screen and the way", () => {
  const chosen = (...to: Parameters<typeof setUp>) => play(setUp(...to).slice(0, -1)).metres;
  expect(chosen("helper", phone)).toBe("2");
  expect(chosen("helper", laptop)).toBe("3");
  expect(chosen("mirror", laptop)).toBe("1");
});

test("a distance that was typed stays when the same way is chosen again", () => {
  const typed = (metres: string, way: "helper" | "mirror") =>
    play([
      ...setUp().slice(0, -1),
      { type: "typeDistance", metres },
      { type: "back" },
      { type: "chooseWay", way },
    ]).metres;
  expect(typed("2.5", "helper")).toBe("2.5");
  expect(typed("2.5", "mirror")).toBe("1");
  expect(typed("", "helper")).toBe("2");
});

test.each([
  ["2", 2000],
  ["2,5", 2500],
  [" 3 ", 3000],
])("the distance %j is accepted", (metres, millimetres) => {
  const check = play([
    ...setUp().slice(0, -1),
    { type: "typeDistance", metres },
    { type: "enterDistance" },
  ]);
  expect(check.screen).toEqual({ kind: "ready", part: "right" });
  expect(pathLength(check, "right")).toBe(millimetres);
});

test.each(["", "0.9", "6.1", "two", "-2", "1e9", "NaN"])("the distance %j is refused", (metres) => {
  const check = play([
    ...setUp().slice(0, -1),
    { type: "typeDistance", metres },
    { type: "enterDistance" },
  ]);
  expect([check.screen.kind, check.problem]).toEqual(["distance", "distance"]);
});

test("in a mirror the way to the letter is twice as long", () => {
  expect(pathLength(play(setUp("mirror")), "right")).toBe(2000);
});

test("a phone is connected before the distance, and its connection ends with the result", () => {
  const paired = play([...setUp().slice(0, -2), { type: "chooseWay", way: "remote" }]);
  expect([paired.screen.kind, paired.pairing]).toEqual(["pair", 1]);
  expect(checkReducer(paired, { type: "pair" }).pairing).toBe(2);
  expect(checkReducer(paired, { type: "back" }).screen).toEqual({ kind: "way" });
  expect(checkReducer(paired, { type: "paired" }).screen).toEqual({ kind: "distance" });
  const ready = play([{ type: "paired" }, { type: "enterDistance" }], paired);
  expect(ready.screen).toEqual({ kind: "ready", part: "right" });
  // Connected again later, the check goes on where it was.
  const again = play([{ type: "pair" }, { type: "paired" }], ready);
  expect(again.screen).toEqual({ kind: "ready", part: "right" });
  expect(checkReducer(again, { type: "stop" }).pairing).toBe(0);
  expect(
    play([{ type: "back" }, { type: "back" }, { type: "chooseWay", way: "helper" }], ready).pairing,
  ).toBe(0);
});

test("a phone stays connected from one eye to the next, and not after the result", () => {
  const sees = (size: number) => size > 0.2;
  const left = answerAll(play([...setUpWithPhone, ...begin]), sees);
  expect([left.screen, left.pairing]).toEqual([{ kind: "ready", part: "left" }, 1]);
  const offered = answerAll(play(begin, left), sees);
  expect([offered.screen, offered.pairing]).toEqual([{ kind: "offerNear" }, 1]);
  const declined = checkReducer(offered, { type: "near", wanted: false });
  expect([declined.screen, declined.pairing]).toEqual([{ kind: "result" }, 0]);
  const near = answerAll(play([{ type: "near", wanted: true }, ...begin], offered), sees);
  expect([near.screen, near.pairing]).toEqual([{ kind: "result" }, 0]);
});

test("the distance is asked again when the way was chosen again and the card fitted again", () => {
  const check = play([...setUp().slice(0, -1), { type: "back" }, { type: "back" }]);
  expect(check.screen.kind).toBe("fit");
  const again = play(
    [
      { type: "fitted", display: phone },
      { type: "confirmed", fits: true },
    ],
    check,
  );
  expect(again.screen.kind).toBe("way");
});

test("a window that is too small for the distance is not used", () => {
  const check = play([...setUp(), { type: "begin" }, { type: "area", shortSide: 150 }]);
  expect([check.screen.kind, check.problem, check.run]).toEqual([
    "distance",
    "windowTooSmall",
    null,
  ]);
});

test("a screen that is too coarse for the distance is not used", () => {
  const near: Action = { type: "typeDistance", metres: "1" };
  const check = play([
    ...setUp("helper", laptop, 340).slice(0, -1),
    near,
    { type: "enterDistance" },
    { type: "begin" },
    { type: "area", shortSide: 700 },
  ]);
  expect([check.screen.kind, check.problem]).toEqual(["distance", "tooCoarse"]);
});

test("the estimator gets the size that is drawn", () => {
  const first = checkReducer(started(), { type: "show", random: 0 });
  const second = play(
    [
      { type: "answer", seen: "right" },
      { type: "show", random: 0 },
    ],
    first,
  );
  const { stroke } = second.trial ?? {};
  expect(Number.isInteger(stroke?.pixels)).toBe(true);
  // Whole pixels are not exactly the 0.7 that was wanted.
  expect(Math.abs((stroke?.size ?? 0) - 0.7)).toBeGreaterThan(1e-4);
  const answered = checkReducer(second, { type: "answer", seen: "right" });
  expect(answered.run?.trials[1]).toEqual({ size: stroke?.size, answer: "right", easy: false });
  // In arc minutes at two metres, with the pixels of this phone.
  const drawn = ((stroke?.pixels ?? 0) * (85.6 / 535 / 3)) / (2000 * Math.tan(Math.PI / 10800));
  expect(stroke?.size).toBeCloseTo(Math.log10(drawn), 9);
});

test("each random number below 1 shows one of the four directions", () => {
  const shown = [0, 0.25, 0.5, 0.75, 0.999].map(
    (random) => checkReducer(started(), { type: "show", random }).trial?.seen,
  );
  expect(shown).toEqual(["right", "down", "left", "up", "up"]);
});

test("a letter that was not seen is recorded as not seen, and not as a wrong answer", () => {
  const shown = checkReducer(started(), { type: "show", random: 0 });
  const answered = (seen: Direction | "unseen") =>
    checkReducer(shown, { type: "answer", seen }).run?.trials[0]?.answer;
  expect(answered("unseen")).toBe("unseen");
  expect(answered("left")).toBe("wrong");
  expect(answered("right")).toBe("right");
});

test("a second press before the next letter is no answer", () => {
  const shown = checkReducer(started(), { type: "show", random: 0 });
  const once = checkReducer(shown, { type: "answer", seen: "up" });
  expect(once.trial).toBeNull();
  expect(checkReducer(once, { type: "answer", seen: "up" })).toBe(once);
});

test("the last answer can be taken back, also the one that finished the eye", () => {
  const one = play(
    [
      { type: "show", random: 0 },
      { type: "answer", seen: "up" },
    ],
    started(),
  );
  expect(checkReducer(one, { type: "undo" }).run?.trials).toEqual([]);
  const finished = answerAll(started(), (size) => size > 0.2);
  expect(finished.screen).toEqual({ kind: "ready", part: "left" });
  const undone = checkReducer(finished, { type: "undo" });
  expect(undone.screen).toEqual({ kind: "trials", part: "right" });
  expect(undone.outcomes.right).toBeNull();
  expect(answerAll(undone, (size) => size > 0.2).outcomes).toEqual(finished.outcomes);
});

test("answers of a finished eye cannot be taken back while the next eye is checked", () => {
  const left = play(
    [{ type: "begin" }, { type: "area", shortSide: PHONE_SHORT_SIDE }, { type: "undo" }],
    answerAll(started(), (size) => size > 0.2),
  );
  expect(left.screen).toEqual({ kind: "trials", part: "left" });
  expect(left.outcomes.right).not.toBeNull();
});

test("an answer is not taken back while the letters are paused", () => {
  const paused = play(
    [{ type: "show", random: 0 }, { type: "answer", seen: "up" }, { type: "pause" }],
    started(),
  );
  expect(checkReducer(paused, { type: "undo" })).toBe(paused);
});

test("a hidden page pauses, and the run goes on with the same letter", () => {
  const one = play(
    [
      { type: "show", random: 0 },
      { type: "answer", seen: "up" },
    ],
    started(),
  );
  const shown = checkReducer(one, { type: "show", random: 0.9 });
  const paused = checkReducer(shown, { type: "pause" });
  expect([paused.screen.kind, paused.trial]).toEqual(["paused", null]);
  expect(checkReducer(paused, { type: "answer", seen: "up" })).toBe(paused);
  expect(checkReducer(paused, { type: "show", random: 0 })).toBe(paused);
  const resumed = checkReducer(paused, { type: "resume" });
  expect(resumed.screen.kind).toBe("trials");
  expect(resumed.run).toBe(one.run);
  // What a phone sent before the pause may arrive after it, and must not count for another letter.
  expect(checkReducer(resumed, { type: "show", random: 0 }).trial).toBe(shown.trial);
});

test("another zoom asks for the card again and keeps finished eyes", () => {
  const left = play(
    [{ type: "begin" }, { type: "area", shortSide: PHONE_SHORT_SIDE }],
    answerAll(started(), (size) => size > 0.2),
  );
  const zoomed = checkReducer(left, { type: "displayed", display: { ...phone, ratio: 3.3 } });
  expect([zoomed.screen.kind, zoomed.problem]).toEqual(["fit", "displayChanged"]);
  expect([zoomed.run, zoomed.calibration]).toEqual([null, null]);
  const again = play(
    [
      { type: "fitted", display: { ...phone, ratio: 3.3 } },
      { type: "confirmed", fits: true },
    ],
    zoomed,
  );
  expect(again.screen).toEqual({ kind: "ready", part: "left" });
  expect(again.outcomes.right).toEqual(left.outcomes.right);
});

test("another zoom keeps the result", () => {
  const ended = checkReducer(started(), { type: "stop" });
  const zoomed = checkReducer(ended, { type: "displayed", display: { ...phone, ratio: 3.3 } });
  expect(zoomed).toBe(ended);
});

test("another zoom while the card is fitted keeps the frame", () => {
  const fit = play([{ type: "back" }, { type: "back" }], play(setUp().slice(0, -1)));
  expect([fit.screen.kind, fit.longSide]).toEqual(["fit", 535]);
  expect(checkReducer(fit, { type: "displayed", display: { ...phone, ratio: 3.3 } })).toBe(fit);
});

test("the same display, also turned, changes nothing", () => {
  const check = started();
  expect(checkReducer(check, { type: "displayed", display: phone })).toBe(check);
});

test("a window that becomes smaller starts the eye again, a larger one does not", () => {
  const one = play(
    [
      { type: "show", random: 0 },
      { type: "answer", seen: "up" },
    ],
    started(),
  );
  expect(checkReducer(one, { type: "area", shortSide: PHONE_SHORT_SIDE + 300 })).toBe(one);
  // The largest letter still fits: it is 11 strokes of 98 pixels wide.
  expect(checkReducer(one, { type: "area", shortSide: PHONE_SHORT_SIDE - 2 })).toBe(one);
  const smaller = checkReducer(one, { type: "area", shortSide: 700 });
  expect(smaller.screen).toEqual({ kind: "ready", part: "right" });
  expect([smaller.problem, smaller.run]).toEqual(["windowSmaller", null]);
});

test("a size that is reported during a pause before the first letter starts nothing", () => {
  const paused = play([...setUp(), { type: "begin" }, { type: "pause" }]);
  expect(checkReducer(paused, { type: "area", shortSide: PHONE_SHORT_SIDE })).toBe(paused);
});

test("what belongs to another screen changes nothing", () => {
  const confirm = play(setUp().slice(0, 5));
  expect(checkReducer(confirm, { type: "resizeFrame", longSide: 400 })).toBe(confirm);
  const ready = play(setUp());
  expect(checkReducer(ready, { type: "pause" })).toBe(ready);
  expect(checkReducer(ready, { type: "resume" })).toBe(ready);
  expect(checkReducer(ready, { type: "noSightSince", isKnown: true })).toBe(ready);
  const trials = started();
  expect(checkReducer(trials, { type: "noSight", part: "right" })).toBe(trials);
});

test("contradicting answers give no number", () => {
  const easy = [12, 18, 24, 30];
  const right = answerAll(started(), (size, trial) => size > 0.2 && !easy.includes(trial));
  expect(right.outcomes.right).toEqual({ kind: "unreliable" });
});

test("ending early gives no number", () => {
  const one = play(
    [
      { type: "show", random: 0 },
      { type: "answer", seen: "up" },
    ],
    started(),
  );
  const ended = play([{ type: "pause" }, { type: "stop" }], one);
  expect(ended.screen.kind).toBe("result");
  expect(ended.outcomes).toEqual({ right: null, left: null, near: null });
});

function bothEyes(display: Display): Check {
  const first = play([
    ...setUp("helper", display),
    { type: "begin" },
    { type: "area", shortSide: PHONE_SHORT_SIDE },
  ]);
  const left = play(
    [{ type: "begin" }, { type: "area", shortSide: PHONE_SHORT_SIDE }],
    answerAll(first, (size) => size > 0.2),
  );
  return answerAll(left, (size) => size > 0.4);
}

test("near sight is offered on phones that can draw N5, and measured at 40 cm", () => {
  const offered = bothEyes(phone);
  expect(offered.screen.kind).toBe("offerNear");
  const near = play(
    [
      { type: "near", wanted: true },
      { type: "begin" },
      { type: "area", shortSide: PHONE_SHORT_SIDE },
    ],
    offered,
  );
  expect(near.geometry?.distance).toBe(400);
  expect(answerAll(near, (size) => size > 0.3).screen.kind).toBe("result");
  // Too coarse for N5.
  expect(bothEyes({ ...phone, ratio: 1.5 }).screen.kind).toBe("result");
  expect(bothEyes({ ...phone, isTouch: false }).screen.kind).toBe("result");
});

test("with three device pixels for each CSS pixel, letters smaller than N5 are asked too", () => {
  const near = play([{ type: "near", wanted: true }, ...begin], bothEyes(phone));
  const { outcomes } = answerAll(near, () => true);
  expect((outcomes.near as Estimate).size).toBeLessThan(N5_AT_40_CM);
});

test("with fewer device pixels near sight is N5 or better at most", () => {
  const near = play(
    [
      { type: "near", wanted: true },
      { type: "begin" },
      { type: "area", shortSide: PHONE_SHORT_SIDE },
    ],
    bothEyes({ ...phone, ratio: 2 }),
  );
  const { outcomes } = answerAll(near, () => true);
  expect(outcomes.near).toMatchObject({ orBetter: true, size: N5_AT_40_CM });
  expect(nearPrint(outcomes.near as Estimate)).toBe("N5 or better");
});

test("an eye that is known not to see is skipped, and the other one is checked", () => {
  const ready = play(setUp());
  const skipped = play(
    [
      { type: "noSight", part: "right" },
      { type: "noSightSince", isKnown: true },
    ],
    ready,
  );
  expect(skipped.screen).toEqual({ kind: "ready", part: "left" });
  expect(skipped.outcomes.right).toEqual({ kind: "noSight" });
  const undone = checkReducer(skipped, { type: "undo" });
  expect([undone.screen, undone.outcomes.right]).toEqual([{ kind: "ready", part: "right" }, null]);
  const both = play(
    [
      { type: "noSight", part: "left" },
      { type: "noSightSince", isKnown: true },
    ],
    skipped,
  );
  expect(both.screen.kind).toBe("result");
});

test("a loss of sight that nobody knows leads to the urgent page, also in the middle", () => {
  const paused = checkReducer(started(), { type: "pause" });
  const asked = checkReducer(paused, { type: "noSight", part: "right" });
  expect(asked.screen).toEqual({ kind: "noSight", part: "right" });
  expect(checkReducer(asked, { type: "back" })).toEqual(paused);
  const urgent = checkReducer(asked, { type: "noSightSince", isKnown: false });
  expect([urgent.screen.kind, urgent.run, urgent.pairing]).toEqual(["urgent", null, 0]);
});

test("a phone that is connected again in the middle of an eye keeps its answers", () => {
  const one = play(
    [
      { type: "show", random: 0 },
      { type: "answer", seen: "up" },
      { type: "pause" },
      { type: "pair" },
      { type: "paired" },
    ],
    started(),
  );
  expect(one.screen).toEqual({ kind: "paused", part: "right" });
  expect(one.run?.trials).toHaveLength(1);
});

test("an answer for a letter that is no longer shown changes nothing", () => {
  const first = checkReducer(started(), { type: "show", random: 0 });
  const { trial } = first;
  const another = play(
    [{ type: "answer", seen: "up" }, { type: "undo" }, { type: "show", random: 0.9 }],
    first,
  );
  expect(checkReducer(another, { type: "answer", seen: "up", trial })).toBe(another);
  const answered = checkReducer(first, { type: "answer", seen: "up", trial });
  expect(answered.run?.trials).toHaveLength(1);
});

test("the results of one person are not kept for another one", () => {
  const right = answerAll(started(), (size) => size > 0.2);
  // A loss of sight that nobody knows ends the check. Whoever goes back begins a new one.
  const urgent = play(
    [
      { type: "noSight", part: "left" },
      { type: "noSightSince", isKnown: false },
    ],
    right,
  );
  const begun = play([{ type: "back" }, ...setUp().slice(1)], urgent);
  expect(begun.screen).toEqual({ kind: "ready", part: "right" });
  expect(begun.outcomes.right).toBeNull();
  // The card is fitted again for the same person, whose age is known.
  const fit = checkReducer(right, { type: "displayed", display: laptop });
  expect(fit.screen.kind).toBe("fit");
  expect(checkReducer(fit, { type: "back" })).toBe(fit);
});

test("Back while a phone is connected again returns to the letters and keeps the distance", () => {
  const one = play(
    [{ type: "show", random: 0 }, { type: "answer", seen: "up" }, { type: "pause" }],
    play([...setUpWithPhone, ...begin]),
  );
  const back = play([{ type: "pair" }, { type: "back" }], one);
  expect(back.screen).toEqual({ kind: "paused", part: "right" });
  expect(back.run).toBe(one.run);
  const ready = play([...setUp(), { type: "pair" }, { type: "back" }]);
  expect(ready.screen).toEqual({ kind: "ready", part: "right" });
});

test("there is nothing to take back before the first answer", () => {
  const shown = checkReducer(started(), { type: "show", random: 0 });
  expect(checkReducer(shown, { type: "undo" })).toBe(shown);
});

test("a browser that cannot draw ends the check without a number, and says so", () => {
  const ended = checkReducer(started(), { type: "cannotDraw" });
  expect([ended.screen.kind, ended.problem, ended.outcomes.right]).toEqual([
    "result",
    "cannotDraw",
    null,
  ]);
});

test("Back leads through the set-up, and pauses letters instead of losing them", () => {
  let check = play(setUp());
  const seen: string[] = [];
  for (let step = 0; step < 7 && check.screen.kind !== "start"; step += 1) {
    check = checkReducer(check, { type: "back" });
    seen.push(check.screen.kind);
  }
  expect(seen).toEqual(["distance", "way", "fit", "age", "warning", "start"]);
  const one = play(
    [
      { type: "show", random: 0 },
      { type: "answer", seen: "up" },
    ],
    started(),
  );
  const paused = checkReducer(one, { type: "back" });
  expect([paused.screen.kind, paused.run?.trials.length]).toEqual(["paused", 1]);
});

test("Back on the question since when an eye cannot see returns to the eye", () => {
  const asked = play([...setUp(), { type: "noSight", part: "right" }, { type: "back" }]);
  expect(asked.screen).toEqual({ kind: "ready", part: "right" });
});

test("Back on the advice for a child returns to the age", () => {
  const child = play([
    ...setUp().slice(0, 2),
    { type: "aged", isChild: true, display: phone },
    { type: "back" },
  ]);
  expect(child.screen).toEqual({ kind: "age" });
});

test("Back changes nothing where answers would be lost or nothing is before", () => {
  const left = answerAll(started(), (size) => size > 0.2);
  const paused = checkReducer(started(), { type: "pause" });
  for (const check of [newCheck, left, paused, bothEyes(phone), bothEyes(laptop)]) {
    expect(checkReducer(check, { type: "back" })).toBe(check);
  }
});
