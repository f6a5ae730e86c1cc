import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { samplePicture } from "../../fixtures/samples";
import { Picture } from "./Picture";

const srcset = "/pictures/a.1-480.webp 480w, /pictures/a.1-960.webp 960w";

test("a photo offers its sizes and says how wide it is shown", () => {
  const photo = { ...samplePicture, srcset };
  render(
    <>
      <Picture picture={photo} alt="wide" />
      <Picture picture={photo} alt="small" round />
    </>,
  );
  const wide = screen.getByRole("img", { name: "wide" });
  expect(wide.getAttribute("srcset")).toBe(srcset);
  expect(wide.getAttribute("sizes")).toBe("(min-width: 48rem) 50vw, 100vw");
  expect(screen.getByRole("img", { name: "small" }).getAttribute("sizes")).toBe("7rem");
});

test("a point that must stay visible is where the browser cuts around", () => {
  render(<Picture picture={{ ...samplePicture, position: "62% 31%" }} alt="cut" round />);
  expect(screen.getByRole("img", { name: "cut" }).style.objectPosition).toBe("62% 31%");
  render(<Picture picture={samplePicture} alt="whole" />);
  expect(screen.getByRole("img", { name: "whole" }).hasAttribute("style")).toBe(false);
});

test("a drawing has one address and no sizes", () => {
  render(<Picture picture={samplePicture} alt="drawing" />);
  const drawing = screen.getByRole("img", { name: "drawing" });
  expect(drawing.hasAttribute("srcset")).toBe(false);
  expect(drawing.hasAttribute("sizes")).toBe(false);
});
