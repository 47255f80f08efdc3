import { Moon, Sun } from 'lucide-react';
import { toggleTheme, useTheme } from '../../stores/theme';
import { IconButton } from '../../ui/IconButton';

/** Light or dark; dark is the default. */
export function ThemeToggle() {
  const dark = useTheme((state) => state.theme === 'dark');
  return (
    <IconButton
      icon={dark ? Sun : Moon}
      label={dark ? 'Switch to light theme' : 'Switch to dark theme'}
      onClick={toggleTheme}
      className="border border-line"
    />
  );
}
