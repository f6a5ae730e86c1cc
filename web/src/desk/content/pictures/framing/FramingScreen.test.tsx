import { act, fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, type MockInstance, test, vi } from "vitest";
import type { Framing } from "../../../../generated/Framing";
import type { PictureSummary } from "../../../../generated/PictureSummary";
import { ApiError } from "../../../api/api-error";
import * as endpoints from "../../../api/endpoints";
import {
  contentList,
  json,
  openDesk,
  press,
  respond,
  setUpDesk,
} from "../../../testing/desk-harness";
import { owner } from "../../../testing/samples";
import { framingPath } from "../../content-address";

setUpDesk();

const unframed: Framing = { crop: null, focalPoint: null };
const photo: PictureSummary = {
  path: "pictures/lens.webp",
  version: "1",
  description: "A lens",
  descriptionVersion: "1",
  width: 1000,
  height: 500,
  bytes: 100,
  framing: unframed,
  usedIn: [],
};
const right = { left: 50, top: 0, width: 50, height: 100 };

let frame: MockInstance<typeof endpoints.framePicture>;
const sent = () =>
  frame.mock.calls.map(([{ version, descriptionVersion }, framing]) => ({
    version,
    descriptionVersion,
    framing,
  }));

const part = () => screen.getByRole("slider", { name: "Part that is shown" });
const point = () => screen.getByRole("slider", { name: "Point that must stay visible" });
const spoken = (slider: HTMLElement) => slider.getAttribute("aria-valuetext");

const refusal = (now: Partial<PictureSummary>) => {
  const { version, descriptionVersion, description, framing } = { ...photo, ...now };
  return new ApiError({
    kind: "rejected",
    status: 412,
    code: "stale",
    message: "Nothing was saved.",
    usedAt: null,
    usedBy: null,
    picture: { version, descriptionVersion, description, framing },
  });
};

async function open(picture: PictureSummary = photo): Promise<void> {
  respond({ "GET pictures": json({ pictures: [picture] }) });
  await openDesk(owner, framingPath(picture.path));
  await screen.findByRole("slider", { name: "Point that must stay visible" });
}

/** The part of the picture that the preview with this caption shows at the top, as its browser cuts it. */
function shownIn(caption: RegExp): { ratio: number; left: number; width: number } {
  const figure = screen.getByText(caption).closest("figure");
  const image = figure?.querySelector("img");
  const width = 10_000 / Number.parseFloat(image?.style.width ?? "");
  return {
    ratio: Number.parseFloat(image?.parentElement?.style.aspectRatio ?? ""),
    left: (-Number.parseFloat(image?.style.left ?? "") * width) / 100,
    width,
  };
}

beforeEach(() => {
  frame = vi.spyOn(endpoints, "framePicture");
  respond(contentList({}));
  // jsdom lays nothing out.
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, 400, 200));
});

test("arrow keys move the part and the point, Shift resizes, and the positions are spoken", async () => {
  await open();
  expect(spoken(part())).toBe("0% from the left, 0% from the top, 100% wide, 100% high");
  act(() => part().focus());
  await userEvent.keyboard("{Shift>}{ArrowLeft}{ArrowLeft}{ArrowUp}{/Shift}{ArrowRight}");
  expect(spoken(part())).toBe("1% from the left, 0% from the top, 98% wide, 99% high");
  expect(spoken(point())).toBe("50% from the left, 49.5% from the top");
  act(() => point().focus());
  await userEvent.keyboard("{ArrowLeft}{Shift>}{ArrowUp}{/Shift}");
  expect(spoken(point())).toBe("49% from the left, 39.5% from the top");
});

test("a corner and the point follow the pointer, and all previews follow at once", async () => {
  await open();
  const before = shownIn(/^On a phone/);
  expect([before.ratio, before.width]).toEqual([2, 100]);
  const [, , lowerLeft] = part().querySelectorAll("span");
  fireEvent.pointerDown(lowerLeft as Element, { button: 0, clientX: 0, clientY: 200 });
  // Half of the 400 pixels.
  fireEvent.pointerMove(window, { clientX: 200, clientY: 200 });
  expect(shownIn(/^On a phone/)).toEqual({ ratio: 1, left: 50, width: 50 });
  expect(shownIn(/^On a laptop/).ratio).toBeCloseTo(1.265, 3);
  expect(shownIn(/^As a shared link/).ratio).toBeCloseTo(1200 / 630);
  fireEvent.pointerUp(window, { clientX: 200, clientY: 200 });
  fireEvent.pointerMove(window, { clientX: 300, clientY: 200 });
  expect(spoken(part())).toContain("50% wide");
  fireEvent.pointerDown(point(), { button: 0, clientX: 300, clientY: 100 });
  fireEvent.pointerMove(window, { clientX: 340, clientY: 0 });
  fireEvent.pointerUp(window);
  expect(spoken(point())).toBe("85% from the left, 0% from the top");
});

test("Escape takes a drag back", async () => {
  await open({ ...photo, framing: { crop: right, focalPoint: null } });
  fireEvent.pointerDown(part(), { button: 0, clientX: 300, clientY: 100 });
  fireEvent.pointerMove(window, { clientX: 200, clientY: 100 });
  expect(spoken(part())).toContain("25% from the left");
  await userEvent.keyboard("{Escape}");
  expect(spoken(part())).toContain("50% from the left");
  fireEvent.pointerMove(window, { clientX: 200, clientY: 100 });
  expect(spoken(part())).toContain("50% from the left");
});

test("numbers are taken over while they are typed, except those that cannot be used", async () => {
  await open();
  await userEvent.click(screen.getByText("Set it with numbers"));
  const width = screen.getByLabelText("Width");
  await userEvent.clear(width);
  expect(screen.getByText("Write a number from 5 to 100.")).toBeTruthy();
  expect(spoken(part())).toContain("100% wide");
  await userEvent.type(width, "40.5");
  expect(spoken(part())).toContain("40.5% wide");
  expect(screen.getByText(/What is shown of this one has only 405/)).toBeTruthy();
});

test("what is chosen is saved as a draft, and can be reset", async () => {
  const framing: Framing = { crop: right, focalPoint: { left: 60, top: 20 } };
  await open({ ...photo, framing });
  frame.mockImplementation(async (_, saved) => ({
    ...photo,
    descriptionVersion: "2",
    framing: saved,
  }));
  const saveButton = screen.getByRole<HTMLButtonElement>("button", { name: "Save" });
  expect(saveButton.disabled).toBe(true);
  await press("Reset both");
  await press("Save");
  expect(await screen.findByText(/Saved as a draft\./)).toBeTruthy();
  expect(sent()).toEqual([{ version: "1", descriptionVersion: "1", framing: unframed }]);
});

test("a change of another picture asks no question", async () => {
  await open();
  frame.mockRejectedValueOnce(refusal({ descriptionVersion: "2", description: "Two lenses" }));
  frame.mockResolvedValueOnce({
    ...photo,
    framing: { crop: null, focalPoint: { left: 51, top: 50 } },
  });
  act(() => point().focus());
  await userEvent.keyboard("{ArrowRight}");
  await press("Save");
  expect(await screen.findByText(/Saved as a draft\./)).toBeTruthy();
  expect(sent().map(({ descriptionVersion }) => descriptionVersion)).toEqual(["1", "2"]);
});

test("another part that a colleague saved meanwhile is not overwritten without a question", async () => {
  await open();
  const theirs = { crop: right, focalPoint: null };
  frame.mockRejectedValueOnce(refusal({ descriptionVersion: "2", framing: theirs }));
  frame.mockImplementationOnce(async (_, framing) => ({ ...photo, framing }));
  act(() => point().focus());
  await userEvent.keyboard("{ArrowRight}");
  await press("Save");
  const notice = within(await screen.findByRole("alert"));
  expect(notice.getByText(/Another part or point was saved/)).toBeTruthy();
  await press("Save");
  expect(await screen.findByText(/Saved as a draft\./)).toBeTruthy();
  expect(sent().map(({ descriptionVersion }) => descriptionVersion)).toEqual(["1", "2"]);
  expect(sent()[1]?.framing.focalPoint).toEqual({ left: 51, top: 50 });
});

test("a part of the old picture is not saved for one that took its place", async () => {
  await open();
  frame.mockRejectedValueOnce(refusal({ version: "2" }));
  act(() => point().focus());
  await userEvent.keyboard("{ArrowRight}");
  respond({ "GET pictures": json({ pictures: [{ ...photo, version: "2", width: 300 }] }) });
  await press("Save");
  await press("Show the new picture");
  expect(await screen.findByText(/300 × 500 pixels/)).toBeTruthy();
  expect(spoken(point())).toBe("50% from the left, 50% from the top");
  expect(frame).toHaveBeenCalledTimes(1);
});

test("a drawing has a point and no part", async () => {
  await open({ ...photo, path: "pictures/eye.svg" });
  expect(screen.queryByRole("slider", { name: "Part that is shown" })).toBeNull();
  expect(screen.getByText(/A drawing is always shown whole/)).toBeTruthy();
  expect(
    screen.getByText(/A page with a drawing at its top is shared with its title/),
  ).toBeTruthy();
});

test("the screen says what a shared link shows and where to publish, and speaks of no keys where there are none", async () => {
  await open();
  expect(screen.getByText(/^A shared link shows only the title of the page\./)).toBeTruthy();
  const link = screen.getByRole("link", { name: "Go to all content to publish" });
  expect(link.getAttribute("href")).toBe("/desk/content");
  const keys = screen.getByText(/The arrow keys move what has the focus/);
  expect(keys.className).toContain("withMouse");
});
