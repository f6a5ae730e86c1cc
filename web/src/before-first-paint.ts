// Runs before the first paint.
const { dataset } = document.documentElement;

// Applies the saved theme and text size, so that nothing flashes. Without a saved value the system setting is used.
try {
  const theme = localStorage.getItem("theme");
  if (theme === "light" || theme === "dark") dataset.theme = theme;
  const text = localStorage.getItem("text");
  if (text === "large" || text === "largest") dataset.text = text;
} catch {}

// Until the first frame, sections below the fold are not laid out (see Section.module.css and Footer.module.css), so
// that slow phones paint sooner. Not after Back, a reload or a #link: restoring a scroll position needs real heights.
const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
if (navigation?.type === "navigate" && !location.hash) {
  dataset.frame = "first";
  requestAnimationFrame(() => setTimeout(() => delete dataset.frame));
}

export {};
