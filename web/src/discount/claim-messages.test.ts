import { describe, expect, test } from "vitest";
import { describeProofFailure, describeSendFailure } from "./claim-messages";

const rejected = (status: number, text = "") =>
  describeSendFailure({ kind: "rejected", status, text }, true);

describe("a failed send", () => {
  test("offline says that the visitor is offline", () => {
    const failure = describeSendFailure({ kind: "unreachable", text: "" }, false);
    expect(failure.message).toMatch(/^You seem to be offline\./);
    expect(failure.remedy).toBe("retry");
  });

  test("without a response while online does not say that the visitor is offline", () => {
    const failure = describeSendFailure({ kind: "unreachable", text: "" }, true);
    expect(failure.message).toMatch(/^We could not reach our server\./);
  });

  test("with an unusable address shows the server's sentence and asks for another address", () => {
    expect(rejected(422, "The mail server does not know this address.\n")).toEqual({
      message: "The mail server does not know this address.",
      remedy: "changeAddress",
    });
    expect(rejected(422).message).toBe("We cannot send to this address. Please check it.");
  });

  test("without a valid proof asks to play again", () => {
    expect(rejected(412)).toEqual({
      message: "This game has expired. Please play again.",
      remedy: "playAgain",
    });
  });

  test("with status 429 shows the server's sentence", () => {
    expect(rejected(429, "Please try again in 10 minutes.\n")).toEqual({
      message: "Please try again in 10 minutes.",
      remedy: "retry",
    });
  });

  test.each(["", "<!doctype html><title>429</title>"])(
    "with status 429 and the body %j shows a sentence of its own",
    (body) => {
      expect(rejected(429, body).message).toBe(
        "Our site is very busy. Please try again in a few minutes.",
      );
    },
  );

  test.each([400, 403, 413, 415, 500, 503])("with status %i is our fault", (status) => {
    expect(rejected(status, "details for the log").message).toMatch(/went wrong on our side/);
  });

  test("with a call that misses an id is our fault", () => {
    const failure = describeSendFailure({ kind: "invalidCall", text: "no form" }, true);
    expect(failure.message).toMatch(/went wrong on our side/);
  });
});

test("an address that can no longer be changed shows the server's sentence", () => {
  const message = "The address was already changed once. If it is still wrong, please call us.";
  const rejected = { kind: "rejected", status: 409, text: message } as const;
  expect(describeSendFailure(rejected, true)).toEqual({ message, remedy: "none" });
});

describe("a failed request for the proof", () => {
  test("names the connection, the server or another game", () => {
    expect(describeProofFailure({ kind: "unreachable" }, false).message).toMatch(/offline/);
    expect(describeProofFailure({ kind: "serverError" }, true).message).toMatch(/our side/);
    expect(describeProofFailure({ kind: "rejected" }, true).remedy).toBe("playAgain");
  });

  test("with a limit shows the server's sentence", () => {
    const message = "Please try again in 2 minutes.";
    expect(describeProofFailure({ kind: "retryLater", message }, true).message).toBe(message);
    expect(describeProofFailure({ kind: "retryLater", message: null }, true).message).toMatch(
      /^Our site is very busy/,
    );
  });
});
