{
  const root = document.documentElement;
  const osLight = matchMedia('(prefers-color-scheme: light)');
  const show = (choice) => {
    const isLight = choice === 'light' || (choice === 'system' && osLight.matches);
    root.dataset.theme = isLight ? 'light' : 'dark';
    root.dataset.choice = choice;
    document.querySelector('meta[name="theme-color"]').content = isLight ? '#f5f4f0' : '#0e1116';
  };
  try {
    show(localStorage.theme);
  } catch {}
  osLight.onchange = () => show(root.dataset.choice);
  addEventListener('storage', ({ key, newValue }) => {
    if (key === 'theme' || !key) show(newValue);
  });
}
addEventListener(
  'error',
  ({ target }) => {
    if (target.tagName === 'SCRIPT') document.querySelector('.boot-note')?.removeAttribute('hidden');
  },
  true,
);
