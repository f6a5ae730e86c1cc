// Journeys in a real browser against the real server, started fresh with an empty data folder.
// CLINIC_BIN names another binary; CLINIC_URL a server that runs already.
import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";
import { address, binary, dataFolder } from "./e2e/server";

const installed = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const browser = process.env.CHROMIUM ?? installed.find((path) => existsSync(path));

export default defineConfig({
  testDir: "e2e",
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  reporter: process.env.CI ? "line" : "list",
  use: {
    baseURL: address,
    locale: "en-NG",
    timezoneId: "Africa/Lagos",
    trace: "retain-on-failure",
    launchOptions: {
      ...(browser ? { executablePath: browser } : {}),
      args: [
        // Chromium refuses its sandbox to root, which is who runs in most containers.
        ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
        // What the browser asks of its maker is none of the journeys' business.
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
      ],
    },
  },
  ...(process.env.CLINIC_URL
    ? {}
    : {
        webServer: {
          command: `"${binary}" serve --listen ${new URL(address).host} --data "${dataFolder}"`,
          url: `${address}/healthz`,
          reuseExistingServer: false,
          env: { CLINIC_LOG: "warn" },
        },
      }),
});
