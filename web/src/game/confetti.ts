// Owns the confetti of a perfect game: fetched only then, and never for those who asked for less motion.

/** Returns at once; what it returns sweeps the confetti away. */
export function celebrate(): () => void {
  if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) return () => {};
  let sweep = () => {};
  let over = false;
  import("canvas-confetti")
    .then(({ default: confetti }) => {
      if (over) return;
      // The ready-made cannon starts a worker from a blob, which the site's security policy forbids.
      const fire = confetti.create(undefined, { resize: true, useWorker: false });
      sweep = () => fire.reset();
      void fire({ particleCount: 80, spread: 70, origin: { x: 0.5, y: 0.4 } });
    })
    .catch(() => {
      // Offline: a win without confetti is still a win.
    });
  return () => {
    over = true;
    sweep();
  };
}
