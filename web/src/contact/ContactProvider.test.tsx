import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import { sampleClinic } from "../fixtures/samples";
import { ContactLink } from "./ContactLink";
import { ContactProvider } from "./ContactProvider";

vi.mock("../lib/time/server-time", () => ({ serverTimeOffset: async () => 0 }));

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

test("the link opens the popup with address, WhatsApp and phone, and the popup can be closed", () => {
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

test("the link that opened the popup gets the focus back, even if the click did not focus it", () => {
  render(page);
  const link = screen.getByRole("link", { name: "Book Appointment" });
  fireEvent.click(link);
  expect(document.activeElement).not.toBe(link);
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(document.activeElement).toBe(link);
});

test("the popup and the WhatsApp message name the service, until another link opens it", () => {
  render(
    <ContactProvider clinic={sampleClinic}>
      <ContactLink service={{ title: "Frames & lenses", slug: "frames" }}>Book Frames</ContactLink>
      <ContactLink>Contact Us</ContactLink>
    </ContactProvider>,
  );
  fireEvent.click(screen.getByRole("link", { name: "Book Frames" }));
  expect(popup().textContent).toContain("Appointment for: Frames & lenses");
  const chat = screen.getByRole("link", { name: "Chat on WhatsApp" }) as HTMLAnchorElement;
  expect(new URL(chat.href).searchParams.get("text")).toBe("Hello Service: Frames & lenses.");
  const online = screen.getByRole("link", { name: "Book online" });
  expect(online.getAttribute("href")).toBe("/book?service=frames");
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  fireEvent.click(screen.getByRole("link", { name: "Contact Us" }));
  expect(screen.queryByText(/^Appointment for/)?.hidden).toBe(true);
  expect(chat.href).toBe(sampleClinic.whatsapp.href);
  expect(online.getAttribute("href")).toBe("/book");
});

test("without online booking, the popup has only WhatsApp and phone", () => {
  render(
    <ContactProvider clinic={{ ...sampleClinic, booksOnline: false }}>
      <ContactLink>Contact Us</ContactLink>
    </ContactProvider>,
  );
  fireEvent.click(screen.getByRole("link", { name: "Contact Us" }));
  expect(screen.queryByRole("link", { name: "Book online" })).toBeNull();
});

test("in the server's HTML, plain links open and close the popup", () => {
  const html = renderToString(page);
  expect(html).toContain('href="#contact-popup"');
  expect(html).toContain('id="contact-popup"');
  expect(html).toContain('<a href="#main">Close</a>');
});

test("a popup opened before hydration becomes a modal, and the hash is removed from the URL", () => {
  history.replaceState(null, "", "/home#contact-popup");
  render(page);
  expect(popup().open).toBe(true);
  expect(window.location.hash).toBe("");
});
