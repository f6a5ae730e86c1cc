// A day that the clinic closes, on a site of its own.
import { execFileSync } from "node:child_process";
import { appendFileSync, cpSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "@playwright/test";
import type { FreeSlots } from "../src/generated/FreeSlots";
import { binary } from "./shared-server";
import { type DeskServer, getJson } from "./test-server";

/** Returns when nothing can be booked on the day: the server shows what another process has published some seconds later. */
export async function closeDay(
  { address, data }: DeskServer,
  service: string,
  date: string,
  reason: string,
): Promise<void> {
  const content = mkdtempSync(join(tmpdir(), "closed-day-"));
  cpSync("../content", content, { recursive: true });
  const closure = `\n[[closures]]\ndate = ${date}\nreason = "${reason}"\n`;
  appendFileSync(join(content, "clinic.toml"), closure);
  execFileSync(binary, ["content", "import", content, "--publish", "--data", data]);
  const freeSlots = async () => {
    const url = `${address}/api/booking/slots?service=${service}&days=60`;
    const { days } = await getJson<FreeSlots>(url);
    return days.find((day) => day.date === date)?.slots.length ?? 0;
  };
  await expect.poll(freeSlots).toBe(0);
}
