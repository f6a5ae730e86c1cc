import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import {
  describedBy,
  errorResponse,
  openDesk,
  press,
  requests,
  respond,
  setUpDesk,
} from "../testing/desk-harness";
import { owner, receptionist } from "../testing/samples";

setUpDesk();

test("the first visit asks who is signed in and gets no error", async () => {
  await openDesk(null);
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Sign in to the staff desk");
  expect(screen.queryByRole("alert")).toBeNull();
  expect(requests).toEqual(["GET me"]);
});

test("name and password open the desk with the code field focused", async () => {
  await openDesk(null);
  respond({ "POST login": () => Response.json(receptionist) });
  await userEvent.type(screen.getByLabelText("Name"), "ngozi");
  expect(screen.getByLabelText<HTMLInputElement>("Password").type).toBe("password");
  await userEvent.type(screen.getByLabelText("Password"), "secret{Enter}");
  const code = await screen.findByLabelText("Discount code");
  await waitFor(() => expect(document.activeElement).toBe(code));
});

test("a wrong password shows the server's message and keeps the name", async () => {
  await openDesk(null);
  respond({ "POST login": () => errorResponse(401, "wrong_login", "Name or password is wrong.") });
  await userEvent.type(screen.getByLabelText("Name"), "ngozi");
  await userEvent.type(screen.getByLabelText("Password"), "guess{Enter}");
  expect((await screen.findByRole("alert")).textContent).toBe("Name or password is wrong.");
  expect(screen.getByLabelText<HTMLInputElement>("Name").value).toBe("ngozi");
  expect(screen.queryByLabelText("6-digit code")).toBeNull();
  expect(requests.filter((request) => request === "POST login")).toHaveLength(1);
});

test("who forgot the password is told whom to ask, and an only owner which command helps", async () => {
  await openDesk(null);
  await userEvent.click(screen.getByText("Forgot your password?"));
  expect(screen.getByText(/under Staff, “New password link” makes a link/)).toBeTruthy();
  expect(screen.getByText("clinic staff reset-password NAME")).toBeTruthy();
  await userEvent.type(screen.getByLabelText("Name"), "Tonye Briggs");
  expect(screen.getByText('clinic staff reset-password "Tonye Briggs"')).toBeTruthy();
  await userEvent.type(screen.getByLabelText("Name"), "; reboot");
  expect(screen.getByText("clinic staff reset-password NAME")).toBeTruthy();
});

test("an account with two-step verification asks for the 6-digit code as well", async () => {
  await openDesk(null);
  respond({ "POST login": () => errorResponse(401, "totp_needed") });
  await userEvent.type(screen.getByLabelText("Name"), "ada");
  await userEvent.type(screen.getByLabelText("Password"), "secret{Enter}");
  const totp = await screen.findByLabelText("6-digit code");
  await waitFor(() => expect(document.activeElement).toBe(totp));
  expect(screen.queryByRole("alert")).toBeNull();
  respond({ "POST login": () => errorResponse(401, "totp_wrong", "Wait for the next code.") });
  await userEvent.type(totp, "111111{Enter}");
  expect((await screen.findByRole("alert")).textContent).toBe("Wait for the next code.");
  await press("Use a recovery code instead");
  expect(describedBy(screen.getByLabelText("Recovery code"))).toContain(
    "ask whoever set up this website for the clinic to run: clinic staff reset-two-step ada",
  );
  await press("Use a 6-digit code instead");
  respond({ "POST login": () => Response.json(owner) });
  await userEvent.type(totp, "123 456{Enter}");
  expect(await screen.findByLabelText("Discount code")).toBeTruthy();
});
