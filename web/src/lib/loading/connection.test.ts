import { afterEach, expect, test, vi } from "vitest";
import { isSavingOrSlow, savesData } from "./connection";

afterEach(() => vi.unstubAllGlobals());

test.each([
  [undefined, false, false],
  [{ effectiveType: "4g", saveData: false }, false, false],
  [{ effectiveType: "3g", saveData: false }, false, true],
  [{ effectiveType: "slow-2g", saveData: false }, false, true],
  [{ effectiveType: "4g", saveData: true }, true, true],
])("connection %j: saves data %s, saving or slow %s", (connection, saves, slow) => {
  vi.stubGlobal("navigator", { connection });
  expect(savesData()).toBe(saves);
  expect(isSavingOrSlow()).toBe(slow);
});
