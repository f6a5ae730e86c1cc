import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { ChunkLoadError } from "../lib/chunk";
import { ErrorScreen } from "./ErrorScreen";
import type { Failure } from "./view";

afterEach(() => document.body.replaceChildren());

const failures: [Failure, RegExp][] = [
  [{ kind: "offline" }, /^You seem to be offline\. Check your connection/],
  [{ kind: "unreachable" }, /^Your connection may be weak\. Wait a moment/],
  [{ kind: "chunk", error: new ChunkLoadError("lost") }, /^Your connection may be weak/],
  [{ kind: "refused", status: 503 }, /^Our site could not answer just now\. Wait a minute/],
  [{ kind: "unreadable" }, /^Our site could not answer just now/],
  [{ kind: "outdated" }, /^Our site has just been renewed\. Try again/],
];

test.each(failures)(
  "after %j a visitor reads what to do and can try again",
  async (failure, words) => {
    const onRetry = vi.fn();
    render(<ErrorScreen failure={failure} onRetry={onRetry} />);
    expect(screen.getByText(words)).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(onRetry).toHaveBeenCalledTimes(1);
  },
);
