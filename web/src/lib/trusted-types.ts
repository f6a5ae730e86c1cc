// The site's only Trusted Types policy. It allows one script URL: the service worker's.

type Policy = { createScriptURL(url: string): string };
type PolicyFactory = {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): Policy;
};

const WORKER = "/sw.js";

/** The service worker's URL as a TrustedScriptURL, which our content security policy requires. */
export function workerUrl(): string {
  const factory = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes;
  if (!factory) return WORKER;
  const policy = factory.createPolicy("clinic", {
    createScriptURL(url) {
      if (url !== WORKER) throw new TypeError(`${url} is not a script of this site`);
      return url;
    },
  });
  return policy.createScriptURL(WORKER);
}
