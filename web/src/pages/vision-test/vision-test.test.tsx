import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { sampleClinic } from "../../fixtures/samples";
import type { Clinic } from "../../generated/Clinic";
import type { PageProps } from "../../lib/page-props";
import { Page } from ".";

const HEADING = "Play. Spot. Win! Get 5% Off When You Find All the Hidden Differences!";

const page: PageProps<"vision-test">["page"] = {
  kind: "vision-test",
  hasSightCheck: false,
  hasPractice: false,
  text: {
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
        secondSceneTop: null,
        spots: [{ id: 1, top: "1%", left: "1%", width: "14%", height: "14%", label: null }],
      },
    ],
  },
};

function renderOnServer(clinic: Clinic = sampleClinic): Document {
  const html = renderToString(<Page page={page} clinic={clinic} />);
  return new DOMParser().parseFromString(html, "text/html");
}

test("the server renders heading, level, picture and a notice for visitors without JavaScript", () => {
  const html = renderOnServer();
  expect(html.querySelector("h1")?.textContent).toBe(HEADING);
  const headings = [...html.querySelectorAll("h2")].map((heading) => heading.textContent);
  expect(headings).toContain("Level 1: Spot the different smiley-Easy");
  expect(html.querySelector("img")?.getAttribute("alt")).toBe("A crowd of smileys");
  expect(html.querySelector("noscript")?.textContent).toContain("The game needs JavaScript");
});

test("the server's HTML has no style attributes, which the CSP forbids, and no spots, which would give them away", () => {
  const html = renderOnServer();
  expect(html.querySelectorAll("[style]")).toHaveLength(0);
  expect(html.querySelectorAll("[data-spot]")).toHaveLength(0);
});

test("the page says what the discount is off and how long a code is valid", () => {
  const text = (clinic: Clinic) => renderOnServer(clinic).body.textContent;
  expect(text({ ...sampleClinic, discountOn: "a new pair of glasses", codeDays: 30 })).toContain(
    "Your prize: a code for 5% off a new pair of glasses. It is valid for 30 days.",
  );
  expect(text({ ...sampleClinic, discountOn: null })).toContain(
    "Your prize: a code for 5% off. It is valid for 90 days.",
  );
});
