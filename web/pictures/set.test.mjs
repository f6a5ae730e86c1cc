import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { THINGS } from "./compound/yard.mjs";
import { OPERATIONS } from "./differences.mjs";
import { scenes as secondScenes } from "./level-2.mjs";
import { scenes as thirdScenes } from "./level-3.mjs";
import { choices } from "./random.mjs";
import { drawLevel, drawSet, sceneNames } from "./set.mjs";
import { group } from "./svg.mjs";
import { withArticle } from "./words.mjs";

const folder = `${import.meta.dirname}/`;
const SEEDS = Array.from({ length: 20 }, (_, i) => i + 1);

test("the same seed gives the same files, another seed gives others", () => {
  expect(drawSet(7)).toStrictEqual(drawSet(7));
  for (const file of ["level-1.svg", "level-2.svg", "level-3.svg"]) {
    expect(drawSet(7)[file]).not.toBe(drawSet(8)[file]);
  }
});

test("levels 2 and 3 have at least three scenes, and seeds choose all of them", () => {
  const [, second, third] = sceneNames();
  expect(second.length).toBeGreaterThanOrEqual(3);
  expect(third.length).toBeGreaterThanOrEqual(3);
  for (const [level, names] of sceneNames().entries()) {
    const chosen = SEEDS.map((seed) => drawLevel(seed, level).scene);
    expect(new Set(chosen)).toEqual(new Set(names));
  }
});

describe.each(sceneNames().flatMap((names, level) => names.map((name) => [level, name])))(
  "level %i, %s",
  (level, name) => {
    const drawn = SEEDS.map((seed) => drawLevel(seed, level, name));

    test("has the spots of its level, each with a label of its own", () => {
      for (const { spots } of drawn) {
        expect(spots.map(({ id }) => id)).toStrictEqual([1, 2, 3, 4, 5].slice(0, level ? 5 : 1));
        // Two stars or differences that sound alike could not be told apart in the list of what was missed.
        expect(new Set(spots.map(({ label }) => label)).size).toBe(spots.length);
      }
    });

    test("is written without an undefined value", () => {
      for (const { svg, fields, spots } of drawn) {
        expect(`${svg}${JSON.stringify([fields, spots])}`).not.toMatch(/undefined|NaN|\[object/);
      }
    });

    test("differs from seed to seed", () => {
      expect(new Set(drawn.map(({ svg }) => svg)).size).toBe(SEEDS.length);
    });
  },
);

test("a picture is described with the parts that were drawn", () => {
  const words = {
    beach: { "#C79A5B": "thatched roof", "#A8432E": "red roof", "#5E9795": "blue-green roof" },
    market: {
      "#BE9238": "under a full moon",
      "#A9A487": "under a pale full moon",
      "#B5613E": "under a reddish full moon",
    },
  };
  for (const [scene, byColour] of Object.entries(words)) {
    const said = new Set();
    for (const seed of SEEDS) {
      const { svg, fields } = drawLevel(seed, 1, scene);
      for (const [colour, text] of Object.entries(byColour)) {
        expect(fields.alt.includes(text), `${scene}, seed ${seed}: ${text}`).toBe(
          svg.includes(colour),
        );
        if (fields.alt.includes(text)) said.add(text);
      }
    }
    expect(said.size).toBe(3);
  }
});

test("the market says what its bowls, its cloth and its sky are like", () => {
  const texts = SEEDS.map((seed) => drawLevel(seed, 1, "market").fields.alt);
  for (const words of ["bowls of", "bowls and", "red flowered", "at nightfall", "at night:"]) {
    expect(texts.filter((text) => text.includes(words)).length, words).toBeGreaterThan(0);
  }
});

test("the compound names what stands in its yard", () => {
  const texts = SEEDS.map((seed) => drawLevel(seed, 2, "compound").fields.alt);
  expect(new Set(texts.map((text) => /in the yard (.*?)\./.exec(text)?.[1])).size).toBeGreaterThan(
    5,
  );
  for (const text of texts)
    expect(text.match(/in the yard a [a-z ]+(, a [a-z ]+){4} and a [a-z ]+\./)).not.toBeNull();
});

/** The things that only some drawings of a scene have: their words, and what is drawn (the name of a part, or shapes). */
const OPTIONAL = {
  classroom: {
    pencils: "M-6-20l-6-24M0-20v-28M6-20l7-22",
    "an apple": "M3-28q8-8 15-2q-7 7-15 2z",
    glasses: "M-5-14q5-5 10 0",
    "a pile of books": '<rect x="-26" y="-20" width="54"',
  },
  waterfront: { "a bicycle": /^bicycle$/, "a cat": /^cat$/ },
  "waiting-room": {
    "a picture of an eye": /^picture of an eye$/,
    "a picture of an iris": /^picture of an iris$/,
    "a picture of a boat": /^picture of a boat$/,
    "a bag": /^bag on the .* chair$/,
    "a hat": /^hat on the .* chair$/,
    "a cushion": /^cushion on the .* chair$/,
    "a pile of books": /^pile of books on the .* chair$/,
    "an umbrella": /^umbrella on the .* chair$/,
    "a screen": /^screen on the desk$/,
    "a vase": /^vase on the desk$/,
    "a pot of pens": /^pot of pens on the desk$/,
    "a bell": /^bell on the desk$/,
    "a pile of files": /^pile of files on the desk$/,
    "a magazine": /^magazine on the table$/,
    "a glass of water": /^glass of water on the table$/,
    "a teapot": /^teapot on the table$/,
    "a spectacle case": /^spectacle case on the table$/,
  },
  "bus-park": {
    ...Object.fromEntries(
      ["bag", "sack", "box", "basket"].map((kind) => [
        `a ${kind}`,
        RegExp(`^${kind} .* of the (roof|bench)$`),
      ]),
    ),
    "a traffic cone": /^traffic cone$/,
    "a stack of tyres": /^stack of tyres$/,
    "a hen": /^hen$/,
    "a football": /^football$/,
    "a jerrycan": /^jerrycan$/,
    "billboard with an eye": /^eye on the billboard$/,
    "billboard with spectacles": /^pair of spectacles on the billboard$/,
  },
  compound: Object.fromEntries(THINGS.map((kind) => [withArticle(kind), RegExp(`^${kind}$`)])),
};

test.each(Object.entries(OPTIONAL))(
  "%s is described with what is drawn and nothing else",
  (name, things) => {
    const scene = [...secondScenes, ...thirdScenes].find((scene) => scene.name === name);
    const [drawn, missing] = [new Set(), new Set()];
    for (let seed = 1; seed <= 200; seed++) {
      const look = scene.choose(choices(seed, name));
      const alt = scene.alt(look);
      // A longer one would be refused when the set is read.
      expect(alt.length, alt).toBeLessThanOrEqual(400);
      const parts = [];
      const tag = (part) => {
        parts.push(part.name);
        return part.draw(part.colour);
      };
      const { shapes } = scene.draw(look, name === "classroom" ? () => () => "" : tag);
      const svg = group({}, shapes);
      for (const [words, shape] of Object.entries(things)) {
        const isDrawn =
          typeof shape === "string" ? svg.includes(shape) : parts.some((part) => shape.test(part));
        (isDrawn ? drawn : missing).add(words);
        expect(RegExp(`\\b${words}\\b`).test(alt), `seed ${seed}, ${words}: ${alt}`).toBe(isDrawn);
      }
    }
    // Each is there in some drawings and not in others.
    expect(drawn).toEqual(new Set(Object.keys(things)));
    expect(missing).toEqual(new Set(Object.keys(things)));
  },
);

test("differences are made by all six operations", () => {
  const made = new Set(SEEDS.flatMap((seed) => drawLevel(seed, 2).operations));
  expect(made).toEqual(new Set(OPERATIONS));
});

/** Commands, separators and numbers. Browsers and resvg leave out what follows an error. */
const PATH_DATA = /^(?:[MLHVCSQTAZ]|[ ,]|-?(?:\d+(?:\.\d+)?|\.\d+))*$/i;

test("every path can be read to its end", () => {
  const names = sceneNames().flatMap((scenes, level) => scenes.map((name) => [level, name]));
  for (const [level, name] of names) {
    const { svg } = drawLevel(1, level, name);
    const paths = [...svg.matchAll(/ d="([^"]*)"/g)].map(([, data]) => data);
    expect(paths.filter((data) => !PATH_DATA.test(data))).toStrictEqual([]);
  }
});

test("an unknown scene is refused by name", () => {
  expect(() => drawLevel(1, 1, "harbour")).toThrow('Level 2 has no scene "harbour".');
});

test("the drawing uses no API of Node.js or of a browser, because the server runs it in its own engine", () => {
  const programs = ["build.mjs", "contact-sheet.mjs"];
  const modules = readdirSync(folder, { recursive: true })
    .map(String)
    .filter((file) => file.endsWith(".mjs") && !file.endsWith(".test.mjs"))
    .filter((file) => !programs.includes(file));
  expect(modules.length).toBeGreaterThan(20);
  for (const file of modules) {
    const text = readFileSync(folder + file, "utf8");
    const imported = [...text.matchAll(/from "([^"]+)"/g)].map(([, from]) => from);
    expect(imported.filter((from) => !from.startsWith("."))).toStrictEqual([]);
    expect(text).not.toMatch(/\b(process|console|document|window|Math\.random|Date)\./);
  }
});
