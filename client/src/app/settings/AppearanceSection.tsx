import { TimeZoneCard } from '../../notices/screens/choices/TimeZoneCard';
import { ThemeCard } from './ThemeCard';

/** Theme and time zone. The theme belongs to the browser, so it shows without the server. */
export const AppearanceSection = () => (
  <>
    <ThemeCard />
    <TimeZoneCard />
  </>
);
