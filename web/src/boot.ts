// Runs before the first paint: applies the visitor's remembered theme and text size, so that nothing flashes.
// Unknown or blocked storage means the system's own choice.
try {
  const { dataset } = document.documentElement;
  const theme = localStorage.getItem("theme");
  if (theme === "light" || theme === "dark") dataset.theme = theme;
  const text = localStorage.getItem("text");
  if (text === "large" || text === "largest") dataset.text = text;
} catch {}
