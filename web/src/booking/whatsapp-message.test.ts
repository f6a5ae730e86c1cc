import { expect, test } from "vitest";
import { whatsappLinkWith } from "./whatsapp-message";

test("the message is replaced, and its special characters are kept", () => {
  const link = new URL(whatsappLinkWith("https://wa.me/2348000000000?text=Hello", "K7Q & 4XM?"));
  expect(link.origin + link.pathname).toBe("https://wa.me/2348000000000");
  expect(link.searchParams.get("text")).toBe("K7Q & 4XM?");
});
