// Renders the desk in unit tests against a stubbed fetch, which answers after a moment, as a network does. A request without
// a prepared response fails like a network error.
import { cleanup, render, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, vi } from "vitest";
import type { DocumentSummary } from "../../generated/DocumentSummary";
import type { Session } from "../../generated/Session";
import type { Content } from "../api/queries";
import { Desk } from "../Desk";
import { keepAccountOfTab } from "../last-place";

export { press } from "../../fixtures/press";

export const errorResponse = (status: number, code: string, message = "No.") =>
  Response.json({ error: { code, message } }, { status });
export const signedOut = () => errorResponse(401, "signed_out");
export const noContent = () => new Response(null, { status: 204 });
/** Answers every request with this value. */
export const json = (value: unknown) => () => Response.json(value);

let contentLists = 0;

/** Answers the two calls that make the list of all content. */
export function contentList({ documents, ...list }: Partial<Content>): Responses {
  const published = String(++contentLists);
  const isDraft = ({ state }: DocumentSummary) => state !== "published";
  const all = documents ?? [];
  return {
    "GET content/drafts": json({ ...list, published, drafts: all.filter(isDraft) }),
    [`GET content/published/${published}`]: json({ documents: all.filter((it) => !isDraft(it)) }),
  };
}

/** A response that waits until the test calls `answer`. */
export function hold(response: () => Response) {
  let answer = () => {};
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  return { answer: () => answer(), response: () => isAnswered.then(response) };
}

/** Long enough that a test which does not wait for an answer fails on every machine. */
export const NETWORK_MILLISECONDS = 30;

/** A response to the body of the request. A test can hold one back with a promise. */
type Responses = Record<string, (body: unknown) => Response | Promise<Response>>;
let responses: Responses = {};

/** Every request sent so far, such as "GET me" or "POST codes/redeem". */
export let requests: string[] = [];

let bodies: { request: string; body: unknown }[] = [];

/** The accounts in whose name requests of this form were sent. */
export const accountsOf = (request: string) =>
  accounts.filter((sent) => sent.request === request).map(({ account }) => account);

let accounts: { request: string; account: string | null }[] = [];

/** The bodies of all requests of this form. */
export const bodiesOf = (request: string) =>
  bodies.filter((sent) => sent.request === request).map(({ body }) => body);

/** Adds or replaces responses. The keys have the form of `requests`. */
export function respond(more: Responses): void {
  responses = { ...responses, ...more };
}

/** Every screen of a document loads its notes. */
const defaultOf = (request: string) =>
  request.startsWith("GET content/document-notes?") ? json({ notes: [] }) : undefined;

export function setUpDesk(): void {
  beforeEach(() => {
    responses = {
      // The account screen always loads them.
      "GET me/sessions": () => Response.json({ sessions: [] }),
      // The header always loads them.
      "GET appointments/waiting": () =>
        Response.json({ requests: 0, waiting: 0, closed: 0, toTell: 0, recalls: 0 }),
      "GET appointments/waiting-requests?offset=0": () =>
        Response.json({ waiting: [], waitingTotal: 0, unacknowledged: [] }),
      "GET appointments/closed": () => Response.json({ days: [], total: 0 }),
      "GET earlier-times": () => Response.json({ patients: [], total: 0 }),
      // Every screen of the content loads them.
      "GET content/instances": () => Response.json({ notShown: [] }),
      "GET content/notes": () => Response.json({ notes: [], total: 0 }),
      // The list of content loads it.
      "GET content/recent": () => Response.json({ documents: [] }),
      // Every screen of a document asks.
      "POST content/open-documents": () => Response.json({ names: [] }),
      "POST content/open-documents/leave": noContent,
      // For owners, the header also loads these.
      "GET record-limits": () => Response.json({ notices: [] }),
      // For owners too.
      "GET health": () => Response.json({ now: "2026-11-16T09:00:00Z", checks: [] }),
    };
    requests = [];
    bodies = [];
    accounts = [];
    history.replaceState(null, "", "/desk");
    // The desk remembers on the device where an account last worked, and in the tab which account that was.
    localStorage.clear();
    sessionStorage.clear();
    keepAccountOfTab(null);
    vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
      const request = `${init.method} ${path.replace("/api/desk/", "")}`;
      requests.push(request);
      const body: unknown = typeof init.body === "string" ? JSON.parse(init.body) : undefined;
      bodies.push({ request, body });
      accounts.push({ request, account: new Headers(init.headers).get("X-Desk-Account") });
      await new Promise((resolve) => setTimeout(resolve, NETWORK_MILLISECONDS));
      const response = responses[request] ?? defaultOf(request);
      if (!response) throw new TypeError(`no response for ${request}`);
      return response(body);
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

/** The next `openDesk` is in a tab that has not shown the desk yet. */
export function openNewTab(): void {
  cleanup();
  keepAccountOfTab(null);
}

/** What this device keeps, apart from the place where an account last worked. */
export const keptKeys = () =>
  Object.keys(localStorage).filter((key) => !key.startsWith("desk-place:"));

export const codeInput = () => screen.getByLabelText<HTMLInputElement>("Discount code");
export const button = (name: string | RegExp) => screen.getByRole("button", { name });
/** What a screen reader says about a field after its label. */
export const describedBy = (field: HTMLElement) =>
  (field.getAttribute("aria-describedby") ?? "")
    .split(" ")
    .map((id) => document.getElementById(id)?.textContent)
    .join(" ");
/** The open dialog with this heading: happy-dom shows the buttons of closed ones too. */
export const dialog = (heading: string) => within(screen.getByRole("dialog", { name: heading }));
/** The same for a dialog that opens after an answer of the server. */
export const findDialog = async (heading: string) =>
  within(await screen.findByRole("dialog", { name: heading }));
