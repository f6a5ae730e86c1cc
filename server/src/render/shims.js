// The few things of a browser that React's server renderer touches when it is loaded, and the engine lacks.
// Rendering to a string is synchronous, so nothing here ever has to run later: timers and ports keep silent.
(() => {
  const silent = () => {};
  globalThis.console ??= { log: silent, info: silent, warn: silent, error: silent, debug: silent };
  globalThis.setTimeout ??= () => 0;
  globalThis.clearTimeout ??= silent;
  globalThis.queueMicrotask ??= (task) => void Promise.resolve().then(task);
  globalThis.performance ??= { now: () => 0 };
  globalThis.MessageChannel ??= class MessageChannel {
    port1 = { onmessage: null };
    port2 = { postMessage: silent };
  };
  globalThis.TextEncoder ??= class TextEncoder {
    encode(text) {
      const bytes = unescape(encodeURIComponent(text));
      return Uint8Array.from(bytes, (byte) => byte.charCodeAt(0));
    }
  };
  globalThis.AbortController ??= class AbortController {
    signal = { aborted: false, addEventListener: silent, removeEventListener: silent };
    abort() {}
  };
  globalThis.URL ??= class URL {
    constructor(href) {
      this.href = String(href);
    }
    toString() {
      return this.href;
    }
  };
})();
