import { create } from 'zustand';
import { writeStored } from '../lib/storage';

export const themeChoices = ['dark', 'light', 'system'] as const;
export type ThemeChoice = (typeof themeChoices)[number];

/**
 * public/boot.js reads the same key before the first paint, so that a light page never flashes dark, and shows the theme from
 * then on: also what another tab chose, and of who chose `system` what the system changes to. It is a file of its own: the CSP
 * allows no inline script. It leaves on the page what was chosen and what is shown, and reports both by `theme:shown`.
 */
const THEME_KEY = 'theme';

interface Theme {
  choice: ThemeChoice;
  isDark: boolean;
}

function shown(): Theme {
  const { theme, themeChoice } = document.documentElement.dataset;
  return { choice: themeChoices.find((one) => one === themeChoice) ?? 'dark', isDark: theme !== 'light' };
}

/** The theme belongs to the browser, not to a member: it outlives a logout. */
export const useTheme = create<Theme>(shown);
window.addEventListener('theme:shown', () => useTheme.setState(shown()));

/** Shows a theme, now and after a reload. Where storage is switched off, on this page. */
export function chooseTheme(choice: ThemeChoice): void {
  writeStored(THEME_KEY, choice);
  window.dispatchEvent(new CustomEvent('theme:chosen', { detail: choice }));
}

/** Shows the other theme than the one that is shown. */
export const toggleTheme = (): void => chooseTheme(useTheme.getState().isDark ? 'light' : 'dark');
