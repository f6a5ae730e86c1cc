// Renders the desk in unit tests against a stubbed fetch. A request without a prepared response fails like a network
// error.
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, vi } from "vitest";
import type { CodeDetails } from "../../generated/CodeDetails";
import type { Session } from "../../generated/Session";
import { Desk } from "../Desk";

export const receptionist: Session = {
  name: "ngozi",
  role: "desk",
  totp: false,
  mailTransport: "file",
  clinicName: "The Clinic",
  discountPercent: 5,
  failedSignIns: 0,
  endsInSeconds: 28_800,
  contentProblems: [],
};
export const owner: Session = { ...receptionist, name: "ada", role: "owner" };

export const validCode: CodeDetails = {
  code: "EYE5-ABCD-1234",
  percent: 5,
  state: "valid",
  validUntil: "2027-02-13T10:00:00Z",
  usedAt: null,
  usedBy: null,
  undoUntil: null,
};
export const redeemedCode: CodeDetails = {
  ...validCode,
  state: "used",
  usedAt: "2026-11-15T08:00:00Z",
  usedBy: "ngozi",
  undoUntil: "2026-11-15T08:10:00Z",
};

export const errorResponse = (status: number, code: string, message = "No.") =>
  Response.json({ error: { code, message } }, { status });
export const signedOut = () => errorResponse(401, "signed_out");
export const noContent = () => new Response(null, { status: 204 });

/** A response to the body of the request. */
type Responses = Record<string, (body: unknown) => Response>;
let responses: Responses = {};

/** Every request sent so far, such as "GET me" or "POST codes/EYE5-ABCD-1234/redeem". */
export let requests: string[] = [];

/** Adds or replaces responses. The keys have the form of `requests`. */
export function respond(more: Responses): void {
  responses = { ...responses, ...more };
}

export function setUpDesk(): void {
  beforeEach(() => {
    // The account screen always loads them.
    responses = { "GET me/sessions": () => Response.json({ sessions: [] }) };
    requests = [];
    history.replaceState(null, "", "/desk");
    vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
      const request = `${init.method} ${path.replace("/api/desk/", "")}`;
      requests.push(request);
      const response = responses[request];
      if (!response) throw new TypeError(`no response for ${request}`);
      return response(typeof init.body === "string" ? JSON.parse(init.body) : undefined);
    });
  });

  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
  });
}

/** Opens the desk as `me`, or signed out, at the given path. */
export async function openDesk(me: Session | null, path = "/desk"): Promise<void> {
  history.replaceState(null, "", path);
  respond({ "GET me": () => (me ? Response.json(me) : noContent()) });
  render(<Desk />);
  await screen.findByRole("heading", { level: 1 });
}

export const codeInput = () => screen.getByLabelText<HTMLInputElement>("Discount code");
export const button = (name: string | RegExp) => screen.getByRole("button", { name });
