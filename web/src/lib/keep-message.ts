// What a page tells the service worker: keep these, the browser has them in its own cache already.

export type KeepMessage = { type: "keep"; paths: string[] };
