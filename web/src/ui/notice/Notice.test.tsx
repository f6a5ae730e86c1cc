import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { Notice } from "./Notice";

afterEach(cleanup);

test("an urgent answer interrupts, a good one waits its turn, a standing text is silent", () => {
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
