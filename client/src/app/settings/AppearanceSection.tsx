import { chooseTheme, type ThemeChoice, themeChoices, useTheme } from '../../core/device/theme';
import { TimeZoneCard } from '../../notices/screens/choices/TimeZoneCard';
import { Card } from '../../ui/Card';
import { Select } from '../../ui/form/Select';
import { themeWords } from './theme-words';

/** Theme and time zone. The theme belongs to the browser, so it shows without the server. */
export const AppearanceSection = () => (
  <>
    <ThemeCard />
    <TimeZoneCard />
  </>
);

/** Dark, light, or the theme of this device's system. */
export function ThemeCard() {
  const choice = useTheme((state) => state.choice);
  return (
    <Card>
      <Select
        label="Theme"
        hint="Saved in this browser"
        value={choice}
        onChange={({ target }) => chooseTheme(target.value as ThemeChoice)}
      >
        {themeChoices.map((one) => (
          <option key={one} value={one}>
            {themeWords[one]}
          </option>
        ))}
      </Select>
    </Card>
  );
}
