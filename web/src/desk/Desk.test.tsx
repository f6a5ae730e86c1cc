import { act, cleanup, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Desk } from "./Desk";
import type { Code, Me } from "./types";

const ngozi: Me = {
  name: "ngozi",
  role: "desk",
  totp: false,
  mailTransport: "file",
  clinicName: "The Clinic",
};
const ada: Me = { ...ngozi, name: "ada", role: "owner" };

const good: Code = {
  code: "EYE5-ABCD-1234",
  state: "good",
  validUntil: "2027-02-13T10:00:00Z",
  usedAt: null,
  usedBy: null,
  undoUntil: null,
};
const redeemed: Code = {
  ...good,
  state: "used",
  usedAt: "2026-11-15T08:00:00Z",
  usedBy: "ngozi",
  undoUntil: "2026-11-15T08:10:00Z",
};

const refusal = (status: number, code: string, message = "No.") =>
  Response.json({ error: { code, message } }, { status });
const signedOut = () => refusal(401, "signed_out");

type Answers = Record<string, () => Response>;
let answers: Answers = {};
let asked: string[] = [];

/** Calls that no test has answered are bugs in the test or in the screen. */
function serve(more: Answers) {
  answers = { ...answers, ...more };
}

beforeEach(() => {
  answers = {};
  asked = [];
  history.replaceState(null, "", "/desk");
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    const call = `${init.method} ${path.replace("/api/desk/", "")}`;
    asked.push(call);
    const answer = answers[call];
    if (!answer) throw new TypeError(`nobody answers ${call}`);
    return answer();
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open(me: Me | null) {
  serve({ "GET me": () => (me ? Response.json(me) : signedOut()) });
  render(<Desk />);
  await screen.findByRole("heading", { level: 1 });
}

const box = () => screen.getByLabelText<HTMLInputElement>("Discount code");
const button = (name: string | RegExp) => screen.getByRole("button", { name });

const LOOK_UP = "GET codes/EYE5-ABCD-1234";
const REDEEM = "POST codes/EYE5-ABCD-1234/redeem";

test("without a session the desk asks for name and password, and lets in who knows them", async () => {
  await open(null);
  serve({ "POST login": () => Response.json(ngozi) });
  await userEvent.type(screen.getByLabelText("Name"), "ngozi");
  await userEvent.type(screen.getByLabelText("Password"), "secret{Enter}");
  expect(await screen.findByLabelText("Discount code")).toBe(document.activeElement);
});

test("a wrong password is told and the name stays", async () => {
  await open(null);
  serve({ "POST login": () => refusal(401, "wrong_login", "Name or password is wrong.") });
  await userEvent.type(screen.getByLabelText("Name"), "ngozi");
  await userEvent.type(screen.getByLabelText("Password"), "guess{Enter}");
  expect((await screen.findByRole("alert")).textContent).toBe("Name or password is wrong.");
  expect(screen.getByLabelText<HTMLInputElement>("Name").value).toBe("ngozi");
  expect(screen.queryByLabelText(/Six digits/)).toBeNull();
});

test("an account with a second step is asked for it, and for nothing else again", async () => {
  await open(null);
  serve({ "POST login": () => refusal(401, "totp_needed") });
  await userEvent.type(screen.getByLabelText("Name"), "ada");
  await userEvent.type(screen.getByLabelText("Password"), "secret{Enter}");
  const digits = await screen.findByLabelText("Six digits from your phone");
  expect(document.activeElement).toBe(digits);
  serve({ "POST login": () => refusal(401, "totp_wrong", "Wait for the next ones.") });
  await userEvent.type(digits, "111111{Enter}");
  expect((await screen.findByRole("alert")).textContent).toBe("Wait for the next ones.");
  serve({ "POST login": () => Response.json(ada) });
  await userEvent.type(digits, "123 456{Enter}");
  expect(await screen.findByLabelText("Discount code")).toBeTruthy();
});

test("a whole code is checked by itself, and the focus stays in the box", async () => {
  await open(ngozi);
  serve({ [LOOK_UP]: () => Response.json(good) });
  await userEvent.type(box(), "eye5abcd123");
  expect(asked).not.toContain(LOOK_UP);
  await userEvent.type(box(), "4");
  expect((await screen.findByRole("status")).textContent).toMatch(/Good until 13 February 2027/);
  expect(document.activeElement).toBe(box());
});

test("by Enter alone: check, redeem, and ready for the next", async () => {
  await open(ngozi);
  serve({ [LOOK_UP]: () => Response.json(good), [REDEEM]: () => Response.json(redeemed) });
  await userEvent.type(box(), "eye5abcd1234{Enter}");
  await vi.waitFor(() => expect(document.activeElement).toBe(button("Redeem it")));
  expect(asked).not.toContain(REDEEM);
  await userEvent.keyboard("{Enter}");
  expect(await screen.findByText("Redeemed")).toBeTruthy();
  expect(document.activeElement).toBe(box());
  expect(box().value).toBe("");
});

test("impatient presses redeem once", async () => {
  await open(ngozi);
  let arrive: (response: Response) => void = () => {};
  serve({ [LOOK_UP]: () => Response.json(good) });
  await userEvent.type(box(), "eye5abcd1234");
  const press = await screen.findByRole("button", { name: "Redeem it" });
  vi.stubGlobal("fetch", (path: string) => {
    asked.push(path);
    return new Promise<Response>((resolve) => {
      arrive = resolve;
    });
  });
  for (let presses = 0; presses < 5; presses += 1) await userEvent.click(press);
  expect(asked.filter((path) => path.endsWith("/redeem"))).toHaveLength(1);
  await act(async () => arrive(Response.json(redeemed)));
  expect(screen.getByText("Redeemed")).toBeTruthy();
});

test("a redemption can be taken back, even while the next code is being typed", async () => {
  await open(ngozi);
  serve({
    [LOOK_UP]: () => Response.json(good),
    [REDEEM]: () => Response.json(redeemed),
    "POST codes/EYE5-ABCD-1234/undo": () => Response.json(good),
  });
  await userEvent.type(box(), "eye5abcd1234");
  await userEvent.click(await screen.findByRole("button", { name: "Redeem it" }));
  await screen.findByRole("button", { name: /^Undo/ });
  await userEvent.type(box(), "EYE5");
  await userEvent.click(button("Undo"));
  expect((await screen.findByRole("status")).textContent).toMatch(/The redemption is undone/);
  expect(box().value).toBe("EYE5-ABCD-1234");
});

test("a code that somebody else has just taken is told as used", async () => {
  await open(ngozi);
  const used = { code: "used", message: "Used.", usedAt: redeemed.usedAt, usedBy: "ada" };
  serve({
    [LOOK_UP]: () => Response.json(good),
    [REDEEM]: () => Response.json({ error: used }, { status: 409 }),
  });
  await userEvent.type(box(), "eye5abcd1234");
  await userEvent.click(await screen.findByRole("button", { name: "Redeem it" }));
  expect(await screen.findByText(/Used .* by ada\./, { selector: "p:not([role])" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Redeem it" })).toBeNull();
});

test("the answer to an older question never stands beside a newer code", async () => {
  await open(ngozi);
  const waiting = new Map<string, (response: Response) => void>();
  vi.stubGlobal(
    "fetch",
    (path: string) => new Promise<Response>((resolve) => waiting.set(path, resolve)),
  );
  await userEvent.type(box(), "eye5abcd1234");
  await userEvent.type(box(), "{Backspace}5");
  const older = waiting.get("/api/desk/codes/EYE5-ABCD-1234");
  await act(async () => older?.(Response.json(good)));
  expect(screen.queryByText("Good")).toBeNull();
  const newer = waiting.get("/api/desk/codes/EYE5-ABCD-1235");
  await act(async () => newer?.(refusal(422, "slip")));
  expect(screen.getByText("One character looks wrong")).toBeTruthy();
});

test("a pasted sentence of the mail gives up its code", async () => {
  await open(ngozi);
  serve({ [LOOK_UP]: () => Response.json(good) });
  await userEvent.click(box());
  await userEvent.paste("Your code is EYE5-ABCD-1234, good until February.");
  expect(box().value).toBe("EYE5-ABCD-1234");
  expect(await screen.findByText("Good")).toBeTruthy();
});

test("when the session ends, signing in again brings back what was typed", async () => {
  await open(ngozi);
  serve({ [LOOK_UP]: signedOut, "POST login": () => Response.json(ngozi) });
  await userEvent.type(box(), "eye5abcd1234");
  expect((await screen.findByRole("status")).textContent).toMatch(/what you typed is still here/);
  expect(screen.getByLabelText<HTMLInputElement>("Name").value).toBe("ngozi");
  await userEvent.type(screen.getByLabelText("Password"), "secret{Enter}");
  await vi.waitFor(() => expect(screen.queryByLabelText("Password")).toBeNull());
  expect(box().value).toBe("EYE5-ABCD-1234");
  expect(document.activeElement).toBe(box());
});

test("what one person typed is not shown to the next", async () => {
  await open(ngozi);
  serve({ [LOOK_UP]: signedOut, "POST login": () => Response.json(ada) });
  await userEvent.type(box(), "eye5abcd1234");
  await userEvent.clear(await screen.findByLabelText("Name"));
  await userEvent.type(screen.getByLabelText("Name"), "ada");
  await userEvent.type(screen.getByLabelText("Password"), "secret{Enter}");
  await vi.waitFor(() => expect(screen.queryByLabelText("Password")).toBeNull());
  expect(box().value).toBe("");
});

test("a receptionist sees two places, an owner all of them", async () => {
  await open(ngozi);
  const places = () =>
    within(screen.getByRole("navigation"))
      .getAllByRole("link")
      .map((link) => link.textContent);
  expect(places()).toEqual(["Redeem", "Account"]);
  cleanup();
  await open(ada);
  expect(places()).toEqual([
    "Redeem",
    "People",
    "Funnel",
    "Mail room",
    "Staff",
    "Audit",
    "Account",
  ]);
});

test("an owner's address leads a receptionist to the first screen and asks the server nothing", async () => {
  history.replaceState(null, "", "/desk/people");
  await open(ngozi);
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Redeem a code");
  expect(asked).toEqual(["GET me"]);
});

test("signing out without a network says so instead of pretending", async () => {
  await open(ngozi);
  await userEvent.click(button("Sign out"));
  expect((await screen.findByRole("alert")).textContent).toMatch(/No answer from the clinic/);
  serve({ "POST logout": () => new Response(null, { status: 204 }) });
  await userEvent.click(button("Sign out"));
  expect(await screen.findByLabelText("Password")).toBeTruthy();
});

test("a server that does not answer at the start can be asked again", async () => {
  render(<Desk />);
  expect((await screen.findByRole("alert")).textContent).toMatch(/No answer/);
  serve({ "GET me": () => Response.json(ngozi) });
  await userEvent.click(button("Try again"));
  expect(await screen.findByLabelText("Discount code")).toBeTruthy();
});
