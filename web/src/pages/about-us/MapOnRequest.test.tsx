import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { afterEach, expect, test } from "vitest";
import { MapOnRequest } from "./MapOnRequest";

afterEach(cleanup);

const map = <MapOnRequest src="about:blank" name="The Eye Clinic" />;

test("nothing of the map is fetched until the visitor asks for it", () => {
  render(map);
  expect(screen.queryByTitle("Map of the way to The Eye Clinic")).toBeNull();
  fireEvent(screen.getByRole("group"), new Event("toggle"));
  const frame = screen.getByTitle("Map of the way to The Eye Clinic");
  expect(frame.getAttribute("src")).toBe("about:blank");
});

test("without scripts the frame is empty and a link fills it", () => {
  const html = renderToString(map);
  expect(html).toContain('<a href="about:blank" target="map">');
  expect(html).not.toMatch(/<iframe[^>]* src=/);
});
