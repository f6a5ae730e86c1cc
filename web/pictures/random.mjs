// Choices from a seed. The same seed gives the same choices on every machine: only integer arithmetic is used.

import { seeded } from "./svg.mjs";

/** Choices for one picture. `name` separates the pictures of a set, so that changing one does not change the others. */
export const choices = (seed, name) => {
  let mixed = seed | 0;
  for (const letter of name)
    mixed = Math.imul(mixed ^ letter.charCodeAt(0), 0x01000193) + 0x9e3779b9;
  const next = seeded(mixed | 0);
  const integer = (from, to) => from + Math.floor(next() * (to - from + 1));
  const shuffle = (list) => {
    const rest = [...list];
    return list.map(() => rest.splice(integer(0, rest.length - 1), 1)[0]);
  };
  return {
    integer,
    shuffle,
    pick: (list) => list[integer(0, list.length - 1)],
    /** Several different entries, in random order. */
    some: (list, count) => shuffle(list).slice(0, count),
    /** A list of the given length in which neighbours differ. */
    row: (list, count) => {
      const row = [];
      while (row.length < count) {
        const others = list.filter((entry) => entry !== row.at(-1));
        row.push(others[integer(0, others.length - 1)]);
      }
      return row;
    },
    chance: (share) => next() < share,
  };
};
