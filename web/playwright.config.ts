// Browser tests against the real server, which is started with an empty data folder on a free port. E2E_PORT selects a port,
// CLINIC_BIN another binary, CLINIC_URL a server that is already running.
import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";
import { address, binary, dataFolder, testSettings } from "./e2e/shared-server";

// The headless shell is the same engine without the windows and menus around it, at about two thirds of the processor time.
const installed = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];
const browser = process.env.CHROMIUM ?? installed.find((path) => existsSync(path));

/** They use Selenium instead of Playwright's browser. */
const WEBKIT_TESTS = "webkit/*.spec.ts";
/** It makes pictures and tests nothing: `make docs-pictures`. */
const DOCUMENTATION = "documentation/*.spec.ts";

export default defineConfig({
  testDir: "e2e",
  snapshotPathTemplate: "{testDir}/{testFileDir}/approved/{arg}{ext}",
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  // Only a test that hangs should reach them: on a shared machine everything can take many times longer, and most of all in
  // Firefox, where every step is several messages to the browser and back.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: process.env.CI ? "line" : "list",
  use: {
    baseURL: address,
    locale: "en-NG",
    timezoneId: "Africa/Lagos",
    // Recording costs more than many tests. `TRACE=1 npx playwright test -g "..."` keeps one for each test that fails.
    trace: process.env.TRACE ? "retain-on-failure" : "off",
  },
  projects: [
    {
      name: "chromium",
      ...(process.env.DOCS_PICTURES
        ? { testMatch: DOCUMENTATION }
        : { testIgnore: [WEBKIT_TESTS, DOCUMENTATION] }),
      use: {
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
            // The headless shell would move every letter to a whole pixel.
            "--font-render-hinting=none",
          ],
        },
      },
    },
    {
      name: "firefox",
      testIgnore: WEBKIT_TESTS,
      grep: /@journey/,
      use: {
        // Recording a trace over WebDriver BiDi takes longer than the test itself.
        trace: "off",
        browserName: "firefox",
        channel: "moz-firefox",
        launchOptions: { executablePath: process.env.FIREFOX ?? "/usr/bin/firefox-esr" },
      },
    },
    {
      name: "webkit",
      testMatch: WEBKIT_TESTS,
    },
  ],
  ...(process.env.CLINIC_URL
    ? {}
    : {
        globalSetup: "./e2e/practice-puzzle-drawn",
        webServer: {
          command: `"${binary}" serve --listen 127.0.0.1:${process.env.E2E_PORT ?? 0} --data "${dataFolder}"`,
          wait: { stdout: /Serving the site at (?<e2e_address>http:\/\/[^/]+)/ },
          timeout: 240_000,
          env: {
            ...testSettings,
            CLINIC_MIN_PLAY: "0s",
            CLINIC_DRAWING_DELAY: "0s",
            CLINIC_COMPRESSION_DELAY: "0s",
            CLINIC_LOG: "warn",
          },
        },
      }),
});
