// The processes around WebKit: its driver in a D-Bus session of its own, and what they have started.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { expect } from "@playwright/test";
import { freePort } from "../test-server";

/** Starting the browser or a page takes long on a busy machine. */
export const TIMEOUT = 30_000;

export type WebDriverServer = { readonly url: string; readonly stop: () => Promise<void> };

export async function startWebDriver(
  program: "WebKitWebDriver" | "WPEWebDriver",
  env: NodeJS.ProcessEnv = {},
): Promise<WebDriverServer> {
  const port = await freePort();
  const driver = start("dbus-run-session", ["--", program, `--port=${port}`], env);
  const url = `http://127.0.0.1:${port}`;
  await expect(async () => expect((await fetch(`${url}/status`)).ok).toBe(true)).toPass({
    timeout: TIMEOUT,
  });
  return { url, stop: () => stop(driver) };
}

/** Starts a process group, so that `stop` also ends what the program has started. */
export function start(program: string, args: string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
  return spawn(program, args, {
    detached: true,
    stdio: ["ignore", "ignore", "ignore", "pipe"],
    env: { ...process.env, ...env },
  });
}

export async function stop(started: ChildProcess): Promise<void> {
  if (started.pid === undefined || started.exitCode !== null) return;
  const exited = once(started, "exit");
  process.kill(-started.pid, "SIGTERM");
  await exited;
}
