import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { EyeChart } from "./EyeChart";

afterEach(cleanup);

test("the lines of the chart read as one sentence", () => {
  render(<EyeChart heading="See the road, and more." lines={["See", "the road,", "and more."]} />);
  expect(screen.getByRole("heading", { level: 1, name: "See the road, and more." })).toBeDefined();
});

test("without lines the heading is shown", () => {
  render(<EyeChart heading="An eye clinic" lines={[]} />);
  expect(screen.getByRole("heading", { level: 1, name: "An eye clinic" })).toBeDefined();
});
