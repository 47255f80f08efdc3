// Before the first paint; stores/theme.ts says the rest.
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  if (theme === 'light') document.querySelector('meta[name="theme-color"]').content = '#f5f4f0';
} catch {}
