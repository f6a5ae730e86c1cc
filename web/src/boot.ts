// Runs before the first paint.
const { dataset } = document.documentElement;

// The visitor's remembered theme and text size, so that nothing flashes. Unknown or blocked storage means the system's
// own choice.
try {
  const theme = localStorage.getItem("theme");
  if (theme === "light" || theme === "dark") dataset.theme = theme;
  const text = localStorage.getItem("text");
  if (text === "large" || text === "largest") dataset.text = text;
} catch {}

// Until the first frame stands, what is far below it is not laid out (see Section.module.css and Footer.module.css):
// a slow phone shows the top of the page sooner. Whoever comes back to a place further down needs all of it at once.
const [arrival] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
if (arrival?.type === "navigate" && !location.hash) {
  dataset.frame = "first";
  requestAnimationFrame(() => setTimeout(() => delete dataset.frame));
}

export {};
