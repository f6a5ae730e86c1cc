// The confetti of a perfect game. The library is loaded only then, and not for visitors who ask for less motion.

/** Returns a function that removes the confetti. */
export function fireConfetti(): () => void {
  if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) return () => {};
  let clear = () => {};
  let cancelled = false;
  import("canvas-confetti")
    .then(({ default: confetti }) => {
      if (cancelled) return;
      // The default instance starts a worker from a blob URL, which the content security policy forbids.
      const fire = confetti.create(undefined, { resize: true, useWorker: false });
      clear = () => fire.reset();
      void fire({ particleCount: 80, spread: 70, origin: { x: 0.5, y: 0.4 } });
    })
    .catch(() => {
      // Offline: the results are shown without confetti.
    });
  return () => {
    cancelled = true;
    clear();
  };
}
