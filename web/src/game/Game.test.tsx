import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Level } from "../generated/Level";
import { fireConfetti } from "./confetti";
import { Game } from "./Game";
import { HINT_AFTER_SECONDS } from "./practice/hints";

vi.mock("./confetti", () => ({ fireConfetti: vi.fn(() => () => {}) }));

const level = (name: string, description: string, ids: number[]): Level => ({
  image: { src: `/pictures/${name}.svg`, width: 600, height: 600 },
  alt: `The picture ${name}`,
  description,
  secondSceneTop: null,
  spots: ids.map((id) => ({
    id,
    top: `${id * 15}%`,
    left: "10%",
    width: "14%",
    height: "14%",
    label: id === 5 ? null : `Thing ${id} of ${name}`,
  })),
});

const levels = [
  level("one", "Spot the different smiley-Easy", [1]),
  level("two", "Select all stars-Medium", [1, 2, 3, 4, 5]),
  level("three", "Spot all differences-Hard", [1, 2, 3, 4, 5]),
];

/** happy-dom loads no pictures. */
let pictures: "loaded" | "loading" | "failed" = "loaded";
Object.defineProperties(HTMLImageElement.prototype, {
  complete: { get: () => pictures !== "loading" },
  naturalWidth: { get: () => (pictures === "loaded" ? 600 : 0) },
});
HTMLImageElement.prototype.decode = async () => {
  throw new DOMException("broken", "EncodingError");
};

/** What the server says about a picture that did not load. 0: there is no network. */
let pictureStatus = 0;

/** The pictures that the server was asked about. */
let asked: string[] = [];
let calls: { path: string; body: unknown }[] = [];

beforeEach(() => {
  asked = [];
  calls = [];
  pictures = "loaded";
  pictureStatus = 0;
  vi.mocked(fireConfetti).mockClear();
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    if (path.startsWith("/pictures/")) {
      asked.push(path);
      if (pictureStatus === 0) throw new TypeError("Failed to fetch");
      return new Response(null, { status: pictureStatus });
    }
    calls.push({ path, body: JSON.parse(String(init.body)) });
    const body =
      path === "/api/plays"
        ? { play: "token" }
        : { found: 11, total: 11, perfect: true, proof: "p" };
    return new Response(JSON.stringify(body));
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
});

const renderGame = async (published = levels) => {
  render(
    <Game levels={published} prize={() => <p>The prize</p>}>
      <h1>Play</h1>
    </Game>,
  );
  await act(async () => {});
};
const button = (name: string) => screen.getByRole("button", { name });
const click = (name: string) => act(async () => void fireEvent.click(button(name)));
const heading = () => screen.getByRole("heading", { level: 2 });
/** The count and the feedback on the last click. */
const status = () => {
  const texts = screen.getAllByRole("status").map((region) => region.textContent ?? "");
  const isCount = (text: string) => text.startsWith("Found so far");
  return [texts.find(isCount), texts.find((text) => !isCount(text))];
};
const spots = () => document.querySelectorAll<HTMLButtonElement>("[data-spot]");
const findAll = () => act(async () => spots().forEach((spot) => void fireEvent.click(spot)));

async function playPerfectly() {
  for (const next of ["Submit & Next", "Submit & Next", "See Results"]) {
    await findAll();
    await click(next);
  }
}

test("the first level shows its heading, its picture and spots without labels", async () => {
  await renderGame();
  expect(heading().textContent).toBe("Level 1: Spot the different smiley-Easy");
  expect(screen.getByAltText("The picture one")).toBeTruthy();
  expect(button("Spot 1").title).toBe("");
  expect(status()).toEqual(["Found so far: 0 of 11", ""]);
});

test("a found spot is pressed, has its label as name and tooltip, and is announced", async () => {
  await renderGame();
  await click("Spot 1");
  const found = button("Thing 1 of one");
  expect(found.title).toBe("Thing 1 of one");
  expect(found.getAttribute("aria-pressed")).toBe("true");
  expect(status()).toEqual(["Found so far: 1 of 11", "Thing 1 of one."]);
});

test("a found spot without a label keeps its neutral name", async () => {
  await renderGame();
  await click("Submit & Next");
  await click("Spot 5");
  expect(button("Spot 5").getAttribute("aria-pressed")).toBe("true");
  expect(status()).toEqual(["Found so far: 1 of 11", "Well spotted."]);
});

test("a click beside all spots is announced and changes no count", async () => {
  await renderGame();
  await click("Spot 1");
  await act(async () => void fireEvent.click(screen.getByAltText("The picture one")));
  expect(status()).toEqual(["Found so far: 1 of 11", "No luck there. Keep looking."]);
});

test("a second miss in a row is announced again", async () => {
  await renderGame();
  const miss = async () => {
    await act(async () => void fireEvent.click(screen.getByAltText("The picture one")));
    return screen.getByText("No luck there. Keep looking.");
  };
  const first = await miss();
  // Live regions say what is added, not what is the same.
  expect(await miss()).not.toBe(first);
});

test("a difference pressed in the first of two scenes is the spot of the second one, counted once", async () => {
  const twoScenes = {
    ...level("street", "Spot all differences-Hard", [4, 5]),
    secondSceneTop: "50%",
  };
  render(
    <Game levels={[twoScenes]} prize={() => null}>
      <h1>Play</h1>
    </Game>,
  );
  await act(async () => {});
  expect(screen.getByText("Press a difference in either scene.")).toBeTruthy();
  expect(spots()).toHaveLength(2);
  const [counterpart] = document.querySelectorAll<HTMLElement>("[data-counterpart]");
  expect(counterpart?.style.top).toBe("calc(60% - 50%)");
  for (let press = 0; press < 2; press++) {
    await act(async () => void fireEvent.click(counterpart as HTMLElement));
    expect(status()).toEqual(["Found so far: 1 of 2", "Thing 4 of street."]);
  }
  await click("Thing 4 of street");
  expect(status()[0]).toBe("Found so far: 1 of 2");
});

test("while its picture loads a level says so and cannot be played", async () => {
  pictures = "loading";
  await renderGame();
  expect(screen.getByText("The picture is loading…")).toBeTruthy();
  expect(spots()).toHaveLength(0);
  expect(button("Submit & Next").hasAttribute("disabled")).toBe(true);
  await act(async () => void fireEvent.load(screen.getByAltText("The picture one")));
  expect(screen.queryByText("The picture is loading…")).toBeNull();
  expect(spots()).toHaveLength(1);
  expect(button("Submit & Next").hasAttribute("disabled")).toBe(false);
});

test.each(["before", "after"])(
  "a picture that fails %s hydration can be tried again",
  async (when) => {
    pictures = when === "before" ? "failed" : "loading";
    await renderGame();
    const failed = screen.getByAltText("The picture one");
    if (when === "after") await act(async () => void fireEvent.error(failed));
    expect(screen.getByRole("alert").textContent).toMatch(/^The picture did not load\./);
    expect(button("Submit & Next").hasAttribute("disabled")).toBe(true);
    pictures = "loading";
    await click("Try again");
    expect(screen.queryByRole("alert")).toBeNull();
    expect(screen.getByAltText("The picture one")).not.toBe(failed);
    await act(async () => void fireEvent.load(screen.getByAltText("The picture one")));
    expect(spots()).toHaveLength(1);
  },
);

test("feedback and hints are above the picture", async () => {
  await renderGame();
  const isAbovePicture = (element: Element) =>
    Boolean(
      element.compareDocumentPosition(screen.getByAltText("The picture one")) &
        Node.DOCUMENT_POSITION_FOLLOWING,
    );
  const hint = screen.getByText("Two fingers enlarge the picture.");
  expect(isAbovePicture(hint)).toBe(true);
  await click("Spot 1");
  expect(isAbovePicture(screen.getByText("Thing 1 of one."))).toBe(true);
  expect(screen.queryByText(/Two fingers/)).toBeNull();
  await click("Submit & Next");
  expect(screen.queryByText(/Two fingers/)).toBeNull();
});

test("the game for the prize has no hints, however long it takes", async () => {
  vi.useFakeTimers();
  try {
    await renderGame();
    for (const next of ["Submit & Next", "Submit & Next", "See Results"]) {
      await act(async () => vi.advanceTimersByTime(10 * HINT_AFTER_SECONDS * 1000));
      expect(screen.queryByRole("button", { name: "Show me the area" })).toBeNull();
      expect(document.querySelectorAll("[data-area]")).toHaveLength(0);
      await click(next);
    }
  } finally {
    vi.useRealTimers();
  }
});

test("the button opens the next level and focuses its heading", async () => {
  await renderGame();
  await click("Submit & Next");
  expect(heading().textContent).toBe("Level 2: Select all stars-Medium");
  await waitFor(() => expect(document.activeElement).toBe(heading()));
  await click("Submit & Next");
  expect(button("See Results")).toBeTruthy();
});

test("a double click does not skip a level", async () => {
  await renderGame();
  await act(async () => {
    fireEvent.click(button("Submit & Next"), { detail: 1 });
    fireEvent.click(button("Submit & Next"), { detail: 2 });
  });
  expect(heading().textContent).toMatch(/^Level 2/);
});

test("two quick taps submit two levels", async () => {
  await renderGame();
  for (const detail of [1, 2]) {
    const tap = new PointerEvent("click", { bubbles: true, detail, pointerType: "touch" });
    await act(async () => void button("Submit & Next").dispatchEvent(tap));
  }
  expect(heading().textContent).toMatch(/^Level 3/);
});

test("the stored list grows with each level and is removed when the results show", async () => {
  localStorage.setItem("totalFound", "[9]");
  await renderGame();
  await findAll();
  await click("Submit & Next");
  expect(localStorage.getItem("totalFound")).toBe("[1]");
  await findAll();
  await click("Submit & Next");
  expect(localStorage.getItem("totalFound")).toBe("[1,1,2,3,4,5]");
  await click("See Results");
  expect(localStorage.getItem("totalFound")).toBeNull();
});

test("a perfect game shows its results, the prize and confetti", async () => {
  await renderGame();
  await playPerfectly();
  expect(heading().textContent).toBe("Eyes like a hawk!");
  await waitFor(() => expect(document.activeElement).toBe(heading()));
  expect(screen.getByText("Congratulations! You found 11 of 11 differences!")).toBeTruthy();
  expect(screen.getByText("The prize")).toBeTruthy();
  expect(fireConfetti).toHaveBeenCalledOnce();
  expect(screen.queryByText("What you missed")).toBeNull();
  await click("Play Again");
  expect(heading().textContent).toMatch(/^Level 1/);
});

test("a partial game shows its results and can be played again", async () => {
  await renderGame();
  await findAll();
  await click("Submit & Next");
  await click("Submit & Next");
  await click("See Results");
  expect(heading().textContent).toBe("Game Complete!");
  expect(screen.getByText("You found 1 of 11 differences!")).toBeTruthy();
  expect(screen.getByText("Great job! Want to try again for a perfect score?")).toBeTruthy();
  expect(screen.queryByText("The prize")).toBeNull();
  expect(fireConfetti).not.toHaveBeenCalled();

  await click("Play Again");
  expect(heading().textContent).toMatch(/^Level 1/);
  await waitFor(() => expect(document.activeElement).toBe(heading()));
  expect(status()).toEqual(["Found so far: 0 of 11", ""]);
});

test("the button says how many spots of the picture are still hidden", async () => {
  await renderGame();
  const description = () => {
    const id = button("Submit & Next").getAttribute("aria-describedby") ?? "";
    return document.getElementById(id)?.textContent;
  };
  expect(description()).toBe("1 still hidden in this picture");
  await findAll();
  expect(description()).toBe("You found everything here");
  await click("Submit & Next");
  await click("Spot 2");
  expect(description()).toBe("4 still hidden in this picture");
});

test("the results of a partial game show each picture with what was missed", async () => {
  await renderGame();
  await findAll();
  await click("Submit & Next");
  for (const id of [1, 2, 3, 4]) await click(`Spot ${id}`);
  await click("Submit & Next");
  await click("See Results");
  const shown = [...document.querySelectorAll("ol > li:has(h4)")].map((item) => ({
    heading: item.querySelector("h4")?.textContent,
    picture: item.querySelector("img")?.getAttribute("src"),
    marks: item.querySelectorAll("[aria-hidden] > span").length,
    missed: [...item.querySelectorAll("ol > li")].map((missed) => missed.textContent),
  }));
  expect(shown).toEqual([
    {
      heading: "Level 1: Spot the different smiley-Easy",
      picture: "/pictures/one.svg",
      marks: 0,
      missed: [],
    },
    {
      heading: "Level 2: Select all stars-Medium",
      picture: "/pictures/two.svg",
      marks: 1,
      missed: ["Marked in the picture"],
    },
    {
      heading: "Level 3: Spot all differences-Hard",
      picture: "/pictures/three.svg",
      marks: 5,
      missed: [1, 2, 3, 4].map((id) => `Thing ${id} of three`).concat("Marked in the picture"),
    },
  ]);
});

test("every game is started on the server, and found spots are submitted by level", async () => {
  await renderGame();
  await findAll();
  await click("Submit & Next");
  await click("Spot 2");
  await click("Submit & Next");
  await click("See Results");
  await click("Play Again");
  expect(calls).toEqual([
    { path: "/api/plays", body: {} },
    {
      path: "/api/plays/finish",
      body: {
        play: "token",
        found: [[1], [2], []],
        spots: [[1], [1, 2, 3, 4, 5], [1, 2, 3, 4, 5]],
        pictures: ["/pictures/one.svg", "/pictures/two.svg", "/pictures/three.svg"],
      },
    },
    { path: "/api/plays", body: {} },
  ]);
});

/** Removes the page and renders it again, as a reload or Back does. */
const reload = async () => {
  cleanup();
  await renderGame();
};

test("a reload keeps level, found spots and the server's token, without moving the focus", async () => {
  await renderGame();
  await findAll();
  await click("Submit & Next");
  await click("Spot 2");
  await reload();
  expect(heading().textContent).toMatch(/^Level 2/);
  expect(document.activeElement).toBe(document.body);
  expect(status()).toEqual(["Found so far: 2 of 11", ""]);
  expect(button("Thing 2 of two").getAttribute("aria-pressed")).toBe("true");
  expect(localStorage.getItem("totalFound")).toBe("[1]");
  expect(calls).toEqual([{ path: "/api/plays", body: {} }]);
});

test("a reload keeps a won game with its proof until it is claimed or played again", async () => {
  let claim: Parameters<Parameters<typeof Game>[0]["prize"]>[0] | undefined;
  const renderWithClaim = async () => {
    cleanup();
    render(
      <Game
        levels={levels}
        prize={(controls) => {
          claim = controls;
          return <p>The prize</p>;
        }}
      >
        <h1>Play</h1>
      </Game>,
    );
    await act(async () => {});
  };
  await renderWithClaim();
  await playPerfectly();
  await renderWithClaim();
  expect(screen.getByText("The prize")).toBeTruthy();
  expect(fireConfetti).toHaveBeenCalledOnce();
  expect(await claim?.requestProof()).toEqual({ kind: "proof", proof: "p" });
  expect(calls).toHaveLength(2);

  act(() => claim?.forget());
  await renderWithClaim();
  expect(heading().textContent).toMatch(/^Level 1/);

  await playPerfectly();
  await click("Play Again");
  await renderWithClaim();
  expect(heading().textContent).toMatch(/^Level 1/);
  expect(status()[0]).toBe("Found so far: 0 of 11");
});

test("a game won without a server is submitted after a reload", async () => {
  const online = globalThis.fetch;
  vi.stubGlobal("fetch", async () => {
    throw new TypeError("Failed to fetch");
  });
  await renderGame();
  await playPerfectly();
  vi.stubGlobal("fetch", online);
  await reload();
  expect(heading().textContent).toBe("Eyes like a hawk!");
  await waitFor(() =>
    expect(calls.map(({ path }) => path)).toEqual(["/api/plays", "/api/plays/finish"]),
  );
});

test("the game can be finished without a server", async () => {
  vi.stubGlobal("fetch", async () => {
    throw new TypeError("Failed to fetch");
  });
  await renderGame();
  await playPerfectly();
  expect(heading().textContent).toBe("Eyes like a hawk!");
});

const nextMonth = levels.map((old) => ({
  ...old,
  image: { ...old.image, src: old.image.src.replace(".svg", ".december.svg") },
}));
const shownPicture = () => document.querySelector("img")?.getAttribute("src");

test("a game that was begun before the pictures changed is finished with its own", async () => {
  await renderGame();
  await click("Spot 1");
  await click("Submit & Next");
  await click("Spot 2");
  cleanup();
  await renderGame(nextMonth);
  expect(shownPicture()).toBe("/pictures/two.svg");
  expect(status()[0]).toBe("Found so far: 2 of 11");
  await click("Submit & Next");
  expect(shownPicture()).toBe("/pictures/three.svg");
  await click("See Results");
  expect(document.querySelector("ol img")?.getAttribute("src")).toBe("/pictures/one.svg");
  await click("Play Again");
  expect(shownPicture()).toBe("/pictures/one.december.svg");
});

test("when the earlier picture is gone, the level is played with the new one and nothing else is lost", async () => {
  await renderGame();
  await click("Spot 1");
  await click("Submit & Next");
  await click("Spot 2");
  cleanup();
  pictures = "failed";
  pictureStatus = 404;
  await renderGame(nextMonth);
  await waitFor(() => expect(shownPicture()).toBe("/pictures/two.december.svg"));
  expect(heading().textContent).toContain("Level 2");
  expect(status()[0]).toBe("Found so far: 1 of 11");
  pictures = "loaded";
  cleanup();
  await renderGame(nextMonth);
  await click("Submit & Next");
  await click("See Results");
  const finished = () => calls.find(({ path }) => path === "/api/plays/finish");
  // It is counted for neither set, also after the page was loaded again.
  await waitFor(() => expect(finished()?.body).toMatchObject({ pictures: null }));
});

for (const [reason, answer] of [
  ["there is no network", 0],
  ["the server is busy", 503],
] as const) {
  test(`when the earlier picture does not load because ${reason}, it can be tried again and nothing is lost`, async () => {
    await renderGame();
    await click("Spot 1");
    await click("Submit & Next");
    await click("Spot 2");
    cleanup();
    pictures = "failed";
    pictureStatus = answer;
    await renderGame(nextMonth);
    await waitFor(() => expect(asked).toEqual(["/pictures/two.svg"]));
    await act(async () => {});
    expect(shownPicture()).toBe("/pictures/two.svg");
    pictures = "loaded";
    await click("Try again");
    expect(shownPicture()).toBe("/pictures/two.svg");
    expect(status()[0]).toBe("Found so far: 2 of 11");
  });
}

test("an earlier picture that turns out to be gone at the second try is left then", async () => {
  await renderGame();
  await click("Submit & Next");
  cleanup();
  pictures = "failed";
  await renderGame(nextMonth);
  await waitFor(() => expect(asked).toHaveLength(1));
  pictureStatus = 404;
  await click("Try again");
  await waitFor(() => expect(shownPicture()).toBe("/pictures/two.december.svg"));
});

/** A game of the clinic's own with fewer spots. */
const ownGame = [level("own-one", "Easy", [1]), level("own-two", "Hard", [1, 2])];

test("a game goes on when the site shows a game with other spots by now, and counts against its own", async () => {
  await renderGame(ownGame);
  await click("Spot 1");
  await click("Submit & Next");
  cleanup();
  await renderGame(levels);
  expect(shownPicture()).toBe("/pictures/own-two.svg");
  expect(status()[0]).toBe("Found so far: 1 of 3");
  await click("Spot 1");
  await click("Spot 2");
  await click("See Results");
  const finished = () => calls.find(({ path }) => path === "/api/plays/finish");
  await waitFor(() =>
    expect(finished()?.body).toMatchObject({
      found: [[1], [1, 2]],
      spots: [[1], [1, 2]],
      pictures: ["/pictures/own-one.svg", "/pictures/own-two.svg"],
    }),
  );
  await click("Play Again");
  expect(status()[0]).toBe("Found so far: 0 of 11");
});

test("when the pictures of a game with other spots are gone, a new game begins", async () => {
  await renderGame(ownGame);
  await click("Spot 1");
  await click("Submit & Next");
  cleanup();
  pictures = "failed";
  pictureStatus = 410;
  await renderGame(levels);
  await waitFor(() => expect(shownPicture()).toBe("/pictures/one.svg"));
  expect(status()[0]).toBe("Found so far: 0 of 11");
  expect(localStorage.getItem("totalFound") ?? "[]").toBe("[]");
});

test("a game goes on with its own spots when only they were changed, in the same pictures", async () => {
  await renderGame(ownGame);
  await click("Spot 1");
  await click("Submit & Next");
  cleanup();
  const [first, second] = ownGame as [Level, Level];
  const withLess = [first, { ...second, spots: second.spots.slice(0, 1) }];
  // The network fails: the picture itself is still published.
  pictures = "failed";
  await renderGame(withLess);
  await waitFor(() =>
    expect(screen.getByRole("alert").textContent).toMatch(/^The picture did not load\./),
  );
  expect(status()[0]).toBe("Found so far: 1 of 3");
  expect(asked).toEqual([]);
  cleanup();
  pictures = "loaded";
  await renderGame(withLess);
  await click("Spot 1");
  await click("Spot 2");
  await click("See Results");
  expect(heading().textContent).toBe("Eyes like a hawk!");
  const finished = () => calls.find(({ path }) => path === "/api/plays/finish");
  await waitFor(() =>
    expect(finished()?.body).toMatchObject({ found: [[1], [1, 2]], spots: [[1], [1, 2]] }),
  );
});
