import type { ThemeChoice } from '../../core/device/theme';

export const themeWords: Record<ThemeChoice, string> = { dark: 'Dark', light: 'Light', system: 'System' };
