import { create } from 'zustand';
import { readStored, writeStored } from '../lib/storage';

export type Theme = 'dark' | 'light';

/** public/theme.js reads the same key before the first paint. */
export const THEME_KEY = 'theme';

const stored = (): Theme => (readStored(THEME_KEY) === 'light' ? 'light' : 'dark');

/** The theme belongs to the browser, not to a member: it outlives a logout. */
export const useTheme = create<{ theme: Theme }>(() => ({ theme: stored() }));

function show(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
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
