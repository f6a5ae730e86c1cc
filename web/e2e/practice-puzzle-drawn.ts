// Before the first test: waits until the shared server has drawn its puzzle for practice, because pages link to it from then on.
import { expect } from "@playwright/test";

export default async function practicePuzzleDrawn(): Promise<void> {
  // Not from `shared-server.ts`, which was loaded before the server printed its address.
  const url = `${process.env.E2E_ADDRESS}/data/visionTest/today.json`;
  await expect.poll(async () => (await fetch(url)).status, { timeout: 240_000 }).toBe(200);
}
