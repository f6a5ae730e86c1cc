// The official EmailJS browser SDKs, unchanged, against our server: it must behave as EmailJS does.
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import { getProof } from "./api-player";
import { newAddress } from "./claim-form";
import { codesMailedTo } from "./mailed-codes";
import { expect, test } from "./site-test";

const { resolve } = createRequire(import.meta.url);

const SDKS = {
  "version 3": resolve("emailjs-browser-3/dist/email.min.js"),
  "version 4": resolve("@emailjs/browser/dist/email.min.js"),
};

type Fields = { email: string; proof: string };
type Ids = { service: string; template: string; user: string };
type SdkResponse = { status: number; text: string };

const IDS: Ids = { service: "clinic", template: "discount", user: "website" };

/** A page on our origin without the content security policy, which would block the SDK's script. */
async function openForm(page: Page, sdk: string): Promise<void> {
  const html = `<!doctype html><title>Form</title>
    <form><input name="email"><input name="proof"></form>`;
  await page.route("**/form", (route) => route.fulfill({ contentType: "text/html", body: html }));
  await page.goto("/form");
  await page.addScriptTag({ path: sdk });
}

/** What sendForm resolves with, rejects with or throws. */
async function send(
  page: Page,
  fields: Fields,
  ids: Partial<Ids> = {},
): Promise<SdkResponse | string> {
  return page.evaluate(
    async ({ fields, ids }) => {
      const { emailjs } = window as unknown as {
        emailjs: {
          init(key: string, origin: string): void;
          sendForm(service: string, template: string, form: string): Promise<SdkResponse>;
        };
      };
      for (const [name, value] of Object.entries(fields)) {
        const input = document.querySelector<HTMLInputElement>(`[name="${name}"]`);
        if (input) input.value = value;
      }
      emailjs.init(ids.user, location.origin);
      try {
        const { status, text } = await emailjs.sendForm(ids.service, ids.template, "form");
        return { status, text };
      } catch (failure) {
        if (typeof failure === "string") return failure;
        const { status, text } = failure as SdkResponse;
        return { status, text };
      }
    },
    { fields, ids: { ...IDS, ...ids } },
  );
}

for (const [version, sdk] of Object.entries(SDKS)) {
  test.describe(`EmailJS SDK ${version}`, () => {
    test("sends a claim", async ({ page }) => {
      const email = newAddress();
      await openForm(page, sdk);
      const proof = await getProof();
      expect(await send(page, { email, proof })).toEqual({ status: 200, text: "OK" });
      await expect
        .poll(() => codesMailedTo(email))
        .toEqual([expect.stringMatching(/^EYE5-[0-9A-Z]{4}-[0-9A-Z]{4}$/)]);
    });

    test("gets errors for an unknown id, an unusable address and an invalid proof", async ({
      page,
      browserErrors,
    }) => {
      browserErrors.allow(/status of 4\d\d .*send-form/);
      await openForm(page, sdk);
      const fields = { email: newAddress(), proof: "made-up" };
      for (const [ids, name] of [
        [{ user: "unknown" }, "user_id"],
        [{ service: "another" }, "service_id"],
        [{ template: "another" }, "template_id"],
      ] as const) {
        expect(await send(page, fields, ids)).toEqual({
          status: 400,
          text: expect.stringContaining(`The ${name} is not known.`),
        });
      }
      expect(await send(page, { ...fields, email: "no address" })).toMatchObject({ status: 422 });
      expect(await send(page, fields)).toEqual({
        status: 412,
        text: expect.stringContaining("Please play again and find every difference"),
      });
    });

    test("rejects missing ids itself and sends nothing", async ({ page }) => {
      await openForm(page, sdk);
      const requested: string[] = [];
      page.on("request", (request) => requested.push(request.url()));
      const fields = { email: newAddress(), proof: "" };
      expect(await send(page, fields, { service: "" })).toMatch(/^The service ID is required/);
      expect(await send(page, fields, { template: "" })).toMatch(/^The template ID is required/);
      expect(requested).toEqual([]);
    });
  });
}
