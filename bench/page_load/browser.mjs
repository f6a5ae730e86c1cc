// Launches the Chromium and Playwright of the site's browser tests, so that the benchmark installs neither again.
import { existsSync } from "node:fs";
import { createRequire } from "node:module";

const { chromium } = createRequire(new URL("../../web/package.json", import.meta.url))("@playwright/test");

const installed = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

export function launch() {
  const executablePath = process.env.CHROMIUM ?? installed.find((path) => existsSync(path));
  return chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: [
      // Chromium's sandbox does not work for root, the usual user in containers.
      ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
      "--disable-gpu",
      // The certificates of the measured servers are signed by themselves.
      "--ignore-certificate-errors",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--no-first-run",
    ],
  });
}
