// The site's only Trusted Types policy. It lets exactly one script address through: the service worker's.

type Policy = { createScriptURL(url: string): string };
type PolicyFactory = {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): Policy;
};

const WORKER = "/sw.js";

/** The worker's address in the form that `serviceWorker.register` accepts under our content security policy. */
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
