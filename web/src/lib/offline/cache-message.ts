// The messages a page sends to the service worker.

export type CacheMessage =
  /** Add these paths to the offline cache. */
  | { type: "cache"; paths: string[] }
  /** Keep the text for emergencies on this device. */
  | { type: "urgent" };
