import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { sampleClinic, sampleHospitals } from "../fixtures/samples";
import { EmergencyLine } from "./EmergencyLine";

afterEach(cleanup);

test("hospitals with an eye doctor on call are listed with phone and map", () => {
  render(<EmergencyLine clinic={{ ...sampleClinic, hospitals: sampleHospitals }} />);
  const items = screen.getAllByRole("listitem").map((item) => item.textContent);
  expect(items[0]).toContain("A Sample Teaching Hospital, Old GRA");
  expect(items[1]).toBe("Another Sample Hospital");
  const call = screen.getByRole("link", { name: "Call +234 800 000 0001" });
  expect(call.getAttribute("href")).toBe("tel:+2348000000001");
  const map = screen.getByRole("link", { name: "View in Map" });
  expect(map.getAttribute("href")).toBe("https://maps.example/hospital");
});

test("without known hospitals and without a link the words stay", () => {
  render(
    <EmergencyLine clinic={{ ...sampleClinic, emergency: { text: "Go now.", link: null } }} />,
  );
  expect(screen.getByText("Go now.")).toBeTruthy();
  const links = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
  expect(links).toEqual(["/urgent"]);
  expect(screen.queryByRole("list")).toBeNull();
});
