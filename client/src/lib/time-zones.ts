/** The time zone of this device. */
export const deviceZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

const known = (timeZone: string): string => Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;

/** Some zones have two names: browsers call Asia/Kolkata Asia/Calcutta. */
export const isSameZone = (a: string, b: string): boolean => known(a) === known(b);

/** As people write it: "America/New York". */
export const zoneName = (zone: string): string => zone.replaceAll('_', ' ');

/** All zones that this browser knows, by name; `own` goes by the name that it has here. */
export function zonesWith(own: string): string[] {
  const ownKnown = known(own);
  const others = Intl.supportedValuesOf('timeZone').filter((zone) => zone !== ownKnown);
  return [...others, own].sort();
}
