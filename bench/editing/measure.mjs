// Opens an article in the desk's editor and types. Prints as JSON: for each key the milliseconds until the preview shows it,
// and the bytes of the scripts and style sheets that the editor adds to the desk.
//
//     node measure.mjs ORIGIN STAFF_NAME PASSWORD DOCUMENT ROUNDS
import { launch } from "../harness/browser.mjs";

const [origin, name, password, article, rounds] = process.argv.slice(2);
const PREVIEW_TIMEOUT_MS = 60_000;

const browser = await launch();
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, baseURL: origin });
  await page.goto("/desk");
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByLabel("Discount code").waitFor();
  await page.goto("/desk/content");
  await page.getByRole("heading", { name: "Content" }).waitFor();
  const desk = await page.evaluate(bytesOfCode);
  await page.goto(`/desk/content/${article.replace(/\.md$/, "")}`);
  const editor = page.getByRole("textbox", { name: "Text", exact: true });
  await editor.waitFor();
  await page.frameLocator("iframe[title='Preview of the page']").getByRole("main").waitFor();
  const withEditor = await page.evaluate(bytesOfCode);
  await editor.focus();
  await page.keyboard.press("ControlOrMeta+End");
  const times = [];
  for (let round = 0; round < Number(rounds); round += 1) {
    const word = ` benchmark${round}x`;
    await page.evaluate(noteNextInput);
    await page.keyboard.insertText(word);
    times.push(await page.evaluate(timeUntilPreviewShows, { word, timeout: PREVIEW_TIMEOUT_MS }));
    // Until the draft is saved too, so that every round starts from the same state.
    await page.getByText("Everything is saved.").waitFor({ timeout: PREVIEW_TIMEOUT_MS });
  }
  console.log(JSON.stringify({ times, desk, withEditor }));
} finally {
  await browser.close();
}

/** Runs in the page. The compressed size, also of files that came from the cache. */
function bytesOfCode() {
  return performance
    .getEntriesByType("resource")
    .filter(({ name }) => /\.(js|css)$/.test(new URL(name).pathname))
    .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
}

/** Runs in the page before a key. */
function noteNextInput() {
  window.addEventListener("beforeinput", () => (window.typedAt = performance.now()), { capture: true, once: true });
}

/** Runs in the page after a key. Looks in every frame that is painted. */
function timeUntilPreviewShows({ word, timeout }) {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    requestAnimationFrame(function look() {
      const { body } = document.querySelector("iframe[title='Preview of the page']").contentDocument;
      if (body?.textContent.includes(word.trim())) resolve(performance.now() - window.typedAt);
      else if (performance.now() - startedAt > timeout) reject(new Error("the preview does not show the text"));
      else requestAnimationFrame(look);
    });
  });
}
