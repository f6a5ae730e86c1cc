import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { ShareButton } from "./ShareButton";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const copied: string[] = [];
const refuse = async () => {
  throw new DOMException("no", "NotAllowedError");
};

async function press(own: object): Promise<string> {
  copied.length = 0;
  vi.stubGlobal("navigator", own);
  render(
    <ShareButton text="My result" url="https://clinic.example/a">
      Share
    </ShareButton>,
  );
  await act(async () => void fireEvent.click(screen.getByRole("button", { name: "Share" })));
  return screen.getByRole("status").textContent ?? "";
}

const clipboard = { writeText: async (text: string) => void copied.push(text) };

test("the share sheet gets the text and the address", async () => {
  const share = vi.fn(async () => {});
  expect(await press({ share, clipboard })).toBe("");
  expect(share).toHaveBeenCalledWith({ text: "My result", url: "https://clinic.example/a" });
  expect(copied).toEqual([]);
});

test("without a share sheet, or when it fails, the text is copied and the visitor is told", async () => {
  for (const own of [{ clipboard }, { clipboard, share: refuse }]) {
    expect(await press(own)).toBe("Copied. Paste it into a message.");
    expect(copied).toEqual(["My result\nhttps://clinic.example/a"]);
    cleanup();
  }
});

test("a visitor who closes the share sheet is told nothing", async () => {
  const share = async () => {
    throw new DOMException("closed", "AbortError");
  };
  expect(await press({ share, clipboard })).toBe("");
  expect(copied).toEqual([]);
});

test("when nothing is allowed, the text is shown to be copied by hand", async () => {
  expect(await press({ clipboard: { writeText: refuse } })).toBe(
    "Your browser did not allow it. Select and copy this: My result\nhttps://clinic.example/a",
  );
});
