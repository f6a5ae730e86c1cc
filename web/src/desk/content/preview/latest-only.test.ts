import { expect, test } from "vitest";
import { LatestOnly } from "./latest-only";

test("one task runs at a time, and what is overtaken meanwhile is left out", async () => {
  const started: string[] = [];
  const finish: (() => void)[] = [];
  const tasks = new LatestOnly<string>((input) => {
    started.push(input);
    return new Promise((resolve) => finish.push(resolve));
  });
  for (const input of ["a", "b", "c"]) tasks.want(input);
  expect(started).toEqual(["a"]);
  finish[0]?.();
  await Promise.resolve();
  await Promise.resolve();
  expect(started).toEqual(["a", "c"]);
  finish[1]?.();
  await Promise.resolve();
  await Promise.resolve();
  tasks.want("d");
  expect(started).toEqual(["a", "c", "d"]);
});
