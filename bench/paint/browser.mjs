// The Chromium and the Playwright that the site's own browser journeys use, so that the bench installs neither again.
import { existsSync } from "node:fs";
import { createRequire } from "node:module";

const { chromium } = createRequire(new URL("../../web/package.json", import.meta.url))("@playwright/test");

const installed = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

export function launch() {
  const executablePath = process.env.CHROMIUM ?? installed.find((path) => existsSync(path));
  return chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: [
      // Chromium refuses its sandbox to root, which is who runs in most containers.
      ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
      "--disable-gpu",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--no-first-run",
    ],
  });
}
