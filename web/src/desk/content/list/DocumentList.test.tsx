import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { DocumentSummary } from "../../../generated/DocumentSummary";
import { definitions } from "../../../generated/definitions";
import type { FoundDocuments } from "../../../generated/FoundDocuments";
import type { Content } from "../../api/queries";
import {
  bodiesOf,
  contentList,
  errorResponse,
  findDialog,
  json,
  openDesk,
  openNewTab,
  press,
  respond,
  setUpDesk,
} from "../../testing/desk-harness";
import { receptionist } from "../../testing/samples";

setUpDesk();

const SEARCH = "POST content/search";

const documentOf = (
  path: string,
  kind: DocumentSummary["kind"],
  more: Partial<DocumentSummary> = {},
): DocumentSummary => ({
  path,
  kind,
  title: null,
  state: "published",
  appearsOn: null,
  position: null,
  savedBy: null,
  savedAt: null,
  ...more,
});
const draft = (savedAt: string) => ({ state: "changed", savedBy: "ada", savedAt }) as const;
const article = (number: number) =>
  documentOf(`articles/a-${number}.md`, "article", { title: `Article ${number}` });
const dryEyes = documentOf("services/dry-eye.md", "service", {
  title: "Dry-eye treatment",
  ...draft("2026-11-14T08:00:00Z"),
});
const frames = documentOf("services/frames.md", "service", {
  title: "Frames",
  ...draft("2026-11-15T08:00:00Z"),
});

const content: Content = {
  readOnlyReason: null,
  revision: 1,
  documents: [
    ...Array.from({ length: 15 }, (_, index) => article(index + 1)),
    documentOf("clinic.toml", "clinic"),
    documentOf("pages/about-us.md", "page", { title: "About" }),
    documentOf("pages/home.md", "page", { title: "Eye care in town" }),
    documentOf("pages/not-found.md", "page", { title: "Not found" }),
    documentOf("pages/services.md", "page", { title: "Services" }),
    dryEyes,
    frames,
  ],
  problems: [],
  placeholders: [],
  noticeFrom: null,
  variables: [],
};

const found = (...documents: FoundDocuments["documents"]): FoundDocuments => ({
  documents,
  total: documents.length,
});

async function openList() {
  respond({ ...contentList(content), [SEARCH]: json(found()) });
  await openDesk({ ...receptionist, role: "editor" }, "/desk/content");
  await screen.findByRole("heading", { name: "Pages" });
}

const linksIn = (heading: string) =>
  within(screen.getByRole("region", { name: heading }))
    .getAllByRole("listitem")
    .flatMap((item) => within(item).getAllByRole("link"))
    .map(({ textContent }) => textContent);
const searchField = () => screen.getByRole<HTMLInputElement>("searchbox");

test("pages stand in the order of the menu, and what was saved last stands first", async () => {
  await openList();
  expect(linksIn("Pages")).toEqual(["Home page", "Services page", "About us", "Page not found"]);
  expect(linksIn("Recently edited")).toEqual(["Frames", "Dry-eye treatment"]);
  expect(linksIn("Services")).toEqual(["Dry-eye treatment", "Frames"]);
});

test("what one has published stands among what was edited last, once", async () => {
  const at = (path: string, publishedAt: string) => ({ path, publishedAt });
  respond({
    "GET content/recent": json({
      documents: [
        at("pages/services.md", "2026-11-16T10:00:00Z"),
        at("services/gone.md", "2026-11-15T12:00:00Z"),
        at(frames.path, "2026-11-13T10:00:00Z"),
        at("pages/about-us.md", "2026-11-01T10:00:00Z"),
      ],
    }),
  });
  await openList();
  expect(linksIn("Recently edited")).toEqual([
    "Services page",
    "Frames",
    "Dry-eye treatment",
    "About us",
  ]);
});

test("the list is there when it cannot be told what one has published", async () => {
  respond({ "GET content/recent": () => errorResponse(500, "internal") });
  await openList();
  expect(linksIn("Recently edited")).toEqual(["Frames", "Dry-eye treatment"]);
});

test("a notice whose first day has not come says from when it is on the site", async () => {
  const row = () => screen.getByRole("link", { name: "Notice" }).closest("li");
  await openList();
  expect(row()?.textContent).toBe("Notice");
  openNewTab();
  respond(contentList({ ...content, noticeFrom: "2999-11-17" }));
  await openDesk({ ...receptionist, role: "editor" }, "/desk/content");
  await screen.findByRole("heading", { name: "Pages" });
  expect(row()?.textContent).toBe("NoticeOn the site from 17 November 2999");
});

test("a group without documents has a name and no empty list", async () => {
  await openList();
  const pages = within(screen.getByRole("region", { name: "Your own pages" }));
  expect(pages.getByRole("button", { name: "New page" })).toBeTruthy();
  expect(pages.queryByRole("list")).toBeNull();
});

test("a long group shows its first rows until somebody asks for all", async () => {
  await openList();
  expect(linksIn("Articles")).toHaveLength(10);
  await press("Show all 15 articles");
  expect(linksIn("Articles")).toHaveLength(15);
  await press("Show fewer articles");
  expect(linksIn("Articles")).toHaveLength(10);
});

test("the search finds names of the desk, and texts and pictures with the server", async () => {
  await openList();
  respond({
    [SEARCH]: json(
      found(
        { path: "pages/home.md", title: "Eye care in town", excerpt: "We are at home in town." },
        { path: "articles/a-3.md", title: "Article 3", excerpt: "…drops at Home, not here." },
        { path: "pictures/house.webp", title: null, excerpt: "A home with a lamp" },
      ),
    ),
  });
  await userEvent.type(searchField(), "HOME");
  expect(await screen.findByText("3 places")).toBeTruthy();
  expect(linksIn("Found")).toEqual(["Home page", "Article 3", "Picture “house”"]);
  expect(bodiesOf(SEARCH).at(-1)).toEqual({ words: "HOME" });
  expect([...document.querySelectorAll("mark")].map((mark) => mark.textContent)).toEqual([
    "home",
    "Home",
    "home",
  ]);
  const picture = screen.getByRole("link", { name: "Picture “house”" });
  expect(picture.getAttribute("href")).toBe("/desk/content/pictures?first=pictures%2Fhouse.webp");
  expect(screen.queryByRole("heading", { name: "Pages" })).toBeNull();

  await userEvent.keyboard("{Escape}");
  expect(searchField().value).toBe("");
  expect(screen.getByRole("heading", { name: "Pages" })).toBeTruthy();
});

test("a page and a part of the clinic's facts are found by their names", async () => {
  await openList();
  await userEvent.type(searchField(), "HOME");
  expect(linksIn("Found")).toEqual(["Home page"]);
  await userEvent.clear(searchField());
  await userEvent.type(searchField(), "hours opening");
  expect(screen.getByRole("link", { name: "Opening hours and closures" })).toBeTruthy();
});

test("the clinic's facts are found by the names of their fields and by what stands in them", async () => {
  await openList();
  respond({
    "GET content/clinic.toml": json({
      text: '[phone]\nnumber = "+234 803 123 4567"\n[hours]\nmonday = "08:00-12:00"\ntuesday = "closed"\n',
      definition: definitions["clinic.toml"],
    }),
    [SEARCH]: json(found({ path: "clinic.toml", title: null, excerpt: "+234 803 123 4567" })),
  });
  const search = async (words: string) => {
    await userEvent.clear(searchField());
    await userEvent.type(searchField(), words);
    return within(await screen.findByRole("region", { name: "Found" }));
  };
  for (const words of ["phone 803", "0803 1234567"]) {
    const region = await search(words);
    const row = await region.findByRole("listitem");
    await waitFor(() => expect(row.textContent).toContain("Phone: Number: +234 803 123 4567"));
    expect(linksIn("Found")).toEqual(["Clinic facts"]);
    const href = region.getByRole("link").getAttribute("href");
    expect(href).toBe("/desk/content/clinic/facts?line=1&field=phone");
  }
  await search("monday 8:00 AM");
  await waitFor(() => expect(linksIn("Found")).toEqual(["Opening hours and closures"]));
  // Nobody has filled it in.
  const region = await search("closures");
  await waitFor(() =>
    expect(region.getByRole("listitem").textContent).toBe("Opening hours and closuresClosures"),
  );
});

test("the numbers say what they count: the clinic, documents, and what is missing in each", async () => {
  const missing = (file: string) => ({ file, line: 1, key: "name", value: "" });
  const clinic = documentOf("clinic.toml", "clinic", draft("2026-11-14T08:00:00Z"));
  respond(
    contentList({
      ...content,
      documents: [clinic, dryEyes, frames],
      placeholders: [missing("clinic.toml"), missing("articles/a-1.md")],
    }),
  );
  await openDesk({ ...receptionist, role: "editor" }, "/desk/content");
  expect(await screen.findByText("Not published: the clinic and 2 services.")).toBeTruthy();
  expect(
    screen.getByText("1 fact about the clinic and 1 about an article still have to be filled in."),
  ).toBeTruthy();
});

test("a search without a result says so, and one without the server says what was searched", async () => {
  await openList();
  await userEvent.type(searchField(), "zebra");
  expect(await screen.findByText(/Nothing found\./)).toBeTruthy();
  respond({ [SEARCH]: () => errorResponse(409, "editing_off", "It is off.") });
  await userEvent.clear(searchField());
  await userEvent.type(searchField(), "frames");
  expect(await screen.findByText("Only titles were searched. It is off.")).toBeTruthy();
  expect(linksIn("Found")).toEqual(["Frames"]);
});

test("more than the server lists are counted", async () => {
  await openList();
  const one = { path: "articles/a-3.md", title: "Article 3", excerpt: "eye" };
  respond({ [SEARCH]: json({ documents: [one], total: 70 }) });
  await userEvent.type(searchField(), "eye");
  expect(await screen.findByText(/The first 1 of 70 are shown\./)).toBeTruthy();
});

test("the key / does nothing after it was turned off under Account", async () => {
  await openList();
  await userEvent.click(screen.getByRole("link", { name: "Account" }));
  await userEvent.click(await screen.findByRole("checkbox", { name: /^The key \/ leads/ }));
  await userEvent.click(screen.getByRole("link", { name: /^Content/ }));
  await screen.findByRole("heading", { name: "Pages" });
  await userEvent.keyboard("/");
  expect(document.activeElement).not.toBe(searchField());
  localStorage.clear();
});

test("the key / leads to the search, except where somebody is writing", async () => {
  await openList();
  await userEvent.keyboard("/");
  await waitFor(() => expect(document.activeElement).toBe(searchField()));
  expect(searchField().value).toBe("");
  await userEvent.keyboard("a/b");
  expect(searchField().value).toBe("a/b");
});

test("the key / leads to the search from another screen, and only those who may open the content", async () => {
  await openList();
  await userEvent.click(screen.getByRole("link", { name: "Account" }));
  (await screen.findByRole("checkbox", { name: /^The key \/ leads/ })).focus();
  await userEvent.keyboard("/");
  await waitFor(() => expect(document.activeElement).toBe(searchField()));
  expect(location.pathname + location.hash).toBe("/desk/content");
  cleanup();
  await openDesk(receptionist, "/desk/account");
  const { activeElement } = document;
  const isLeftToTheBrowser = fireEvent.keyDown(document.body, { key: "/" });
  expect(isLeftToTheBrowser).toBe(true);
  expect(document.activeElement).toBe(activeElement);
  expect(location.pathname).toBe("/desk/account");
});

test("the key / asks before it leaves what was typed and is not sent", async () => {
  await openDesk({ ...receptionist, role: "editor" }, "/desk/resend");
  const field = await screen.findByLabelText("Email address");
  fireEvent.change(field, { target: { value: "ada@example.org" } });
  fireEvent.keyDown(document.body, { key: "/" });
  await findDialog("Leave without saving?");
  expect(location.pathname).toBe("/desk/resend");
  // A dialog has to be answered first.
  expect(fireEvent.keyDown(document.body, { key: "/" })).toBe(true);
});

test("somebody without changes of their own reads what to do first", async () => {
  await openList();
  expect(screen.getByText(/^Open what you want to change, and write\./)).toBeTruthy();
});

test("one's own mistakes come first, and those of a colleague name who saved the document last", async () => {
  const own = { ...article(3), ...draft("2026-11-15T08:00:00Z"), savedBy: receptionist.name };
  const documents = content.documents.map((it) => (it.path === own.path ? own : it));
  const mistake = (file: string, message: string) => ({ file, line: 3, message });
  respond({
    ...contentList({
      ...content,
      documents,
      problems: [
        mistake(dryEyes.path, "The summary is empty."),
        mistake(own.path, "There is no such page."),
      ],
    }),
  });
  await openDesk({ ...receptionist, role: "editor" }, "/desk/content");
  const mine = await screen.findByRole("heading", { name: "Correct before publishing" });
  const theirs = screen.getByRole("heading", { name: /^Colleagues have to correct this/ });
  expect(mine.compareDocumentPosition(theirs)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  const box = within(theirs.parentElement as HTMLElement);
  expect(box.getByText(/^Last saved by ada, /)).toBeTruthy();
  expect(box.getByRole("link", { name: "Dry-eye treatment" }).getAttribute("href")).toBe(
    "/desk/content/services/dry-eye",
  );
  expect(within(mine.parentElement as HTMLElement).queryByText(/^Last saved by/)).toBeNull();
});

test("an article with another address is one row, which says both addresses", async () => {
  const path = "redirects.toml";
  const saved = { savedBy: "Emeka", savedAt: "2026-11-15T08:00:00Z" };
  const documents = [
    ...content.documents.filter((it) => it.path !== "articles/a-3.md"),
    { ...article(3), ...saved, state: "deleted" as const },
    documentOf("articles/third.md", "article", { title: "Article 3", state: "new", ...saved }),
    documentOf(path, "redirects", { state: "changed", ...saved }),
  ];
  respond({
    ...contentList({ ...content, documents }),
    [`GET content/${path}`]: json({
      path,
      kind: "redirects",
      state: "changed",
      version: "one",
      text: '"/articles/a-3" = "/articles/third"\n',
      published: "",
      definition: null,
      tree: null,
      problems: [],
      isOutdated: false,
      ...saved,
    }),
  });
  await openDesk({ ...receptionist, role: "editor" }, "/desk/content");
  expect(await screen.findByRole("button", { name: "Show all 15 articles" })).toBeTruthy();
  const recent = within(screen.getByRole("region", { name: "Recently edited" }));
  expect(
    recent.getByText(
      /^Address changed, not published: \/articles\/a-3 → \/articles\/third by Emeka, /,
    ),
  ).toBeTruthy();
  expect(screen.queryByText(/^Will be deleted/)).toBeNull();
});
