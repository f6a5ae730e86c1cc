import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { Notice } from "./Notice";

afterEach(cleanup);

test("a live alarm is an alert, a live success is a status, and other notices have no role", () => {
  render(
    <>
      <Notice tone="alarm" live>
        stop
      </Notice>
      <Notice tone="success" live>
        done
      </Notice>
      <Notice>by the way</Notice>
    </>,
  );
  expect(screen.getByRole("alert").textContent).toBe("stop");
  expect(screen.getByRole("status").textContent).toBe("done");
});
