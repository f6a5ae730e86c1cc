import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { afterEach, expect, test } from "vitest";
import { MapOnRequest } from "./MapOnRequest";

afterEach(cleanup);

const map = <MapOnRequest src="about:blank" name="The Eye Clinic" />;

test("the map is not loaded until the visitor opens it", () => {
  render(map);
  expect(screen.queryByTitle("Map showing The Eye Clinic")).toBeNull();
  fireEvent(screen.getByRole("group"), new Event("toggle"));
  const frame = screen.getByTitle("Map showing The Eye Clinic");
  expect(frame.getAttribute("src")).toBe("about:blank");
});

test("without JavaScript the frame is empty and a link loads the map into it", () => {
  const html = renderToString(map);
  expect(html).toContain('<a href="about:blank" target="map">');
  expect(html).not.toMatch(/<iframe[^>]* src=/);
});
