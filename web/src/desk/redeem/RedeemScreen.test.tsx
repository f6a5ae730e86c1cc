import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import { holdTimers } from "../../fixtures/hold-timers";
import { pressInVain } from "../../fixtures/press";
import type { CodeRequest } from "../../generated/CodeRequest";
import {
  button,
  codeInput,
  errorResponse,
  hold,
  openDesk,
  press,
  requests,
  respond,
  setUpDesk,
} from "../testing/desk-harness";
import { receptionist, redeemedCode, validCode } from "../testing/samples";
import { INERT_MS } from "./UndoRedemption";

setUpDesk();

const LOOK_UP = "POST codes/look-up";
const REDEEM = "POST codes/redeem";
const UNDO = "POST codes/undo";

/** Requests without a response yet, by the code in their body. */
function holdResponses() {
  const pending = new Map<string, (response: Response) => void>();
  vi.stubGlobal(
    "fetch",
    (_path: string, init: RequestInit) =>
      new Promise<Response>((resolve) =>
        pending.set(JSON.parse(init.body as string).code, resolve),
      ),
  );
  return pending;
}

test("a complete code is checked automatically and focus stays in the field", async () => {
  await openDesk(receptionist);
  respond({ [LOOK_UP]: () => Response.json(validCode) });
  await userEvent.type(codeInput(), "eye5abcd123");
  expect(requests).not.toContain(LOOK_UP);
  await userEvent.type(codeInput(), "4");
  expect(await screen.findByText("Valid")).toBeTruthy();
  expect(screen.getByRole("status").textContent).toBe(
    "Valid. 5% off. Valid until 13 February 2027.",
  );
  await waitFor(() => expect(document.activeElement).toBe(codeInput()));
});

test("Enter checks, Enter again redeems, and the field is ready for the next code", async () => {
  await openDesk(receptionist);
  respond({
    [LOOK_UP]: () => Response.json(validCode),
    [REDEEM]: () => Response.json(redeemedCode),
  });
  await userEvent.type(codeInput(), "eye5abcd1234{Enter}");
  await waitFor(() => expect(document.activeElement).toBe(button("Redeem code")));
  expect(requests).not.toContain(REDEEM);
  // A screen reader says what is in the field at this moment.
  const textAtFocus = new Promise<string>((resolve) => {
    codeInput().addEventListener("focus", () => resolve(codeInput().value));
  });
  await userEvent.keyboard("{Enter}");
  expect(await screen.findByText("Redeemed")).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(codeInput()));
  expect(await textAtFocus).toBe("");
});

describe("a second code after the first", () => {
  const OTHER = "EYE5-WXYZ-5678";
  const otherCode = { ...validCode, code: OTHER };

  async function openWithTwoCodes() {
    await openDesk(receptionist);
    respond({
      [LOOK_UP]: (body) =>
        Response.json((body as CodeRequest).code === OTHER ? otherCode : validCode),
    });
  }

  test("typed or scanned while the redeem button has focus, replaces the first", async () => {
    await openWithTwoCodes();
    await userEvent.type(codeInput(), "eye5abcd1234{Enter}");
    await waitFor(() => expect(document.activeElement).toBe(button("Redeem code")));
    await userEvent.keyboard("eye5wxyz5678{Enter}");
    expect(codeInput().value).toBe(OTHER);
    expect(await screen.findByText(OTHER, { selector: "p" })).toBeTruthy();
    expect(requests).not.toContain(REDEEM);
  });

  test("typed before the answer to Enter arrives, replaces the first", async () => {
    await openDesk(receptionist);
    const pending = holdResponses();
    await userEvent.type(codeInput(), "eye5abcd1234{Enter}");
    await userEvent.keyboard("eye5wxyz");
    expect(codeInput().value).toBe("EYE5-WXYZ");
    await act(async () => pending.get("EYE5-ABCD-1234")?.(Response.json(validCode)));
    expect(screen.queryByText("Valid")).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(codeInput()));
  });

  test("typed behind a checked code, starts a new one", async () => {
    await openWithTwoCodes();
    await userEvent.type(codeInput(), "eye5abcd1234");
    await screen.findByText("Valid");
    await userEvent.keyboard("eye5");
    expect(codeInput().value).toBe("EYE5");
    expect(screen.queryByText("Valid")).toBeNull();
  });

  test("typed before the redemption of the first is answered, hides no redemption", async () => {
    await openWithTwoCodes();
    await userEvent.type(codeInput(), "eye5abcd1234{Enter}");
    await waitFor(() => expect(document.activeElement).toBe(button("Redeem code")));
    const redemption = hold(() => Response.json(redeemedCode));
    respond({ [REDEEM]: redemption.response });
    await userEvent.keyboard("{Enter}eye5");
    redemption.answer();
    expect(await screen.findByText(/EYE5-ABCD-1234 was redeemed\./)).toBeTruthy();
    expect(codeInput().value).toBe("EYE5");
  });

  test("is not started by a shortcut", async () => {
    await openWithTwoCodes();
    await userEvent.type(codeInput(), "eye5abcd1234{Enter}");
    await waitFor(() => expect(document.activeElement).toBe(button("Redeem code")));
    await userEvent.keyboard("{Control>}c{/Control}");
    await waitFor(() => expect(document.activeElement).toBe(button("Redeem code")));
    expect(codeInput().value).toBe("EYE5-ABCD-1234");
  });
});

test("repeated clicks redeem once", async () => {
  await openDesk(receptionist);
  const redemption = hold(() => Response.json(redeemedCode));
  respond({ [LOOK_UP]: () => Response.json(validCode), [REDEEM]: redemption.response });
  await userEvent.type(codeInput(), "eye5abcd1234");
  await press("Redeem code");
  const redeeming = await screen.findByRole("button", { name: "Redeeming…" });
  for (let click = 0; click < 4; click += 1) pressInVain(redeeming);
  redemption.answer();
  expect(await screen.findByText("Redeemed")).toBeTruthy();
  expect(requests.filter((request) => request === REDEEM)).toHaveLength(1);
});

test("taps on the undo button in its first two seconds do not undo", async () => {
  const pause = holdTimers(INERT_MS);
  await openDesk(receptionist);
  respond({
    [LOOK_UP]: () => Response.json(validCode),
    [REDEEM]: () => Response.json(redeemedCode),
    [UNDO]: () => Response.json(validCode),
  });
  await userEvent.type(codeInput(), "eye5abcd1234");
  await press("Redeem code");
  pressInVain(await screen.findByRole("button", { name: /^Undo/ }));
  pause.end();
  await press(/^Undo/);
  await screen.findByText("Redemption undone");
  expect(requests.filter((request) => request === UNDO)).toHaveLength(1);
});

test("after undoing, the code has to be checked again before it can be redeemed", async () => {
  await openDesk(receptionist);
  respond({
    [LOOK_UP]: () => Response.json(redeemedCode),
    [UNDO]: () => Response.json(validCode),
  });
  await userEvent.type(codeInput(), "eye5abcd1234");
  await press(/^Undo/);
  expect(await screen.findByText("Redemption undone")).toBeTruthy();
  expect(screen.queryByText("Valid")).toBeNull();
  expect(screen.queryByRole("button", { name: "Redeem code" })).toBeNull();
  respond({ [LOOK_UP]: () => Response.json(validCode) });
  await press("Check");
  expect(await screen.findByRole("button", { name: "Redeem code" })).toBeTruthy();
});

test("a redemption can be undone while the next code is being typed", async () => {
  await openDesk(receptionist);
  respond({
    [LOOK_UP]: () => Response.json(validCode),
    [REDEEM]: () => Response.json(redeemedCode),
    [UNDO]: () => Response.json(validCode),
  });
  await userEvent.type(codeInput(), "eye5abcd1234");
  await press("Redeem code");
  await userEvent.type(codeInput(), "EYE5");
  await press(/^Undo/);
  await screen.findByText("Redemption undone");
  expect(screen.getByRole("status").textContent).toMatch(/Redemption undone\./);
  expect(codeInput().value).toBe("EYE5-ABCD-1234");
});

test("a code redeemed by a colleague in the meantime is shown as used", async () => {
  await openDesk(receptionist);
  const used = { code: "used", message: "Used.", usedAt: redeemedCode.usedAt, usedBy: "ada" };
  respond({
    [LOOK_UP]: () => Response.json(validCode),
    [REDEEM]: () => Response.json({ error: used }, { status: 409 }),
  });
  await userEvent.type(codeInput(), "eye5abcd1234");
  await press("Redeem code");
  expect(await screen.findByText(/Used .* by ada\./, { selector: "p:not([role])" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Redeem code" })).toBeNull();
});

test("a redemption whose answer was lost is reported as redeemed when the code is checked again", async () => {
  await openDesk(receptionist);
  respond({
    [LOOK_UP]: () => Response.json(validCode),
    [REDEEM]: () => {
      throw new TypeError("connection lost");
    },
  });
  await userEvent.type(codeInput(), "eye5abcd1234");
  await press("Redeem code");
  await screen.findByText("No connection");
  respond({ [LOOK_UP]: () => Response.json(redeemedCode) });
  await press("Check");
  expect(await screen.findByText("Redeemed")).toBeTruthy();
  expect(screen.getByText("Give 5% off now.")).toBeTruthy();
  expect(screen.getByText(/^Used .* by you\.$/)).toBeTruthy();
  // Once: somebody else with the same code gets no discount.
  await userEvent.clear(codeInput());
  await userEvent.type(codeInput(), "eye5abcd1234");
  expect(await screen.findByText("Used")).toBeTruthy();
});

test("a late response to an older code is ignored", async () => {
  await openDesk(receptionist);
  const pending = holdResponses();
  await userEvent.type(codeInput(), "eye5abcd1234");
  await userEvent.type(codeInput(), "{Backspace}5");
  const older = pending.get("EYE5-ABCD-1234");
  const newer = pending.get("EYE5-ABCD-1235");
  expect(older && newer).toBeTruthy();
  await act(async () => older?.(Response.json(validCode)));
  await act(async () => newer?.(errorResponse(422, "mistyped")));
  expect(await screen.findByText("One character looks wrong")).toBeTruthy();
  expect(screen.queryByText("Valid")).toBeNull();
});

test("the code is picked out of a pasted sentence", async () => {
  await openDesk(receptionist);
  respond({ [LOOK_UP]: () => Response.json(validCode) });
  await userEvent.click(codeInput());
  await userEvent.paste("Your code is EYE5-ABCD-1234, valid until February.");
  expect(codeInput().value).toBe("EYE5-ABCD-1234");
  expect(await screen.findByText("Valid")).toBeTruthy();
});

test("without a network the result says so and Check tries again", async () => {
  await openDesk(receptionist);
  await userEvent.type(codeInput(), "eye5abcd1234");
  expect(await screen.findByText("No connection")).toBeTruthy();
  respond({ [LOOK_UP]: () => Response.json(validCode) });
  await press("Check");
  expect(await screen.findByText("Valid")).toBeTruthy();
});
