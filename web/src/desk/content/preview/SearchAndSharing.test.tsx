import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { adviceFor, type PageMeta, readPageMeta, shorten } from "./page-meta";
import { SearchAndSharing } from "./SearchAndSharing";
import { cardLines, wrap } from "./share-card";

afterEach(cleanup);

const frames: PageMeta = {
  title: "Frames that fit",
  clinic: "Garden City Eye Clinic",
  description: "Frames for the whole family.",
  address: "https://clinic.example/articles/frames-that-fit",
  photo: null,
};

test("what links show is read from the head of the page", () => {
  const page = new DOMParser().parseFromString(
    `<!doctype html><html><head><title>Frames that fit · Garden City Eye Clinic</title>
    <meta name="description" content="Frames for the whole family.">
    <link rel="canonical" href="https://clinic.example/articles/frames-that-fit">
    <meta property="og:image" content="https://clinic.example/share/articles-frames.1f2e3d4c.png">
    <meta property="og:site_name" content="Garden City Eye Clinic"></head><body></body></html>`,
    "text/html",
  );
  expect(readPageMeta(page)).toEqual(frames);
});

test("a page is shown as a search result and as a shared link", () => {
  render(<SearchAndSharing meta={frames} />);
  expect(screen.getByText("clinic.example › articles › frames-that-fit")).toBeTruthy();
  expect(screen.getAllByText("Frames that fit · Garden City Eye Clinic")).toHaveLength(2);
  expect(screen.getAllByText("Frames for the whole family.")).toHaveLength(2);
  const card = screen.getByRole("img", {
    name: "Picture of the link, with the words: Garden City Eye Clinic, Frames that fit",
  });
  expect(card.querySelector("image")?.getAttribute("href")).toMatch(/^\/api\/desk\/pictures\//);
});

test("a page with a photo of which somebody has chosen what is shown is shared with it", () => {
  const photo = "/api/desk/pictures/pictures/lens.webp?view=card";
  const page = new DOMParser().parseFromString(
    `<html><head><meta property="og:image" content="https://clinic.example${photo}"></head></html>`,
    "text/html",
  );
  expect(readPageMeta(page).photo).toBe(photo);
  render(<SearchAndSharing meta={{ ...frames, photo }} />);
  const shown = screen.getByRole("img", { name: "What is at the top of the page" });
  expect(shown.getAttribute("src")).toBe(photo);
});

test("a page that search engines do not list says so", () => {
  render(<SearchAndSharing meta={{ ...frames, address: null }} />);
  expect(screen.getByText("Search engines do not list this page.")).toBeTruthy();
});

test("long and missing words get advice", () => {
  expect(adviceFor(frames)).toEqual([]);
  expect(adviceFor({ ...frames, title: "", description: "" })).toEqual([
    "There is no title yet.",
    expect.stringMatching(/^There is no description yet\./),
  ]);
  expect(adviceFor({ ...frames, title: "a".repeat(61), description: "b".repeat(161) })).toEqual([
    expect.stringMatching(/^The title has 61 characters\./),
    expect.stringMatching(/^The description has 161 characters\./),
  ]);
  expect(adviceFor({ ...frames, title: "a".repeat(50) })[0]).toMatch(/may be cut/);
});

test("words are cut between words", () => {
  expect(shorten("one two three", 20)).toBe("one two three");
  expect(shorten("one two three", 9)).toBe("one two …");
  expect(shorten("onetwothree", 5)).toBe("onetw …");
});

test("the picture of a link wraps its title as the server does", () => {
  expect(wrap("one two three", 7, 3)).toEqual(["one two", "three"]);
  expect(wrap("one two three four", 5, 2)).toEqual(["one", "two…"]);
  expect(wrap("Otorhinolaryngology", 8, 2)).toEqual(["Otorhin…"]);
  expect(cardLines("Frames that fit")).toEqual({
    size: 66,
    lines: [{ text: "Frames that fit", y: 327 }],
  });
});
