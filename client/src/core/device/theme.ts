import { create } from 'zustand';
import { writeStored } from '../../lib/storage';

export const themeChoices = ['dark', 'light', 'system'] as const;
export type ThemeChoice = (typeof themeChoices)[number];

/**
 * public/boot.js reads the same key before the first paint, so that a light page never flashes dark, and shows the theme from
 * then on: also what another tab chose, and of who chose `system` what the system changes to. It is a file of its own: the CSP
 * allows no inline script. What was chosen and what is shown stand on the page's root.
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

/** The theme belongs to the browser, not to a member: it outlives a logout. */
export const useTheme = create<Theme>(shown);
new MutationObserver(() => useTheme.setState(shown())).observe(root, {
  attributeFilter: ['data-theme', 'data-choice'],
});

/** Shows a theme, now and after a reload. Where storage is switched off, on this page. */
export function chooseTheme(choice: ThemeChoice): void {
  writeStored(THEME_KEY, choice);
  // This tab hears of it as the others do.
  window.dispatchEvent(new StorageEvent('storage', { key: THEME_KEY, newValue: choice }));
}

/** Shows the other theme than the one that is shown. */
export const toggleTheme = (): void => chooseTheme(useTheme.getState().isDark ? 'light' : 'dark');
