import { chooseTheme, useTheme } from '../../core/device/theme';
import { TimeZoneCard } from '../../notices/screens/choices/TimeZoneCard';
import { Card } from '../../ui/Card';
import { WordSelect } from '../../ui/form/Select';
import { themeWords } from './theme-words';

/** Theme and time zone. The theme is stored in the browser, so it shows even without the server. */
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
      <WordSelect label="Theme" hint="Saved in this browser" value={choice} words={themeWords} onChoose={chooseTheme} />
    </Card>
  );
}
