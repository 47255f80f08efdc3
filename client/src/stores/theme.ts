import { create } from 'zustand';
import { readStored, writeStored } from '../lib/storage';

export type Theme = 'dark' | 'light';

/** public/theme.js reads the same key before the first paint. */
const THEME_KEY = 'theme';

const stored = (): Theme => (readStored(THEME_KEY) === 'light' ? 'light' : 'dark');

/** The theme belongs to the browser, not to a member: it outlives a logout. */
export const useTheme = create<{ theme: Theme }>(() => ({ theme: stored() }));

/** Shows a theme now and after a reload. */
function setTheme(theme: Theme): void {
  writeStored(THEME_KEY, theme);
  document.documentElement.dataset.theme = theme;
  useTheme.setState({ theme });
}

export function toggleTheme(): void {
  setTheme(useTheme.getState().theme === 'dark' ? 'light' : 'dark');
}
