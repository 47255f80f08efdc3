// Runs before the first paint, so that a light page never flashes dark. A file of its own: the CSP allows no inline script.
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage is switched off: the default theme stands.
}
