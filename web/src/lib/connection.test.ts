import { afterEach, expect, test, vi } from "vitest";
import { isFast, savesData } from "./connection";

afterEach(() => vi.unstubAllGlobals());

test.each([
  [undefined, false, false],
  [{ effectiveType: "4g", saveData: false }, true, false],
  [{ effectiveType: "3g", saveData: false }, false, false],
  [{ effectiveType: "4g", saveData: true }, false, true],
])("connection %j: fast %s, saves data %s", (connection, fast, saves) => {
  vi.stubGlobal("navigator", { connection });
  expect(isFast()).toBe(fast);
  expect(savesData()).toBe(saves);
});
