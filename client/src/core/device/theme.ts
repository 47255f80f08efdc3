import { create } from 'zustand';
import { writeStored } from '../../lib/storage';

export const themeChoices = ['dark', 'light', 'system'] as const;
export type ThemeChoice = (typeof themeChoices)[number];

/**
 * public/boot.js reads the same key before the first paint, so that a light page never flashes dark, and then follows other tabs and, for
 * `system`, the system's theme. It's a separate file because the CSP allows no inline script. The root element has the chosen theme and the
 * one shown.
 */
const THEME_KEY = 'theme';

interface Theme {
  choice: ThemeChoice;
  isDark: boolean;
}

const root = document.documentElement;

function shown(): Theme {
  const { theme, choice } = root.dataset;
  return { choice: themeChoices.find((one) => one === choice) ?? 'dark', isDark: theme !== 'light' };
}

/** The theme belongs to the browser, not to a member, so it outlives a logout. */
export const useTheme = create<Theme>(shown);
new MutationObserver(() => useTheme.setState(shown())).observe(root, {
  attributeFilter: ['data-theme', 'data-choice'],
});

/** Shows a theme, now and after a reload. Without storage, only on this page. */
export function chooseTheme(choice: ThemeChoice): void {
  writeStored(THEME_KEY, choice);
  // boot.js applies it from this event, as in other tabs.
  window.dispatchEvent(new StorageEvent('storage', { key: THEME_KEY, newValue: choice }));
}

/** Switches between light and dark. */
export const toggleTheme = (): void => chooseTheme(useTheme.getState().isDark ? 'light' : 'dark');
