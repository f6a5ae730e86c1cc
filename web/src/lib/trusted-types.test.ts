import { afterEach, expect, test, vi } from "vitest";
import { workerUrl } from "./trusted-types";

afterEach(() => vi.unstubAllGlobals());

test("without Trusted Types the URL is a plain string", () => {
  expect(workerUrl()).toBe("/sw.js");
});

test("with Trusted Types the URL comes from the policy named clinic, which rejects any other URL", () => {
  const rules: { createScriptURL(url: string): string }[] = [];
  const createPolicy = vi.fn((_name: string, given: { createScriptURL(url: string): string }) => {
    rules.push(given);
    return { createScriptURL: (url: string) => `trusted:${given.createScriptURL(url)}` };
  });
  vi.stubGlobal("trustedTypes", { createPolicy });
  expect(workerUrl()).toBe("trusted:/sw.js");
  expect(createPolicy).toHaveBeenCalledWith("clinic", expect.anything());
  expect(() => rules[0]?.createScriptURL("/other.js")).toThrow(TypeError);
});
