import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import {
  bodiesOf,
  errorResponse,
  json,
  noContent,
  openDesk,
  press,
  respond,
  setUpDesk,
} from "../testing/desk-harness";
import { receptionist } from "../testing/samples";

setUpDesk();

const URI = "otpauth://totp/Clinic:ngozi?secret=GEZDGNBV&issuer=Clinic";

test("every form with the current password names the account for password managers", async () => {
  await openDesk({ ...receptionist, totp: true }, "/desk/account");
  await press("Use another phone");
  const forms = [...document.querySelectorAll('input[autocomplete="current-password"]')].map(
    (input) => input.closest("form"),
  );
  expect(forms).toHaveLength(2);
  for (const form of forms) {
    const username = form?.querySelector<HTMLInputElement>('input[autocomplete="username"]');
    // Browsers ignore a field of type "hidden".
    expect([username?.type, username?.value]).toEqual(["text", "ngozi"]);
  }
});

test("set-up shows a QR code and a link, and ends with the recovery codes", async () => {
  respond({
    "POST me/totp/begin": () => Response.json({ secret: "GEZDGNBV", uri: URI }),
    "POST me/totp/confirm": () => errorResponse(422, "totp_wrong", "That code is wrong."),
  });
  await openDesk(receptionist, "/desk/account");
  await userEvent.type(screen.getByLabelText("Enter your password to set it up"), "secret{Enter}");
  expect(
    await screen.findByRole("img", { name: "QR code for your authenticator app" }),
  ).toBeTruthy();
  expect(screen.getByText("GEZD GNBV")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Open authenticator app" }).getAttribute("href")).toBe(
    URI,
  );

  const code = screen.getByLabelText(/Enter the 6-digit code/);
  await userEvent.type(code, "000000{Enter}");
  expect((await screen.findByRole("alert")).textContent).toBe("That code is wrong.");
  respond({ "POST me/totp/confirm": () => Response.json({ recovery: ["aaaa-bbbb"] }) });
  await press("Turn on");
  expect(await screen.findByRole("heading", { name: "Two-step verification is on" })).toBeTruthy();
  expect(screen.getByText("aaaa-bbbb")).toBeTruthy();
  expect(screen.queryByRole("img", { name: /QR code/ })).toBeNull();

  await press("Copy codes");
  expect(await screen.findByText("Copied.")).toBeTruthy();
  const copied = await navigator.clipboard.readText();
  expect(copied).toContain("Recovery codes of ngozi");
  expect(copied).toContain("aaaa-bbbb\n");
  const file = screen.getByRole("link", { name: "Save as a file" });
  expect(file.getAttribute("download")).toBe("recovery-codes.txt");
  expect(decodeURIComponent(file.getAttribute("href")?.split(",")[1] ?? "")).toBe(copied);
  const print = vi.fn();
  vi.stubGlobal("print", print);
  await press("Print");
  expect(print).toHaveBeenCalledOnce();
});

test("a wrong password does not show a key", async () => {
  await openDesk(receptionist, "/desk/account");
  const password = screen.getByLabelText<HTMLInputElement>("Enter your password to set it up");
  expect(password.required).toBe(true);
  respond({
    "POST me/totp/begin": () => errorResponse(422, "wrong_password", "The password is wrong."),
  });
  await userEvent.type(password, "not it{Enter}");
  expect((await screen.findByRole("alert")).textContent).toBe("The password is wrong.");
  expect(screen.queryByRole("img", { name: /QR code/ })).toBeNull();
});

test("another phone needs the password and a code", async () => {
  const BEGIN = "POST me/totp/begin";
  await openDesk({ ...receptionist, totp: true }, "/desk/account");
  await press("Use another phone");
  await press("Cancel");
  await press("Use another phone");
  respond({ [BEGIN]: json({ secret: "GEZDGNBV", uri: URI }) });
  await userEvent.type(
    screen.getByLabelText("Enter your password to use another phone"),
    "secret{Tab}{Tab}123456{Enter}",
  );
  expect(
    await screen.findByRole("img", { name: "QR code for your authenticator app" }),
  ).toBeTruthy();
  expect(bodiesOf(BEGIN)).toEqual([{ password: "secret", totp: "123456" }]);
});

test("turning it off asks for the password and a code", async () => {
  respond({ "POST me/totp/off": noContent });
  await openDesk({ ...receptionist, totp: true }, "/desk/account");
  await userEvent.type(
    screen.getByLabelText("Enter your password to turn it off"),
    "secret{Tab}{Tab}123456{Enter}",
  );
  expect(await screen.findByRole("button", { name: "Set up" })).toBeTruthy();
});
