// A clinic whose chairs have names, on a site of its own: one for a doctor who does eye exams, and one for everything.
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { binary } from "./shared-server";
import type { DeskServer } from "./test-server";

const CHAIRS = `
[[booking.named_chairs]]
name = "Dr. Amadi"
number = 1
services = ["eye-exams"]

[[booking.named_chairs]]
name = "Room 2"
number = 2
`;

/** The server shows what another process has published some seconds later. */
export function publishNamedChairs({ data }: DeskServer): void {
  const content = mkdtempSync(join(tmpdir(), "named-chairs-"));
  cpSync("../content", content, { recursive: true });
  const file = join(content, "clinic.toml");
  const text = readFileSync(file, "utf8").replace(/^chairs = 2$/m, "");
  writeFileSync(file, text.replace("[[booking.services]]", `${CHAIRS}\n[[booking.services]]`));
  execFileSync(binary, ["content", "import", content, "--publish", "--data", data]);
}
