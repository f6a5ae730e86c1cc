// The message a page sends to the service worker: add these paths to the offline cache.

export type CacheMessage = { type: "cache"; paths: string[] };
