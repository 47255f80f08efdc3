try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  if (theme === 'light') document.querySelector('meta[name="theme-color"]').content = '#f5f4f0';
} catch {}
addEventListener(
  'error',
  ({ target }) => {
    if (target.tagName === 'SCRIPT') document.querySelector('.boot-note')?.removeAttribute('hidden');
  },
  true,
);
