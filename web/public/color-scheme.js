// Runs before the first paint, so that a page which is to be dark never flashes white.
(() => {
  const chosen = localStorage.getItem("bridgehead.colorScheme");
  const isDark = chosen === "dark" || (chosen !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.setAttribute("data-mantine-color-scheme", isDark ? "dark" : "light");
})();
