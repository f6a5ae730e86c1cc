import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import type { PageProps } from "../../lib/page-props";
import { Page } from ".";

const HEADING = "Play. Spot. Win! Get 5% Off When You Find All the Hidden Differences!";

const page: PageProps<"visionTest">["page"] = {
  kind: "visionTest",
  words: {
    title: "Play",
    description: "",
    heading: HEADING,
    intro: "Take your time.",
    picture: null,
    chart: [],
    sections: {
      howto: { heading: "How", text: "Press." },
      noscript: { heading: "The game needs JavaScript", text: "Call us instead." },
      rules: { heading: "Rules", text: "One each." },
    },
    body: [],
  },
  game: {
    levels: [
      {
        image: { src: "/pictures/one.svg", width: 600, height: 600 },
        alt: "A crowd of smileys",
        description: "Spot the different smiley-Easy",
        spots: [{ id: 1, top: "1%", left: "1%", width: "14%", height: "14%", label: null }],
      },
    ],
  },
};

const clinic = { discountPercent: 5 } as PageProps<"visionTest">["clinic"];

function served(): Document {
  const html = renderToString(<Page page={page} clinic={clinic} />);
  return new DOMParser().parseFromString(html, "text/html");
}

test("the server sends heading, level and picture, and a notice for those without scripts", () => {
  const sent = served();
  expect(sent.querySelector("h1")?.textContent).toBe(HEADING);
  const headings = [...sent.querySelectorAll("h2")].map((heading) => heading.textContent);
  expect(headings).toContain("Level 1: Spot the different smiley-Easy");
  expect(sent.querySelector("img")?.getAttribute("alt")).toBe("A crowd of smileys");
  expect(sent.querySelector("noscript")?.textContent).toContain("The game needs JavaScript");
});

test("the server sends no style attribute and no spot: the policy forbids the one, honesty the other", () => {
  const sent = served();
  expect(sent.querySelectorAll("[style]")).toHaveLength(0);
  expect(sent.querySelectorAll("[data-spot]")).toHaveLength(0);
});
