// Runs before the first paint, so that a page which is to be dark never flashes white.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem("bridgehead.colorScheme");
  } catch {
    // In a frame of another site the browser may keep nothing.
  }
  const isDark = chosen === "dark" || (chosen !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.setAttribute("data-mantine-color-scheme", isDark ? "dark" : "light");
})();
