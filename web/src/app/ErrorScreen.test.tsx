import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { ChunkLoadError } from "../lib/loading/load-chunk";
import { ErrorScreen } from "./ErrorScreen";
import type { Failure } from "./view-reducer";

afterEach(() => document.body.replaceChildren());

const failures: [Failure, RegExp][] = [
  [{ kind: "offline" }, /^You seem to be offline\. Check your connection/],
  [{ kind: "unreachable" }, /^Your connection may be weak\. Wait a moment/],
  [{ kind: "chunk", error: new ChunkLoadError("lost") }, /^Your connection may be weak/],
  [{ kind: "http-error", status: 503 }, /^Our site could not answer just now\. Wait a minute/],
  [{ kind: "invalid" }, /^Our site could not answer just now/],
  [{ kind: "outdated" }, /^Our site has just been updated\. Try again/],
];

test.each(failures)("failure %j is explained and can be retried", async (failure, message) => {
  const onRetry = vi.fn();
  render(<ErrorScreen failure={failure} onRetry={onRetry} />);
  expect(screen.getByText(message)).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(onRetry).toHaveBeenCalledTimes(1);
});
