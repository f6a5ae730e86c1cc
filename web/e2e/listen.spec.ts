// "Listen": reading a page aloud. The browsers of the tests have no voices; what happens with one is tested in
// src/read-aloud, with a recorded voice.
import type { Page } from "@playwright/test";
import { axeViolations, horizontalOverflow, smallTargets } from "./accessibility-checks";
import { pressByKeyboard } from "./keyboard";
import { expect, heading, open, test } from "./site-test";

const NO_VOICE = "This device has no English voice of its own";

test("on a device without a voice, a visitor who wants to listen is told", {
  tag: "@journey",
}, async ({ page }) => {
  await open(page, "/articles/glaucoma-the-quiet-thief");
  await pressByKeyboard(page, page.getByRole("button", { name: "Listen" }));
  const player = page.getByRole("group", { name: "Read aloud" });
  await expect(player.getByRole("status")).toContainText(NO_VOICE);
  await player.getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("button", { name: "Listen" })).toBeFocused();
});

/** Voices that say nothing and end when the test says so, in a real engine. */
async function addVoice(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const said: SpeechSynthesisUtterance[] = [];
    let current: SpeechSynthesisUtterance | undefined;
    Object.assign(window, {
      said,
      endSentence: () => {
        const ended = current;
        current = undefined;
        ended?.onend?.(new Event("end") as SpeechSynthesisEvent);
      },
    });
    speechSynthesis.getVoices = () =>
      [{ lang: "en-NG", localService: true }] as SpeechSynthesisVoice[];
    speechSynthesis.cancel = () => {
      current = undefined;
    };
    speechSynthesis.speak = (utterance) => {
      if (!utterance.text) return;
      said.push(utterance);
      current = utterance;
    };
    // The real one refuses a voice that is not its own.
    Object.defineProperty(SpeechSynthesisUtterance.prototype, "voice", {
      writable: true,
      value: null,
    });
  });
}

const said = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    (window as unknown as { said: SpeechSynthesisUtterance[] }).said.map(({ text }) => text),
  );
const endSentence = (page: Page): Promise<void> =>
  page.evaluate(() => (window as unknown as { endSentence: () => void }).endSentence());

/** The marked text of the page. */
const marked = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => {
    const [range] = CSS.highlights.get("read-aloud") ?? [];
    return range?.toString();
  });

test.describe("with a voice", () => {
  test.use({ viewport: { width: 360, height: 800 }, bypassCSP: true });

  test.beforeEach(async ({ page }) => {
    await addVoice(page);
    await page.addInitScript(() => localStorage.setItem("text", "largest"));
  });

  test("an article is read sentence by sentence, marked and in view, until the visitor leaves", async ({
    page,
  }) => {
    await open(page, "/articles/first-aid-for-the-eye");
    await page.getByRole("button", { name: "Listen" }).click();
    const player = page.getByRole("group", { name: "Read aloud" });
    await expect(player.getByRole("button", { name: "Pause" })).toBeFocused();
    await expect.poll(() => marked(page)).toBe("First aid for the eye");
    for (let sentence = 1; sentence <= 25; sentence += 1) {
      await endSentence(page);
      await expect.poll(async () => (await said(page)).length).toBe(sentence + 1);
      const isInView = () =>
        page.evaluate(() => {
          const [range] = CSS.highlights.get("read-aloud") ?? [];
          const { top = -1 } = (range as Range | undefined)?.getBoundingClientRect() ?? {};
          return top >= 0 && top <= innerHeight * 0.75;
        });
      await expect.poll(isInView).toBe(true);
    }
    expect(await axeViolations(page)).toEqual([]);
    expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
    expect(await smallTargets(page)).toEqual([]);

    await player.getByRole("button", { name: "Speed: normal" }).click();
    await expect
      .poll(() =>
        page.evaluate(
          () => (window as unknown as { said: SpeechSynthesisUtterance[] }).said.at(-1)?.rate,
        ),
      )
      .toBe(0.75);
    await page.getByRole("link", { name: "All articles" }).click();
    await expect(heading(page)).toBeVisible();
    await expect.poll(() => marked(page)).toBeUndefined();
    const before = (await said(page)).length;
    await endSentence(page);
    expect(await said(page)).toHaveLength(before);
  });

  test("one of several services is read, with times and numbers as people say them", async ({
    page,
  }) => {
    await open(page, "/services");
    await page.getByRole("button", { name: /^Listen ?: Frames$/ }).click();
    await expect.poll(() => said(page)).toEqual(["Frames"]);
    await page.getByRole("button", { name: /^Listen ?: Eye exams$/ }).click();
    await expect(page.getByRole("group", { name: "Read aloud" })).toHaveCount(1);
    await expect.poll(() => said(page)).toEqual(["Frames", "Eye exams"]);
  });

  test("a question of the urgent page is read, and reading ends with the answer", async ({
    page,
  }) => {
    await open(page, "/urgent");
    await page.getByRole("link", { name: "Start the questions" }).click();
    await page.getByRole("button", { name: "Listen" }).click();
    await expect.poll(async () => (await said(page))[0]).toBe("Question 1 of 25");
    await page.getByRole("button", { name: "Yes" }).click();
    await expect(heading(page)).toHaveText("Go to a hospital with an eye department now");
    await expect(page.getByRole("group", { name: "Read aloud" })).toHaveCount(0);
    await page.getByRole("button", { name: "Listen" }).click();
    await expect
      .poll(async () => (await said(page)).at(-1))
      .toBe("Go to a hospital with an eye department now");
  });
});
