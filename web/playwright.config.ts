// Browser tests against the real server, which is started with an empty data folder. CLINIC_BIN selects another binary,
// CLINIC_URL a server that is already running.
import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";
import { address, binary, dataFolder } from "./e2e/shared-server";

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
        // Chromium does not start its sandbox as root, the user of most containers.
        ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
        // Keeps the browser's own requests out of the tests.
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
