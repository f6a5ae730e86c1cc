// The hosted provider's own clients, unchanged, pointed at our server: they must succeed and fail as at home.
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import { PATIENTLY, somebody } from "./claim-form";
import { codesMailedTo } from "./claim-mail";
import { levels } from "./pictures/published";
import { expect, test } from "./visit";

const { resolve } = createRequire(import.meta.url);

const SDKS = {
  "version 3": resolve("emailjs-browser-3/dist/email.min.js"),
  "version 4": resolve("@emailjs/browser/dist/email.min.js"),
};

type Fields = { email: string; proof: string };
type Ids = { service: string; template: string; user: string };
type Answer = { status: number; text: string };

const IDS: Ids = { service: "clinic", template: "discount", user: "website" };

/** A page of our site as far as the browser knows, without the policy that rightly keeps foreign scripts off ours. */
async function openForm(page: Page, sdk: string): Promise<void> {
  const html = `<!doctype html><title>Form</title>
    <form><input name="email"><input name="proof"></form>`;
  await page.route("**/form", (route) => route.fulfill({ contentType: "text/html", body: html }));
  await page.goto("/form");
  await page.addScriptTag({ path: sdk });
}

/** What the client resolves or rejects with; what it throws at once, it would have thrown at its caller. */
async function send(page: Page, fields: Fields, ids: Partial<Ids> = {}): Promise<Answer | string> {
  return page.evaluate(
    async ({ fields, ids }) => {
      const { emailjs } = window as unknown as {
        emailjs: {
          init(key: string, origin: string): void;
          sendForm(service: string, template: string, form: string): Promise<Answer>;
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
        const { status, text } = failure as Answer;
        return { status, text };
      }
    },
    { fields, ids: { ...IDS, ...ids } },
  );
}

/** Plays by the two calls alone, as slowly as the server asks. */
async function prove(page: Page): Promise<string> {
  const { play } = (await (await page.request.post("/api/plays", { data: {} })).json()) as {
    play: string;
  };
  const found = levels.map(({ spots }) => spots.map(({ id }) => id));
  let proof = "";
  await expect(async () => {
    const answer = await page.request.post("/api/plays/finish", { data: { play, found } });
    expect(answer.status()).toBe(200);
    ({ proof } = (await answer.json()) as { proof: string });
  }).toPass(PATIENTLY);
  return proof;
}

for (const [version, sdk] of Object.entries(SDKS)) {
  test.describe(`the provider's client, ${version}`, () => {
    test("sends a claim", async ({ page }) => {
      const email = somebody();
      await openForm(page, sdk);
      const proof = await prove(page);
      expect(await send(page, { email, proof })).toEqual({ status: 200, text: "OK" });
      await expect
        .poll(() => codesMailedTo(email))
        .toEqual([expect.stringMatching(/^EYE5-[0-9A-Z]{4}-[0-9A-Z]{4}$/)]);
    });

    test("is told of an unknown id, an unusable address and a missing proof", async ({
      page,
      trouble,
    }) => {
      trouble.expect(/status of 4\d\d .*send-form/);
      await openForm(page, sdk);
      const fields = { email: somebody(), proof: "made-up" };
      for (const [ids, name] of [
        [{ user: "somebody-else" }, "user_id"],
        [{ service: "another" }, "service_id"],
        [{ template: "another" }, "template_id"],
      ] as const) {
        expect(await send(page, fields, ids)).toEqual({
          status: 400,
          text: expect.stringContaining(`The ${name} is not known here.`),
        });
      }
      expect(await send(page, { ...fields, email: "no address" })).toMatchObject({ status: 422 });
      expect(await send(page, fields)).toEqual({
        status: 412,
        text: expect.stringContaining("Please play, find every difference"),
      });
    });

    test("refuses by itself what the provider would refuse, and sends nothing", async ({
      page,
    }) => {
      await openForm(page, sdk);
      const asked: string[] = [];
      page.on("request", (request) => asked.push(request.url()));
      const fields = { email: somebody(), proof: "" };
      expect(await send(page, fields, { service: "" })).toMatch(/^The service ID is required/);
      expect(await send(page, fields, { template: "" })).toMatch(/^The template ID is required/);
      expect(asked).toEqual([]);
    });
  });
}
