/** The time zone of this device. */
export const deviceZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

const known = (timeZone: string): string => Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;

/** Some zones have two names: browsers call Asia/Kolkata Asia/Calcutta. */
export const isSameZone = (a: string, b: string): boolean => known(a) === known(b);

/** The zone for display: "America/New York". */
export const zoneName = (zone: string): string => zone.replaceAll('_', ' ');

/** All zones that this browser knows, sorted by name, with `own` under its given name. */
export function zonesWith(own: string): string[] {
  const ownKnown = known(own);
  const others = Intl.supportedValuesOf('timeZone').filter((zone) => zone !== ownKnown);
  return [...others, own].sort();
}
