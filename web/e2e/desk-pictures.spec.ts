// Pictures at the desk: upload, drag and drop, refusals, where each is used, replace, delete.
import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { axeViolations, horizontalOverflow, smallTargets } from "./accessibility-checks";
import { newEditor } from "./content-editor";
import { signIn } from "./desk-staff";
import { test } from "./own-site-test";
import { phonePhoto } from "./phone-photo";
import { expect } from "./site-test";
import type { TestServer } from "./test-server";

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
const item = (page: Page, description: string) =>
  page.getByRole("listitem").filter({ hasText: description });

const drawing = (extra = "") =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 30">${extra}<circle cx="20" cy="15" r="9" fill="#084752"/></svg>`;

async function openPictures(page: Page, server: TestServer): Promise<void> {
  await signIn(page, newEditor(server));
  await page.goto("/desk/content/pictures");
  await expect(page.getByRole("heading", { name: "Pictures" })).toBeVisible();
}

async function choose(page: Page, name: string, buffer: Buffer): Promise<void> {
  const type = name.endsWith(".svg") ? "image/svg+xml" : "image/jpeg";
  await page.getByLabel("Picture file").setInputFiles({ name, mimeType: type, buffer });
}

test("a drawing is uploaded without its script, replaced, and deleted while it is not used", async ({
  page,
  server,
}) => {
  const name = `A lens ${randomUUID().slice(0, 8)}`;
  await openPictures(page, server);
  await button(page, "Upload a new picture").click();
  await choose(page, "lens.svg", Buffer.from(drawing("<script>alert(1)</script>")));
  await page.getByLabel("What the picture shows").fill(name);
  await button(page, "Upload").last().click();
  await expect(page.getByText(`Uploaded: ${name}.`)).toBeVisible();
  const thumbnail = item(page, name).locator("img");
  await expect(thumbnail).toBeVisible();
  const served = await page.request.get((await thumbnail.getAttribute("src")) ?? "");
  expect(await served.text()).not.toContain("script");
  await expect(item(page, name)).toContainText("Not used.");

  await button(page, `Change ${name}`).click();
  await page.getByLabel("What the picture shows").fill(`${name} and more`);
  await choose(page, "lens.svg", Buffer.from(drawing("<path d='M0 0h1v1z'/>")));
  await button(page, "Save").click();
  await expect(page.getByRole("dialog")).toBeHidden();
  await button(page, `Delete ${name} and more`).click();
  await button(page, "Delete").last().click();
  await expect(item(page, name)).toBeHidden();
});

test("a photo is dropped, and what cannot be used is refused with a sentence", async ({
  page,
  server,
  browserErrors,
}) => {
  browserErrors.allow(/status of 422/);
  // The recorder of Playwright's traces reads the photo that is shown before the upload.
  browserErrors.allow(/Connecting to 'blob:/);
  const name = `A school ${randomUUID().slice(0, 8)}`;
  await openPictures(page, server);
  await button(page, "Upload a new picture").click();
  await button(page, "Upload").last().click();
  await expect(page.getByText("Choose a picture.")).toBeVisible();
  await expect(page.getByText("Describe the picture in one sentence.")).toBeVisible();
  await page.getByLabel("What the picture shows").fill(name);
  const photo = await phonePhoto(page);
  for (const [file, sentence] of [
    [Buffer.alloc(13 * 1024 * 1024), "This picture is larger than 12 MB."],
    [photo.subarray(0, photo.length / 2), "its end is missing"],
    [Buffer.from("<html><script>alert(1)</script></html>"), "not a picture"],
  ] as const) {
    await choose(page, "photo.jpg", Buffer.from(file));
    await button(page, "Upload").last().click();
    await expect(page.getByRole("dialog")).toContainText(sentence);
  }

  // As if the file was dragged from a folder.
  const dropped = await page.evaluateHandle(
    (bytes) => {
      const data = new DataTransfer();
      data.items.add(new File([Uint8Array.from(bytes)], "dropped.jpg", { type: "image/jpeg" }));
      return data;
    },
    [...photo],
  );
  const zone = page.getByText("JPEG, PNG, WebP or SVG, at most 12 MB.");
  await zone.dispatchEvent("drop", { dataTransfer: dropped });
  await expect(page.getByText("dropped.jpg")).toBeVisible();
  await button(page, "Upload").last().click();
  await expect(page.getByText(`Uploaded: ${name}.`)).toBeVisible();
  await expect(item(page, name)).toContainText("1200 × 1600 pixels");
});

test("a part of a photo and the point that stays visible are chosen with the mouse and the keyboard", async ({
  page,
  server,
  browserErrors,
}) => {
  browserErrors.allow(/Connecting to 'blob:/);
  const name = `A hall ${randomUUID().slice(0, 8)}`;
  await openPictures(page, server);
  await button(page, "Upload a new picture").click();
  await choose(page, "photo.jpg", await phonePhoto(page));
  await page.getByLabel("What the picture shows").fill(name);
  await button(page, "Upload").last().click();
  await expect(item(page, name)).toContainText("1200 × 1600 pixels");
  await page.getByRole("link", { name: `Choose what is shown of ${name}` }).click();

  const part = page.getByRole("slider", { name: "Part that is shown" });
  const point = page.getByRole("slider", { name: "Point that must stay visible" });
  await expect(part).toBeVisible();
  await part.scrollIntoViewIfNeeded();
  const box = await part.boundingBox();
  if (!box) throw new Error("The part is not on the screen.");
  await page.mouse.move(box.x + box.width, box.y + box.height);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width, box.y + box.height / 2, { steps: 4 });
  await page.mouse.up();
  await expect(part).toHaveAttribute("aria-valuetext", /100% wide, (49|50)(\.\d)?% high$/);
  await point.focus();
  await page.keyboard.press("Shift+ArrowUp");
  await expect(point).toHaveAttribute(
    "aria-valuetext",
    /50% from the left, 1\d(\.\d)?% from the top/,
  );
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Saved as a draft.")).toBeVisible();

  await page.getByRole("link", { name: "All pictures" }).click();
  await expect(item(page, name)).toContainText("A part of it is shown.");
  const whole = await item(page, name).locator("img").getAttribute("src");
  const shown = await page.evaluate(async (address) => {
    const response = await fetch(`${address?.split("?")[0]}?view=page`);
    const image = await createImageBitmap(await response.blob());
    return { width: image.width, isHalf: Math.abs(image.height - 800) < 20 };
  }, whole);
  expect(shown).toEqual({ width: 1200, isHalf: true });
});

test("the picture of a document is chosen from the thumbnails", async ({ page, server }) => {
  await openPictures(page, server);
  await page.goto("/desk/content/team/director");
  const field = page.getByRole("group", { name: "Picture", exact: true });
  await expect(field.getByRole("img")).toBeVisible();
  await field.getByRole("button", { name: "Choose another picture" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: "Picture “hero team”" }).check();
  await button(page, "Use this picture").click();
  await expect(field.getByRole("img", { name: "Picture “hero team”" })).toBeVisible();
  await expect(page.getByText("Everything is saved.")).toBeVisible();
  await button(page, "Discard the changes").click();
  await dialog.getByRole("button", { name: "Discard" }).click();
  await expect(button(page, "Discard the changes")).toBeHidden();
});

test("a picture that is used says where, and leads there", async ({ page, server }) => {
  await openPictures(page, server);
  const used = page.getByRole("listitem").filter({ hasText: "Frames" }).first();
  await used.getByRole("link", { name: "Frames", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Frames" })).toBeVisible();
});

test.describe("accessibility", () => {
  test.use({ bypassCSP: true });
  for (const width of [360, 1440]) {
    test(`the pictures are accessible at ${width} px`, async ({ page, server }) => {
      await page.setViewportSize({ width, height: 800 });
      await openPictures(page, server);
      const openFraming = async () => {
        await page.goto("/desk/content/pictures/shown?of=pictures%2Fteam-director.svg");
        await page.getByText("Set it with numbers").click();
      };
      const openUpload = () => button(page, "Upload a new picture").click();
      for (const open of [async () => {}, openUpload, openFraming]) {
        await open();
        expect.soft(await axeViolations(page)).toEqual([]);
        expect.soft(await smallTargets(page)).toEqual([]);
        expect.soft(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
      }
    });
  }
});
