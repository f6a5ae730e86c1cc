// The whole way of an article with a photograph, on a phone and by keyboard alone: written, previewed, published, seen by
// a visitor, corrected, restored from the history.
import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { newEditor, previewFrame, saved, textEditor } from "./content-editor";
import { signIn } from "./desk-staff";
import { press, pressByKeyboard, tabTo } from "./keyboard";
import { test } from "./own-site-test";
import { PLACE, phonePhoto } from "./phone-photo";
import { expect } from "./site-test";

test.use({ viewport: { width: 360, height: 800 } });

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });

test("an article with a photograph is written, published, corrected and restored by keyboard", async ({
  page,
  server,
  browserErrors,
}) => {
  // The recorder of Playwright's traces reads the photo that is shown before the upload.
  browserErrors.allow(/Connecting to 'blob:/);
  await signIn(page, newEditor(server));
  await page.goto("/desk/content");
  const name = randomUUID().slice(0, 8);
  await pressByKeyboard(page, button(page, "New article"));
  await tabTo(page, page.getByLabel("Title"));
  await page.keyboard.type(`Photo ${name}`);
  await page.keyboard.press("Enter");
  await expect(textEditor(page)).toBeVisible();

  await tabTo(page, textEditor(page));
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("We came to a school with our lamps.");
  // The toolbar is one stop of the Tab key; the arrows move inside it.
  await press(page, "Alt+F10");
  await tabTo(page, button(page, /^Picture/), "ArrowRight");
  await page.keyboard.press("Enter");
  await pressByKeyboard(page, button(page, "Upload a new picture"));
  const chooser = page.waitForEvent("filechooser");
  await pressByKeyboard(page, button(page, "Choose a file or take a photo"));
  await (await chooser).setFiles({
    name: "IMG_2031.jpg",
    mimeType: "image/jpeg",
    buffer: await phonePhoto(page),
  });
  await tabTo(page, page.getByLabel("What the picture shows"));
  await page.keyboard.type(`Two nurses at school ${name}`);
  await pressByKeyboard(page, button(page, "Upload"));
  await expect(page.getByLabel("Description")).toHaveValue(`Two nurses at school ${name}`);
  await pressByKeyboard(page, button(page, "Add picture"));
  const shown = textEditor(page).getByRole("img", { name: `Two nurses at school ${name}` });
  await expect(shown).toBeVisible();
  await expect
    .poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalHeight))
    .toBeGreaterThan(1000);
  await tabTo(page, page.getByLabel("Summary"));
  await page.keyboard.type("A visit to a school.");
  await pressByKeyboard(page, button(page, "Choose a picture"));
  const pictures = page.getByRole("dialog", { name: "Choose a picture" });
  await tabTo(page, pictures.getByRole("radio").first());
  await page.keyboard.press("Space");
  await pressByKeyboard(page, button(page, "Use this picture"));
  await expect(pictures).toBeHidden();
  await saved(page);

  const frame = previewFrame(page);
  await expect(frame.getByText("We came to a school with our lamps.")).toBeVisible();
  await expect(frame.getByRole("img", { name: `Two nurses at school ${name}` })).toBeVisible();
  const address = `/articles/photo-${name}`;
  expect((await page.request.get(address)).status()).toBe(404);

  const publish = async (note: string) => {
    await pressByKeyboard(page, page.getByRole("link", { name: "All content" }));
    await pressByKeyboard(page, button(page, /^Publish \d/));
    // The article has no source, so the dialog asks.
    await expect(button(page, "Publish anyway")).toBeVisible();
    await expect(page.getByText("This article names no source.")).toBeVisible();
    await tabTo(page, page.getByLabel("What has changed?"));
    await page.keyboard.type(note);
    await pressByKeyboard(page, button(page, "Publish anyway"));
    await expect(page.getByRole("dialog")).toBeHidden();
  };
  await publish(`First ${name}`);
  const visitor = await page.context().newPage();
  await expect(async () => {
    expect((await page.request.get(address)).status()).toBe(200);
  }).toPass();
  await visitor.goto(address);
  await expect(visitor.getByText("We came to a school with our lamps.")).toBeVisible();
  const photo = visitor.getByRole("img", { name: `Two nurses at school ${name}` });
  await expect(photo).toHaveAttribute("srcset", /-480\.webp 480w, .*-960\.webp 960w/);
  // It is loaded only when it comes near the screen.
  await photo.scrollIntoViewIfNeeded();
  await expect
    .poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalHeight))
    .toBeGreaterThan(0);
  const loaded = await photo.evaluate((image: HTMLImageElement) => image.src);
  const bytes = await (await page.request.get(loaded)).body();
  expect(bytes.includes(PLACE), "the place where the photo was taken is gone").toBe(false);
  // Turned upright: higher than wide.
  const size = await photo.evaluate(({ naturalWidth, naturalHeight }: HTMLImageElement) => ({
    naturalWidth,
    naturalHeight,
  }));
  expect(size.naturalHeight).toBeGreaterThan(size.naturalWidth);
  await visitor.close();

  await page.goto(`/desk/content/articles/photo-${name}`);
  await tabTo(page, textEditor(page));
  await page.keyboard.press("ControlOrMeta+Home");
  await page.keyboard.type("Wrong words. ");
  await saved(page);
  await publish(`Second ${name}`);
  await expect(async () => {
    expect(await (await page.request.get(address)).text()).toContain("Wrong words.");
  }).toPass();
  await pressByKeyboard(page, page.getByRole("link", { name: "History" }));
  const first = page
    .getByRole("listitem")
    .filter({ hasText: `First ${name}` })
    .getByRole("button", { name: "Restore the whole site" });
  await pressByKeyboard(page, first);
  await pressByKeyboard(page, page.getByRole("dialog").getByRole("button", { name: "Restore" }));
  await expect(page.getByText("Restored.")).toBeVisible();
  await expect(async () => {
    expect(await (await page.request.get(address)).text()).not.toContain("Wrong words.");
  }).toPass();
});
