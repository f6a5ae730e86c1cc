import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import {
  button,
  errorResponse,
  noContent,
  openDesk,
  receptionist,
  respond,
  setUpDesk,
} from "../testing/desk-harness";

setUpDesk();

const URI = "otpauth://totp/Clinic:ngozi?secret=GEZDGNBV&issuer=Clinic";

test("set-up shows a QR code and a link, and ends with the recovery codes", async () => {
  respond({
    "POST me/totp/begin": () => Response.json({ secret: "GEZDGNBV", uri: URI }),
    "POST me/totp/confirm": () => errorResponse(422, "totp_wrong", "That code is wrong."),
  });
  await openDesk(receptionist, "/desk/account");
  await userEvent.click(button("Set up"));
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
  await userEvent.click(button("Turn on"));
  expect(await screen.findByRole("heading", { name: "Two-step verification is on" })).toBeTruthy();
  expect(screen.getByText("aaaa-bbbb")).toBeTruthy();
  expect(screen.queryByRole("img", { name: /QR code/ })).toBeNull();
});

test("turning it off asks for the password", async () => {
  respond({ "POST me/totp/off": noContent });
  await openDesk({ ...receptionist, totp: true }, "/desk/account");
  await userEvent.type(
    screen.getByLabelText("Enter your password to turn it off"),
    "secret{Enter}",
  );
  expect(await screen.findByRole("button", { name: "Set up" })).toBeTruthy();
});
