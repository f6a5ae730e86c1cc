import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { afterEach, expect, test } from "vitest";
import { sampleClinic } from "../examples/sample";
import { ContactLink } from "./ContactLink";
import { ContactProvider } from "./ContactProvider";

const page = (
  <ContactProvider clinic={sampleClinic}>
    <ContactLink>Book Appointment</ContactLink>
  </ContactProvider>
);

const popup = () => document.querySelector("dialog") as HTMLDialogElement;

afterEach(() => {
  cleanup();
  history.replaceState(null, "", "/");
});

test("the link opens the popup, which offers place, WhatsApp and phone, and closes again", () => {
  render(page);
  expect(popup().open).toBe(false);
  fireEvent.click(screen.getByRole("link", { name: "Book Appointment" }));
  expect(popup().open).toBe(true);

  expect(popup().textContent).toContain("1 Sample Street");
  const chat = screen.getByRole("link", { name: "Chat on WhatsApp" });
  expect(chat.getAttribute("href")).toBe(sampleClinic.whatsapp.href);
  const call = screen.getByRole("link", { name: /^Call Now/ });
  expect(call.getAttribute("href")).toBe("tel:+2348000000000");

  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(popup().open).toBe(false);
});

test("in server HTML the link leads to the popup by its address, and closing is a link too", () => {
  const html = renderToString(page);
  expect(html).toContain('href="#contact-popup"');
  expect(html).toContain('id="contact-popup"');
  expect(html).toContain('<a href="#main">Close</a>');
});

test("a popup that was opened before the script arrived becomes a modal, and its address goes", () => {
  history.replaceState(null, "", "/home#contact-popup");
  render(page);
  expect(popup().open).toBe(true);
  expect(window.location.hash).toBe("");
});
