// The desk's text editor in a browser, under the same content security policy as the desk.
import type { Page } from "@playwright/test";
import { expect, test } from "./examples-page";

/** As crates/site/src/documents/content_security_policy.rs writes it, with the policy that ProseMirror creates for pasting. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; " +
  "base-uri 'none'; form-action 'self'; require-trusted-types-for 'script'; trusted-types clinic ProseMirrorClipboard";

const region = "Examples of TextEditor";
const editor = (page: Page) => page.getByRole("textbox", { name: "Text", exact: true });
const tool = (page: Page, name: string) =>
  page.getByRole("toolbar", { name: "Formatting" }).getByRole("button", { name, exact: true });

let consoleProblems: string[] = [];

test.beforeEach(async ({ page, examplesUrl }) => {
  consoleProblems = [];
  page.on("console", (message) => {
    // The pictures of other examples are not there.
    const isMissing = message.text().includes("404 (Not Found)");
    if (!isMissing && (message.type() === "error" || message.type() === "warning")) {
      consoleProblems.push(message.text());
    }
  });
  page.on("pageerror", (error) => consoleProblems.push(error.message));
  await page.route(examplesUrl, async (route) => {
    const response = await route.fetch();
    const headers = { ...response.headers(), "content-security-policy": POLICY };
    await route.fulfill({ response, headers });
  });
  await page.goto(examplesUrl);
  await editor(page).scrollIntoViewIfNeeded();
});

test.afterEach(() => expect(consoleProblems).toEqual([]));

async function markdown(page: Page): Promise<string> {
  await page
    .getByRole("region", { name: region })
    .getByRole("radio", { name: "Unformatted" })
    .check();
  return page.getByRole("textbox", { name: "Text, unformatted" }).inputValue();
}

async function showFormatted(page: Page): Promise<void> {
  await page
    .getByRole("region", { name: region })
    .getByRole("radio", { name: "Formatted", exact: true })
    .check();
}

/** Replaces the text of the example. */
async function startWith(page: Page, text: string): Promise<void> {
  await editor(page).focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("Delete");
  // Deleting keeps the kind of the first block.
  await page.keyboard.press("ControlOrMeta+Alt+0");
  await page.keyboard.type(text);
}

async function paste(page: Page, html: string): Promise<void> {
  await editor(page).evaluate((element, content) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/html", content);
    const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
    element.dispatchEvent(event);
  }, html);
}

test("a text is written and formatted by keyboard alone", async ({ page }) => {
  await startWith(page, "Plain ");
  await page.keyboard.press("ControlOrMeta+b");
  await page.keyboard.type("bold");
  await page.keyboard.press("ControlOrMeta+b");
  await page.keyboard.press("Enter");
  await page.keyboard.type("## A heading");
  await page.keyboard.press("Enter");
  await page.keyboard.type("- one");
  await page.keyboard.press("Enter");
  await page.keyboard.type("two");
  expect(await markdown(page)).toBe("Plain **bold**\n\n## A heading\n\n- one\n- two\n");
});

test("the toolbar is one Tab stop with arrow keys, and Escape returns to the text", async ({
  page,
}) => {
  await startWith(page, "Words");
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("Alt+F10");
  await expect(tool(page, "Heading")).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(tool(page, "Bold")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(editor(page)).toBeFocused();
  await expect(tool(page, "Bold")).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("Alt+F10");
  await page.keyboard.press("End");
  await expect(tool(page, "Redo")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(editor(page)).toBeFocused();
  expect(await markdown(page)).toBe("**Words**\n");
});

test("a list is switched on, changed to numbers and switched off again", async ({ page }) => {
  await startWith(page, "one");
  await tool(page, "Bullet list").click();
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await page.keyboard.type("two");
  await tool(page, "Numbered list").click();
  expect(await markdown(page)).toBe("1. one\n2. two\n");
  await showFormatted(page);
  await editor(page).focus();
  await page.keyboard.press("ControlOrMeta+a");
  await tool(page, "Numbered list").click();
  expect(await markdown(page)).toBe("one\n\ntwo\n");
});

test("a link to one of our pages is added, changed and removed", async ({ page }) => {
  await startWith(page, "Eye exams");
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("ControlOrMeta+k");
  const dialog = page.getByRole("dialog", { name: "Add a link" });
  await dialog.getByLabel("Page or address").fill("javascript:alert(1)");
  await dialog.getByRole("button", { name: "Add link" }).click();
  await expect(dialog.getByText("Choose a page, or start the address with")).toBeVisible();
  await dialog.getByLabel("Page or address").fill("nothing like it");
  await expect(dialog.getByText("None of our pages has this in its title.")).toBeVisible();
  await dialog.getByLabel("Page or address").fill("exam");
  const services = dialog.getByRole("group", { name: "Services" });
  await services.getByRole("radio", { name: "Eye exams" }).check();
  await expect(dialog.getByLabel("Page or address")).toHaveValue("/services#eye-exams");
  await page.keyboard.press("Enter");
  expect(await markdown(page)).toBe("[Eye exams](/services#eye-exams)\n");
  await showFormatted(page);
  await editor(page).getByText("Eye exams").click();
  await tool(page, "Link").click();
  await page.getByRole("button", { name: "Remove link" }).click();
  expect(await markdown(page)).toBe("Eye exams\n");
});

test("typing goes on in the text after a link was added from the toolbar", async ({ page }) => {
  await startWith(page, "Read ");
  await tool(page, "Link").click();
  const dialog = page.getByRole("dialog", { name: "Add a link" });
  await expect(dialog.getByLabel("Words to show")).toBeFocused();
  await page.keyboard.type("our services");
  await dialog.getByLabel("Page or address").fill("/services");
  await dialog.getByRole("button", { name: "Add link" }).click();
  await expect(editor(page)).toBeFocused();
  await page.keyboard.type(" and more");
  expect(await markdown(page)).toBe("Read [our services](/services) and more\n");
});

test("a picture needs a description", async ({ page }) => {
  await startWith(page, "Text");
  await tool(page, "Picture").click();
  const dialog = page.getByRole("dialog", { name: "Add a picture" });
  await dialog.getByRole("button", { name: "Add picture" }).click();
  await expect(dialog.getByText("Choose a picture.")).toBeVisible();
  await expect(dialog.getByText("Describe the picture in one sentence.")).toBeVisible();
  await dialog.getByRole("radio", { name: "Picture “lens”" }).check();
  await dialog.getByLabel("Description").fill("A trial lens");
  await dialog.getByRole("button", { name: "Add picture" }).click();
  expect(await markdown(page)).toBe("Text\n\n![A trial lens](lens.svg)\n");
});

test("typing goes on below a picture that was added", async ({ page }) => {
  await startWith(page, "Before");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Behind");
  await page.keyboard.press("ArrowUp");
  await tool(page, "Picture").click();
  const dialog = page.getByRole("dialog", { name: "Add a picture" });
  await dialog.getByRole("radio", { name: "Picture “lens”" }).check();
  await dialog.getByLabel("Description").fill("A trial lens");
  await dialog.getByRole("button", { name: "Add picture" }).click();
  await expect(editor(page)).toBeFocused();
  await page.keyboard.type("After");
  expect(await markdown(page)).toBe("Before\n\n![A trial lens](lens.svg)\n\nAfter\n\nBehind\n");
});

test("text from Word is cleaned when it is pasted", async ({ page }) => {
  await startWith(page, "");
  await paste(
    page,
    `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p { color: red }</style></head><body>
    <h1 style="font-family:Calibri">Title</h1>
    <p class=MsoNormal style="margin:0cm"><b style="mso-bidi-font-weight:normal">Bold</b> and
    <span style="font-size:11.0pt;color:red"><i>italic</i></span><o:p></o:p></p>
    <p class=MsoListParagraphCxSpFirst style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">·<span
    style="font:7.0pt 'Times New Roman'">&nbsp;&nbsp;</span></span>First</p>
    <p class=MsoListParagraphCxSpLast style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">·<span
    style="font:7.0pt 'Times New Roman'">&nbsp;&nbsp;</span></span>Second</p></body></html>`,
  );
  expect(await markdown(page)).toBe("## Title\n\n**Bold** and *italic*\n\n- First\n- Second\n");
});

test("a web page is cleaned when it is pasted, and nothing in it runs or loads", async ({
  page,
}) => {
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  await startWith(page, "");
  await paste(
    page,
    `<div onclick="alert(1)"><h4>Small</h4><script>window.pasted = true</script>
    <p>See <a href="javascript:alert(1)">this</a> and <a href="https://who.int/">WHO</a>.</p>
    <img src="https://tracker.example/pixel.gif" onerror="window.pasted = true">
    <table><tr><td>Cell</td></tr></table><iframe src="https://tracker.example/"></iframe></div>`,
  );
  expect(await markdown(page)).toBe("### Small\n\nSee this and [WHO](https://who.int/).\n\nCell\n");
  expect(requests).toEqual([]);
  expect(await page.evaluate(() => "pasted" in window)).toBe(false);
});

test("switching to Markdown and back keeps the text and what can be undone", async ({ page }) => {
  const before = await markdown(page);
  await showFormatted(page);
  await editor(page).getByText("One question at a time").click();
  await page.keyboard.press("Home");
  await page.keyboard.type("Ask: ");
  const changed = await markdown(page);
  expect(changed).toBe(before.replace("- One", "- Ask: One"));
  await page
    .getByRole("textbox", { name: "Text, unformatted" })
    .fill(`${changed}\nLast *words*.\n`);
  await showFormatted(page);
  await expect(editor(page).getByText("words")).toBeVisible();
  await tool(page, "Undo").click();
  await expect(editor(page).getByText("words")).toBeHidden();
  expect(await markdown(page)).toBe(changed);
});

test("plain Markdown that would swallow the rest of the text is explained", async ({ page }) => {
  await editor(page).getByText("<div>HTML that someone").click();
  await page.keyboard.press("End");
  for (let step = 0; step < "</div>".length; step += 1) await page.keyboard.press("Backspace");
  await page.keyboard.press("Home");
  await page.keyboard.type("<!-- ");
  await page
    .getByRole("region", { name: region })
    .getByRole("radio", { name: "Unformatted" })
    .click({ force: true });
  await expect(page.getByText("A block of plain Markdown changes how")).toBeVisible();
});

for (const width of [360, 1440]) {
  test(`the editor fits at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    const frame = page.getByRole("region", { name: region });
    const box = await frame.boundingBox();
    expect(box && box.x + box.width).toBeLessThanOrEqual(width);
  });
}
