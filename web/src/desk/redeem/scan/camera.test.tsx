// @vitest-environment happy-dom
import { waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { hasCamera, READ_INTERVAL_MS, startCamera } from "./camera";

const stopTrack = vi.fn();
const stream = { getTracks: () => [{ stop: stopTrack }] } as unknown as MediaStream;

function stubCamera(getUserMedia: () => Promise<MediaStream>) {
  vi.stubGlobal("navigator", { mediaDevices: { getUserMedia } });
  vi.stubGlobal(
    "BarcodeDetector",
    class {
      static getSupportedFormats = async () => ["qr_code"];
      detect = async () => [{ rawValue: "EYE5-ABCD-1234" }];
    },
  );
}

const video = () => ({ play: async () => {} }) as unknown as HTMLVideoElement;

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  stopTrack.mockReset();
});

test("texts are reported until the camera is stopped", async () => {
  vi.useFakeTimers();
  stubCamera(async () => stream);
  const onText = vi.fn();
  const stop = startCamera(video(), onText, vi.fn());
  for (const texts of [1, 2]) {
    await vi.advanceTimersByTimeAsync(READ_INTERVAL_MS);
    expect(onText.mock.calls.length).toBeGreaterThanOrEqual(texts);
  }
  expect(onText).toHaveBeenCalledWith("EYE5-ABCD-1234");
  stop();
  expect(stopTrack).toHaveBeenCalledOnce();
  onText.mockReset();
  await vi.advanceTimersByTimeAsync(10 * READ_INTERVAL_MS);
  expect(onText).not.toHaveBeenCalled();
});

test.each([
  [new DOMException("no", "NotAllowedError"), "denied"],
  [new DOMException("no", "NotFoundError"), "unavailable"],
])("%s is reported as %s", async (error, expected) => {
  stubCamera(() => Promise.reject(error));
  const onError = vi.fn();
  startCamera(video(), vi.fn(), onError);
  await waitFor(() => expect(onError).toHaveBeenCalledWith(expected));
});

test("a camera that is allowed after the dialog was closed is turned off", async () => {
  let allow: (stream: MediaStream) => void = () => {};
  stubCamera(
    () =>
      new Promise((resolve) => {
        allow = resolve;
      }),
  );
  const stop = startCamera(video(), vi.fn(), vi.fn());
  stop();
  allow(stream);
  await waitFor(() => expect(stopTrack).toHaveBeenCalled());
});

test("scanning is offered only where the browser has a camera API", () => {
  vi.stubGlobal("navigator", {});
  expect(hasCamera()).toBe(false);
  stubCamera(async () => stream);
  expect(hasCamera()).toBe(true);
});
