import { afterEach, expect, test, vi } from "vitest";
import { savesData } from "./connection";

afterEach(() => vi.unstubAllGlobals());

test.each([
  [undefined, false],
  [{ saveData: false }, false],
  [{ saveData: true }, true],
])("connection %j: saves data %s", (connection, saves) => {
  vi.stubGlobal("navigator", { connection });
  expect(savesData()).toBe(saves);
});
