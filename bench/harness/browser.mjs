// Launches the Chromium and Playwright of the site's browser tests, so that the benchmark installs neither again.
import { createHash, X509Certificate } from "node:crypto";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";

const { chromium } = createRequire(new URL("../../web/package.json", import.meta.url))("@playwright/test");

const installed = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** With a certificate (PEM) that Chromium is to trust. It caches nothing from servers whose certificate it only tolerates. */
export function launch(certificate) {
  const executablePath = process.env.CHROMIUM ?? installed.find((path) => existsSync(path));
  return chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: [
      // Chromium's sandbox does not work for root, the usual user in containers.
      ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
      ...(certificate ? [`--ignore-certificate-errors-spki-list=${publicKeyHash(certificate)}`] : []),
      "--disable-gpu",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--no-first-run",
    ],
  });
}

function publicKeyHash(certificate) {
  const key = new X509Certificate(certificate).publicKey.export({ type: "spki", format: "der" });
  return createHash("sha256").update(key).digest("base64");
}
