import { currentZoneName } from '@sangam/shared/core/zone-names';

/** The zone under this browser's name for it; null if the browser does not know it. */
function canonicalName(timeZone: string): string | null {
  try {
    return Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Returns this device's time zone; null if its browser doesn't know it (some return Etc/Unknown, which they then refuse). */
export const deviceZone = (): string | null => {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return canonicalName(zone) === null ? null : currentZoneName(zone);
};

/** Whether two names mean one zone: some browsers call Asia/Kolkata Asia/Calcutta. */
export const isSameZone = (a: string, b: string): boolean =>
  a === b || (canonicalName(a) !== null && canonicalName(a) === canonicalName(b));

/** Whether the device's zone is known, and another one than the member's. */
export const isElsewhere = (device: string | null, zone: string): device is string =>
  device !== null && canonicalName(device) !== null && !isSameZone(device, zone);

/** The zone for display: "America/New York". */
export const zoneName = (zone: string): string => currentZoneName(zone).replaceAll('_', ' ');

/** Returns all zones that this browser knows, under their present names and sorted, with `own` under its given name. */
export function zonesWith(own: string): string[] {
  // The list has each zone once, under the browser's name for it.
  const names = [own, canonicalName(own)];
  const others = Intl.supportedValuesOf('timeZone').filter((zone) => !names.includes(zone));
  return [...others.map(currentZoneName), own].sort();
}
