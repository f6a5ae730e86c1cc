// What an owner does with the content in WebKit while a colleague works at the same site. The site of its own is shared by the
// steps, because each server and each sign-in takes long.
import { Key } from "selenium-webdriver";
import { bookByApi, freeSlot } from "../booking-patient";
import { addStaff, newAccount, type StaffAccount } from "../desk-staff";
import { type TestServer, testServerFixture } from "../test-server";
import {
  atPath,
  By,
  button,
  click,
  expect,
  field,
  link,
  read,
  textOf,
  visible,
  test as webkitTest,
} from "./webkit-test";

const test = webkitTest.extend<{ server: TestServer }>({ server: testServerFixture });

type Document = { text: string; version: string };

/** Calls the desk's API as a colleague. The browser sends these headers with the desk's own calls. */
async function signInByApi({ address, data }: TestServer): Promise<StaffAccount & Colleague> {
  const account = newAccount("editor");
  addStaff(account, "editor", data);
  let cookie = "";
  const call = async (method: string, path: string, body?: unknown, version?: string) => {
    const response = await fetch(`${address}/api/desk/${path}`, {
      method,
      headers: {
        "Content-Type": "application/json",
        Origin: address,
        ...(cookie && { Cookie: cookie, "X-Desk-Account": encodeURIComponent(account.name) }),
        ...(version && { "If-Match": `"${version}"` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
    cookie ||= response.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    return await response.json().catch(() => null);
  };
  await call("POST", "login", { name: account.name, password: account.password });
  const read = (path: string): Promise<Document> => call("GET", `content/${path}`);
  const change = async (path: string, edit: (text: string) => string): Promise<void> => {
    const { text, version } = await read(path);
    await call("PUT", `content/${path}`, { text: edit(text) }, version);
  };
  const publish = async (path: string, edit: (text: string) => string): Promise<void> => {
    await change(path, edit);
    const { drafts } = await call("POST", "content/checks", { documents: [path] });
    await call("POST", "content/publish", { note: "", drafts });
  };
  return { ...account, read, change, publish };
}

type Colleague = {
  read: (path: string) => Promise<Document>;
  change: (path: string, edit: (text: string) => string) => Promise<void>;
  publish: (path: string, edit: (text: string) => string) => Promise<void>;
};

const [EXAMS, FRAMES] = ["services/eye-exams.md", "services/frames.md"];
const textEditor = By.css(".ProseMirror");
const xpath = (path: string) => By.xpath(path);
const containing = (words: string) => xpath(`//main//*[contains(normalize-space(), '${words}')]`);

test("an owner publishes next to a colleague, restores, orders, duplicates, moves a page, and closes a booked day", async ({
  driver,
  server,
}) => {
  // Six journeys in one.
  test.slow();
  const owner = newAccount("owner");
  addStaff(owner, "owner", server.data);
  const colleague = await signInByApi(server);
  const goTo = (path: string) => driver.get(`${server.address}/desk/content${path}`);
  const html = async (path: string) => (await fetch(server.address + path)).text();
  const status = (words: string) => visible(driver, containing(words));
  /** As soon as it takes a press: some wait until the dialog has loaded what it asks about. */
  const dialogButton = (name: string) =>
    xpath(`//dialog[@open]//button[normalize-space()='${name}'][not(@aria-disabled)]`);
  /** The buttons below a document move while its preview is loading, and a click beside them does nothing. A click by script does
   * nothing while the button waits for what was written last to be saved. */
  const press = async (name: string) =>
    driver.executeScript(
      "arguments[0].click()",
      await visible(
        driver,
        xpath(`//button[normalize-space()='${name}'][not(@disabled)][not(@aria-disabled)]`),
      ),
    );
  /** The question before publishing is ready when its button says what it does. */
  const publish = async () => {
    await press("Publish");
    await click(driver, xpath("//dialog//button[starts-with(., 'Publish ')]"));
    await status("Published.");
  };
  const write = async (path: string, words: string) => {
    await click(driver, textEditor);
    await driver.actions().keyDown(Key.CONTROL).sendKeys(Key.END).keyUp(Key.CONTROL).perform();
    await driver.actions().sendKeys(words).perform();
    await expect.poll(async () => (await colleague.read(path)).text).toContain(words);
    await status("Everything is saved.");
  };

  await test.step("publishes her own document and leaves the colleague's out", async () => {
    await colleague.change(EXAMS, (text) => `${text}\nNot ready.\n`);
    await goTo("/services/frames");
    await (await visible(driver, field("Name"))).sendKeys(owner.name);
    await (await visible(driver, field("Password"))).sendKeys(owner.password);
    await click(driver, button("Sign in"));
    await write(FRAMES, " Wrong words.");
    await click(driver, link("All content"));
    await click(driver, button("Publish 2 changes"));
    const box = (author: string) =>
      read(
        driver,
        xpath(
          `//dialog//label[contains(., 'by ${author}')]//input | //dialog//input[@id=//label[contains(., 'by ${author}')]/@for]`,
        ),
        (input) => input.isSelected(),
      );
    await expect.poll(() => box("you")).toBe(true);
    expect(await box(colleague.name)).toBe(false);
    await click(driver, xpath("//dialog//button[starts-with(., 'Publish ')]"));
    await status("Published.");
    await expect.poll(() => html("/services")).toContain("Wrong words.");
    expect(await html("/services")).not.toContain("Not ready.");
  });

  await test.step("restores one document while the clinic's facts change", async () => {
    await goTo("/history?of=services%2Fframes.md");
    await click(driver, button("Bring this text back"));
    await click(driver, dialogButton("Bring it back"));
    await atPath(driver, "/desk/content/services/frames");
    await colleague.publish("clinic.toml", (text) =>
      text.replaceAll("+234 800 000 0000", "+234 803 765 4321"),
    );
    await publish();
    await expect.poll(() => html("/services")).not.toContain("Wrong words.");
    await expect.poll(() => html("/services")).toContain("+2348037654321");
  });

  await test.step("is offered what a colleague has published meanwhile", async () => {
    await colleague.publish(FRAMES, (text) => `${text}\nNewer words.\n`);
    await driver.executeScript("window.dispatchEvent(new Event('visibilitychange'))");
    await status("A newer text was published since");
    await click(driver, button("Show the newer text"));
    await visible(
      driver,
      xpath("//*[contains(@class, 'ProseMirror')][contains(., 'Newer words.')]"),
    );
  });

  await test.step("changes the order of the services by dragging and by keyboard", async () => {
    await goTo("/order/services");
    const rows = xpath(
      "//main//ul[@aria-label='Order of the services']/li | //main//ol[@aria-label='Order of the services']/li",
    );
    const first = () => textOf(driver, rows);
    const before = await first();
    const [top, second] = await driver.findElements(rows);
    const handle = await second?.findElement(By.css("[aria-hidden]"));
    if (!top || !handle) throw new Error("the rows are not shown");
    const { height } = await top.getRect();
    const actions = driver.actions();
    await actions
      .move({ origin: handle })
      .press()
      .move({ origin: handle, y: -Math.round(height / 2) })
      .move({ origin: handle, y: -Math.round(height * 1.3) })
      .release()
      .perform();
    await expect.poll(first).not.toBe(before);
    const down = await visible(
      driver,
      xpath(
        "//main//button[starts-with(@aria-label, 'Move down') or starts-with(normalize-space(), 'Move down')]",
      ),
    );
    await driver.executeScript("arguments[0].focus()", down);
    await driver.actions().sendKeys(Key.ENTER).perform();
    await expect.poll(first).toBe(before);
    await visible(driver, containing("Everything is saved."));
  });

  await test.step("duplicates a service, adds a page and gives it another address", async () => {
    await goTo("/services/frames");
    await press("Duplicate");
    await (await visible(driver, xpath("//dialog[@open]//input"))).sendKeys("Frames for children");
    await click(driver, dialogButton("Make the copy"));
    await atPath(driver, "/desk/content/services/frames-for-children");
    await goTo("");
    await click(driver, button("New page"));
    await (await visible(driver, xpath("//dialog[@open]//input"))).sendKeys("What it costs");
    await click(driver, dialogButton("Start writing"));
    await atPath(driver, "/desk/content/info/what-it-costs");
    await write("info/what-it-costs.md", "Pay with your card.");
    await (
      await visible(
        driver,
        xpath("//textarea[@id=//label[starts-with(normalize-space(), 'Summary')]/@for]"),
      )
    ).sendKeys("Prices of our visits.");
    await expect
      .poll(async () => (await colleague.read("info/what-it-costs.md")).text)
      .toContain("Prices of our visits.");
    await status("Everything is saved.");
    await publish();
    await expect.poll(() => html("/info/what-it-costs")).toContain("Pay with your card.");
    await press("Change the address");
    const name = await visible(driver, xpath("//dialog[@open]//input"));
    await name.clear();
    await name.sendKeys("prices");
    await click(driver, dialogButton("Change it"));
    await atPath(driver, "/desk/content/info/prices");
    await publish();
    await expect.poll(() => html("/info/prices")).toContain("Pay with your card.");
    const old = () => fetch(`${server.address}/info/what-it-costs`, { redirect: "manual" });
    await expect.poll(async () => (await old()).headers.get("location")).toBe("/info/prices");
  });

  await test.step("closes a booked day, shortens another one and plans an article for a time of day", async () => {
    const { date, time } = await freeSlot("eye-exams", server.address);
    await bookByApi("eye-exams", { date, time }, { server: server.address });
    /** WebKitGTK shows these inputs as text: what is typed depends on the language of the machine. */
    const fill = async (input: string, value: string) => {
      const script = `Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(arguments[0], arguments[1]);
        arguments[0].dispatchEvent(new Event("input", { bubbles: true }));
        arguments[0].dispatchEvent(new Event("change", { bubbles: true }));`;
      await driver.executeScript(script, await visible(driver, xpath(input)), value);
    };
    const labelled = (group: string, label: string) =>
      `//section[h2[normalize-space()='${group}']]//input[@id=//label[normalize-space()='${label}']/@for]`;
    await goTo("/clinic/hours");
    await click(driver, button("Add a closure"));
    await fill(labelled("Closures", "Day"), date);
    await fill(labelled("Closures", "Reason"), "Flood in the street");
    await click(driver, button("Add a day with other hours"));
    await fill(labelled("Other hours", "Day"), "2030-12-24");
    await fill(labelled("Other hours", "Opens"), "09:10");
    await fill(labelled("Other hours", "Closes"), "12:20");
    await expect.poll(async () => (await colleague.read("clinic.toml")).text).toContain("12:20");
    await status("Everything is saved.");
    await press("Publish");
    await visible(driver, xpath("//dialog//li[contains(., '1 visit')]"));
    await click(driver, xpath("//dialog//button[starts-with(., 'Publish ')]"));
    await status("Published.");
    await expect.poll(() => html("/about-us")).toContain("9:10 AM to 12:20 PM");

    await goTo("/articles/sun-dust-and-harmattan");
    await fill("//input[@id=//label[normalize-space()='Publication date']/@for]", "2030-01-02");
    await fill("//input[@id=//label[starts-with(normalize-space(), 'Time of day')]/@for]", "14:30");
    await expect
      .poll(async () => (await colleague.read("articles/sun-dust-and-harmattan.md")).text)
      .toContain("14:30");
    await goTo("");
    await status("On the site from 2 January 2030 at 2:30 PM");
  });
});
