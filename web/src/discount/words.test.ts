import { describe, expect, test } from "vitest";
import { explainUnproved, explainUnsent } from "./words";

const NOW = new Date("2026-03-02T09:00:00Z");

const refused = (status: number, text = "", retryAfter: string | null = null) =>
  explainUnsent({ kind: "refused", status, text, retryAfter }, true, NOW);

describe("a send that failed", () => {
  test("without a network says that the visitor is offline", () => {
    const failure = explainUnsent({ kind: "unreachable", text: "" }, false, NOW);
    expect(failure.sentence).toMatch(/^You seem to be offline\./);
    expect(failure.remedy).toBe("again");
  });

  test("without an answer, though online, does not call the visitor offline", () => {
    const failure = explainUnsent({ kind: "unreachable", text: "" }, true, NOW);
    expect(failure.sentence).toMatch(/^We could not reach our server\./);
  });

  test("for the address passes the server's sentence on and asks for another address", () => {
    expect(refused(422, "The mail server does not know this address.\n")).toEqual({
      sentence: "The mail server does not know this address.",
      remedy: "address",
    });
    expect(refused(422).sentence).toBe("We cannot send to this address. Please check it.");
  });

  test("for want of a valid proof asks for another game", () => {
    expect(refused(412).remedy).toBe("play");
  });

  test.each([
    ["30", "in a minute"],
    ["61", "in 2 minutes"],
    ["600", "in 10 minutes"],
    ["3600", "in an hour"],
    ["7200", "in 2 hours"],
    ["86400", "tomorrow"],
    ["Mon, 02 Mar 2026 09:05:00 GMT", "in 5 minutes"],
    ["Mon, 02 Mar 2026 08:00:00 GMT", "in a minute"],
    ["soon", "in a few minutes"],
    [null, "in a few minutes"],
  ])("for too many tries, Retry-After %s reads: %s", (retryAfter, when) => {
    expect(refused(429, "", retryAfter).sentence).toBe(
      `That was one try too many. Please try again ${when}.`,
    );
  });

  test.each([400, 403, 413, 415, 500, 503])("with status %i is owned as our fault", (status) => {
    expect(refused(status, "details for the log").sentence).toMatch(/on our side, not yours/);
  });
});

describe("a proof that could not be had", () => {
  test("speaks of the network, the wait, the server or another game", () => {
    expect(explainUnproved({ kind: "unreachable" }, false).sentence).toMatch(/offline/);
    expect(explainUnproved({ kind: "tooSoon", seconds: 120 }, true).sentence).toMatch(/2 minutes/);
    expect(explainUnproved({ kind: "broken" }, true).sentence).toMatch(/our side/);
    expect(explainUnproved({ kind: "refused" }, true).remedy).toBe("play");
  });
});
