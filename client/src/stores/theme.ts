import { create } from 'zustand';
import { readStored, writeStored } from '../lib/storage';

export type Theme = 'dark' | 'light';

/**
 * public/boot.js reads the same key before the first paint, so that a light page never flashes dark. It is a file of its own:
 * the CSP allows no inline script. Where storage is switched off, the default theme stands.
 */
export const THEME_KEY = 'theme';

const stored = (): Theme => (readStored(THEME_KEY) === 'light' ? 'light' : 'dark');

/** The theme belongs to the browser, not to a member: it outlives a logout. */
export const useTheme = create<{ theme: Theme }>(() => ({ theme: stored() }));

function show(theme: Theme): void {
  const root = document.documentElement;
  root.dataset.theme = theme;
  // What the browser draws around the page takes its colour from here.
  const ink = getComputedStyle(root).getPropertyValue('--c-ink');
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', ink);
  useTheme.setState({ theme });
}

/** Shows the other theme, now and after a reload. */
export function toggleTheme(): void {
  const theme = useTheme.getState().theme === 'dark' ? 'light' : 'dark';
  writeStored(THEME_KEY, theme);
  show(theme);
}

/** Another tab changed the theme: follow it. */
export const followStoredTheme = (): void => show(stored());
