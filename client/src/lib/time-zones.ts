import { todaysName } from '@sangam/shared/core/zone-names';

/** The zone under this browser's name for it; null if the browser does not know it. */
function known(timeZone: string): string | null {
  try {
    return Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** The time zone of this device; null if its browser does not know it (some answer Etc/Unknown, which they refuse themselves). */
export const deviceZone = (): string | null => {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return known(zone) === null ? null : todaysName(zone);
};

/** Some zones have two names: browsers call Asia/Kolkata Asia/Calcutta. */
export const isSameZone = (a: string, b: string): boolean => a === b || (known(a) !== null && known(a) === known(b));

/** Whether the device's zone is known, and another one than the member's. */
export const isElsewhere = (here: string | null, zone: string): here is string =>
  here !== null && known(here) !== null && !isSameZone(here, zone);

/** The zone for display: "America/New York". */
export const zoneName = (zone: string): string => todaysName(zone).replaceAll('_', ' ');

/** All zones that this browser knows, by the names of today and sorted, with `own` under its given name. */
export function zonesWith(own: string): string[] {
  // The list has each zone once, under the browser's name for it.
  const names = [own, known(own)];
  const others = Intl.supportedValuesOf('timeZone').filter((zone) => !names.includes(zone));
  return [...others.map(todaysName), own].sort();
}
