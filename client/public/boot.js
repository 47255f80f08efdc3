{
  const root = document.documentElement;
  const osLight = matchMedia('(prefers-color-scheme: light)');
  const stored = () => {
    try {
      return localStorage.getItem('theme');
    } catch {
      return null;
    }
  };
  const show = (choice) => {
    const isLight = choice === 'light' || (choice === 'system' && osLight.matches);
    root.dataset.theme = isLight ? 'light' : 'dark';
    root.dataset.themeChoice = choice;
    document.querySelector('meta[name="theme-color"]').content = isLight ? '#f5f4f0' : '#0e1116';
    dispatchEvent(new Event('theme:shown'));
  };
  show(stored());
  osLight.addEventListener('change', () => show(root.dataset.themeChoice));
  addEventListener('storage', ({ key }) => {
    if (key === 'theme' || key === null) show(stored());
  });
  addEventListener('theme:chosen', ({ detail }) => show(detail));
}
addEventListener(
  'error',
  ({ target }) => {
    if (target.tagName === 'SCRIPT') document.querySelector('.boot-note')?.removeAttribute('hidden');
  },
  true,
);
