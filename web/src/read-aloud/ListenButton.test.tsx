import { act, cleanup, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ListenButton } from "./ListenButton";
import { Player } from "./player/Player";
import { RecordedSpeech, voice } from "./player/speech-for-tests";
import { VOICES_TIMEOUT_MS } from "./player/voice";

/** The engine of the browser: what `ListenButton` looks for. */
const synthesis = {
  speak: vi.fn(),
  cancel: vi.fn(),
  resume: vi.fn(),
  getVoices: () => [voice("en-NG")],
  addEventListener: vi.fn(),
  removeEventListener: vi.fn(),
};

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal(
    "SpeechSynthesisUtterance",
    class {
      constructor(readonly text: string) {}
    },
  );
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
});
afterEach(() => {
  cleanup();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
  vi.useRealTimers();
});

const article = (
  <article>
    <h1>Glaucoma</h1>
    <ListenButton />
    <p>It does not hurt. Come at 8:00 AM.</p>
  </article>
);

const said = () => synthesis.speak.mock.calls.map(([{ text }]) => text);

test("the server renders no button, and a browser that cannot speak shows none", () => {
  expect(renderToString(article)).not.toContain("Listen");
  render(article);
  expect(screen.queryByRole("button")).toBeNull();
});

test("a visitor listens, stops, and the focus is back on the button", async () => {
  vi.stubGlobal("speechSynthesis", synthesis);
  const user = userEvent.setup();
  render(article);
  await user.click(screen.getByRole("button", { name: "Listen" }));
  // Within the press, for iOS.
  expect(said()[0]).toBe("");
  const player = await screen.findByRole("group", { name: "Read aloud" });
  expect(said().slice(1)).toEqual(["Glaucoma"]);
  await waitFor(() =>
    expect(document.activeElement).toBe(within(player).getByRole("button", { name: "Pause" })),
  );
  await user.click(within(player).getByRole("button", { name: "Stop" }));
  expect(synthesis.cancel).toHaveBeenCalled();
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Listen" })),
  );
});

test("several buttons of a page say what they read", () => {
  vi.stubGlobal("speechSynthesis", synthesis);
  render(<ListenButton about="Eye exams" />);
  // Some engines put a space between the two parts.
  screen.getByRole("button", { name: /^Listen ?: Eye exams$/ });
});

function renderPlayer(
  speech: RecordedSpeech,
  html = "<h1>Glaucoma</h1><p>It does not hurt. Come in.</p>",
) {
  const text = document.createElement("article");
  text.append(document.createRange().createContextualFragment(html));
  document.body.append(text);
  const onClose = vi.fn();
  const { unmount } = render(<Player text={text} onClose={onClose} speech={speech} />);
  return { text, onClose, unmount, user: userEvent.setup() };
}

const marked = () => document.querySelector("[data-read-aloud]")?.textContent;

test("pause and continue stay at the sentence, which is marked", async () => {
  const speech = new RecordedSpeech();
  const { user } = renderPlayer(speech);
  expect(marked()).toBe("Glaucoma");
  act(() => speech.finish());
  expect(marked()).toBe("It does not hurt. Come in.");
  await user.click(screen.getByRole("button", { name: "Pause" }));
  act(() => speech.deliverCancelled("end"));
  await user.click(screen.getByRole("button", { name: "Continue" }));
  expect(speech.said).toEqual(["Glaucoma", "It does not hurt.", "(cancel)", "It does not hurt."]);
});

test("the player closes at the end and marks nothing any more", () => {
  const speech = new RecordedSpeech();
  const { onClose, unmount } = renderPlayer(speech);
  for (const _ of [1, 2, 3]) act(() => speech.finish());
  expect(onClose).toHaveBeenCalledOnce();
  unmount();
  expect(marked()).toBeUndefined();
});

test("the speed is used and remembered", async () => {
  const speech = new RecordedSpeech();
  const { user, unmount } = renderPlayer(speech);
  const speeds = [];
  for (const next of ["slow", "fast", "normal", "slow"]) {
    await user.click(screen.getByRole("button", { name: /^Speed/ }));
    screen.getByRole("button", { name: `Speed: ${next}` });
    speeds.push(speech.current?.rate);
  }
  expect(speeds).toEqual([0.75, 1.35, 1, 0.75]);
  unmount();
  const next = new RecordedSpeech();
  renderPlayer(next);
  expect(next.current?.rate).toBe(0.75);
  screen.getByRole("button", { name: "Speed: slow" });
});

test("reading stops when the page is left, also by a link of the site", () => {
  const left = new RecordedSpeech();
  renderPlayer(left);
  dispatchEvent(new Event("pagehide"));
  expect(left.said).toEqual(["Glaucoma", "(cancel)"]);

  const navigated = new RecordedSpeech();
  renderPlayer(navigated).unmount();
  expect(navigated.said).toEqual(["Glaucoma", "(cancel)"]);
});

test("a second player ends the first", () => {
  const { onClose } = renderPlayer(new RecordedSpeech());
  renderPlayer(new RecordedSpeech());
  expect(onClose).toHaveBeenCalledOnce();
});

test("a device without a voice is told plainly, with a way to close", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { onClose } = renderPlayer(new RecordedSpeech([]));
  act(() => vi.advanceTimersByTime(VOICES_TIMEOUT_MS));
  expect(screen.getByRole("status").textContent).toContain("This device has no English voice");
  expect(screen.queryByRole("button", { name: "Pause" })).toBeNull();
  await userEvent
    .setup({ advanceTimers: vi.advanceTimersByTime })
    .click(screen.getByRole("button", { name: "Close" }));
  expect(onClose).toHaveBeenCalledOnce();
});

test("a voice that fails says so, and can go on", async () => {
  const speech = new RecordedSpeech();
  const { user } = renderPlayer(speech);
  act(() => speech.fail("synthesis-failed"));
  expect(screen.getByRole("status").textContent).toContain("The voice stopped.");
  await user.click(screen.getByRole("button", { name: "Continue" }));
  expect(speech.current?.text).toBe("Glaucoma");
});
