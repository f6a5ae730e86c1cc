// Owns the servers that a single story needs for itself: a site with settings of its own, and a real mail server that
// speaks STARTTLS. Whatever it starts, it stops; it never touches the server that the other journeys share.

import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { binary } from "./server";

const mailboxBinary = resolve(
  import.meta.dirname,
  "../..",
  process.env.MAILBOX_BIN ?? "target/debug/examples/mailbox",
);

export type Mailbox = {
  /** What the site's `--mail` must be to send here, and only over an encrypted line. */
  url: string;
  /** Where its messages arrive, one file each. */
  folder: string;
  /** Silent, yet not gone: it takes connections and answers nothing, until it wakes. */
  fallSilent(): void;
  wake(): void;
  close(): Promise<void>;
};

export type House = {
  address: string;
  /** The codes that the store holds for an address. */
  storedCodes(email: string): Promise<string[]>;
  close(): Promise<void>;
};

export async function openMailbox(): Promise<Mailbox> {
  if (!existsSync(mailboxBinary)) {
    throw new Error(`${mailboxBinary} is missing: run "cargo build --example mailbox" first`);
  }
  const folder = await temporaryFolder("mailbox");
  const process = spawn(mailboxBinary, ["127.0.0.1:0", folder], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(createInterface(process.stdout), "line")) as [string];
  const port = line.slice(line.lastIndexOf(":") + 1);
  return {
    url: `smtp://127.0.0.1:${port}?tls=required&ca=${join(folder, "ca.pem")}`,
    folder,
    fallSilent: () => void process.kill("SIGSTOP"),
    wake: () => void process.kill("SIGCONT"),
    async close() {
      process.kill("SIGCONT");
      await stop(process);
      await rm(folder, { recursive: true });
    },
  };
}

/** A site with an empty store. What it is to believe and where it sends mail is said in `settings`. */
export async function openHouse(...settings: string[]): Promise<House> {
  const data = await temporaryFolder("house");
  const host = `127.0.0.1:${await freePort()}`;
  const process = spawn(binary, ["serve", "--listen", host, "--data", data, ...settings], {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...globalThis.process.env, CLINIC_LOG: "error" },
  });
  const address = `http://${host}`;
  await answering(`${address}/healthz`, process);
  return {
    address,
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

/** A port of this machine on which nobody listens, at least just now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("no port was given");
  return address.port;
}

function temporaryFolder(name: string): Promise<string> {
  return mkdtemp(join(tmpdir(), `clinic-e2e-${name}-`));
}

async function answering(url: string, process: ChildProcess): Promise<void> {
  while (process.exitCode === null) {
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`the server ended with code ${process.exitCode} before it answered`);
}

async function stop(process: ChildProcess): Promise<void> {
  if (process.exitCode !== null || process.signalCode !== null) return;
  const ended = once(process, "exit");
  process.kill("SIGTERM");
  await ended;
}
