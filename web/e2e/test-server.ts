// Servers for tests that need their own: a site with its own settings, and a mail server with STARTTLS.

import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { get, type IncomingMessage } from "node:http";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { json } from "node:stream/consumers";
import { promisify } from "node:util";
import type { TestFixture } from "@playwright/test";
import { binary, testSettings } from "./shared-server";

const mailServerBinary = resolve(
  import.meta.dirname,
  "../..",
  process.env.MAILBOX_BIN ?? "target/debug/examples/mailbox",
);

export type MailServer = {
  /** The value of `--mail` for a site that sends to this server. Requires TLS. */
  url: string;
  /** Contains one file for each received message. */
  folder: string;
  /** Stops the process without closing its socket: connections are accepted but not answered. */
  pause(): void;
  resume(): void;
  close(): Promise<void>;
};

export type DeskServer = {
  address: string;
  /** The data folder. */
  data: string;
};

export type TestServer = DeskServer & {
  /** The lines that it printed when it started. */
  printed: string[];
  /** The codes in the store for an email address. */
  storedCodes(email: string): Promise<string[]>;
  close(): Promise<void>;
};

/** What costs seconds of the processor, and few tests need. They pass `DRAW_AT_ONCE`. */
const DO_NOT_DRAW = { CLINIC_DRAWING_DELAY: "1h", CLINIC_COMPRESSION_DELAY: "1h" };
export const DRAW_AT_ONCE = ["--drawing-delay", "0s"];

export async function startMailServer(): Promise<MailServer> {
  if (!existsSync(mailServerBinary)) {
    throw new Error(`${mailServerBinary} is missing: run "cargo build --example mailbox" first`);
  }
  const folder = await temporaryFolder("mail-server");
  const process = spawn(mailServerBinary, ["127.0.0.1:0", folder], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(createInterface(process.stdout), "line")) as [string];
  const port = line.slice(line.lastIndexOf(":") + 1);
  return {
    url: `smtp://127.0.0.1:${port}?tls=required&ca=${join(folder, "ca.pem")}`,
    folder,
    pause: () => void process.kill("SIGSTOP"),
    resume: () => void process.kill("SIGCONT"),
    async close() {
      process.kill("SIGCONT");
      await stop(process);
      await rm(folder, { recursive: true });
    },
  };
}

/** Starts a site with an empty store and the given command-line flags. */
export async function startTestServer(...flags: string[]): Promise<TestServer> {
  const data = await temporaryFolder("test-server");
  const process = spawn(binary, ["serve", "--listen", "127.0.0.1:0", "--data", data, ...flags], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...globalThis.process.env, ...testSettings, ...DO_NOT_DRAW, CLINIC_LOG: "error" },
  });
  const printed: string[] = [];
  const output = createInterface(process.stdout).on("line", (line) => printed.push(line));
  const address = await Promise.race([
    once(output, "line").then(([line]: string[]) => line?.match(/http:[^/]*\/\/[^/]+/)?.[0] ?? ""),
    once(process, "exit").then(() => ""),
  ]);
  if (address === "") throw new Error(`the server did not print its address: ${printed}`);
  await untilHealthy(`${address}/healthz`, process);
  return {
    address,
    printed,
    data,
    async storedCodes(email) {
      const { stdout } = await promisify(execFile)(binary, ["export", "--data", data]);
      const rows = stdout.split("\n").map((row) => row.split(","));
      return rows.filter(([, owner]) => owner === email).map(([code = ""]) => code);
    },
    async close() {
      await stop(process);
      await rm(data, { recursive: true, force: true });
    },
  };
}

/** A Playwright fixture: a site of its own for each test. */
export const testServerFixture: [TestFixture<TestServer, object>, { timeout: number }] = [
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern.
  async ({}, use) => {
    const server = await startTestServer();
    await use(server);
    await server.close();
  },
  // A debug build starts slowly on a busy machine.
  { timeout: 120_000 },
];

/** A port that is free now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("no port was assigned");
  return address.port;
}

/** On a connection of its own: the server may close an idle one in the moment in which the next request is written to it. */
export async function getJson<T>(url: string): Promise<T> {
  const [response] = (await once(get(url, { agent: false }), "response")) as [IncomingMessage];
  return (await json(response)) as T;
}

function temporaryFolder(name: string): Promise<string> {
  return mkdtemp(join(tmpdir(), `clinic-e2e-${name}-`));
}

async function untilHealthy(url: string, process: ChildProcess): Promise<void> {
  while (process.exitCode === null) {
    const response = await fetch(url).catch(() => null);
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`the server exited with code ${process.exitCode} before it was ready`);
}

async function stop(process: ChildProcess): Promise<void> {
  if (process.exitCode !== null || process.signalCode !== null) return;
  const exited = once(process, "exit");
  process.kill("SIGTERM");
  await exited;
}
