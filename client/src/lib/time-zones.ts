import { TIME_ZONE } from '@sangam/shared/core/limits';

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
  return known(zone) === null ? null : named(zone);
};

/** Some zones have two names: browsers call Asia/Kolkata Asia/Calcutta. */
export const isSameZone = (a: string, b: string): boolean => a === b || (known(a) !== null && known(a) === known(b));

/** The zone under the product's own name, if it is the product's. */
const named = (zone: string): string => (isSameZone(zone, TIME_ZONE) ? TIME_ZONE : zone);

/** Whether the device's zone is known, and another one than the member's. */
export const isElsewhere = (here: string | null, zone: string): here is string =>
  here !== null && known(here) !== null && !isSameZone(here, zone);

/** The zone for display: "America/New York". */
export const zoneName = (zone: string): string => named(zone).replaceAll('_', ' ');

/** All zones that this browser knows, sorted by name, with `own` under its given name. */
export function zonesWith(own: string): string[] {
  const ownKnown = known(own);
  const product = known(TIME_ZONE);
  const others = Intl.supportedValuesOf('timeZone').filter((zone) => zone !== ownKnown);
  return [...others.map((zone) => (zone === product ? TIME_ZONE : zone)), own].sort();
}
