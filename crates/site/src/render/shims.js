// Browser APIs that React's server renderer uses when it is loaded and that QuickJS does not have.
// Rendering to a string is synchronous, so timers and message ports never have to run anything.
(() => {
  const noop = () => {};
  globalThis.console ??= { log: noop, info: noop, warn: noop, error: noop, debug: noop };
  globalThis.setTimeout ??= () => 0;
  globalThis.clearTimeout ??= noop;
  globalThis.queueMicrotask ??= (task) => void Promise.resolve().then(task);
  globalThis.performance ??= { now: () => 0 };
  globalThis.MessageChannel ??= class MessageChannel {
    port1 = { onmessage: null };
    port2 = { postMessage: noop };
  };
  globalThis.TextEncoder ??= class TextEncoder {
    encode(text) {
      const bytes = unescape(encodeURIComponent(text));
      return Uint8Array.from(bytes, (byte) => byte.charCodeAt(0));
    }
  };
  globalThis.AbortController ??= class AbortController {
    signal = { aborted: false, addEventListener: noop, removeEventListener: noop };
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
