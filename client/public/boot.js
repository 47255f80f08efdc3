try {
  if (localStorage.getItem('theme') === 'light') {
    document.documentElement.dataset.theme = 'light';
    document.querySelector('meta[name="theme-color"]').content = '#f5f4f0';
  }
} catch {}
addEventListener(
  'error',
  ({ target }) => {
    if (target.tagName === 'SCRIPT') document.querySelector('.boot-note')?.removeAttribute('hidden');
  },
  true,
);
