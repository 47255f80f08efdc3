import { Moon, Sun } from 'lucide-react';
import { toggleTheme, useTheme } from '../../core/device/theme';
import { IconButton } from '../../ui/button/IconButton';

/** Light or dark; the settings have what the system shows besides. */
export function ThemeToggle() {
  const dark = useTheme((state) => state.isDark);
  return (
    <IconButton
      icon={dark ? Sun : Moon}
      label={dark ? 'Switch to light theme' : 'Switch to dark theme'}
      onClick={toggleTheme}
      className="border border-line"
    />
  );
}
