import type { FitPlace } from '@sangam/shared/people/fit';

/** The end of a page: where the next one begins. `hiding`: among members who hide their activity. */
export type Place =
  | { kind: 'active'; day: string; id: number }
  | { kind: 'hiding'; id: number }
  | { kind: 'fit'; fit: FitPlace };

/** As a text for the client, which sends it back. */
export const writePlace = (place: Place): string => {
  if (place.kind === 'hiding') return `h.${place.id}`;
  if (place.kind === 'active') return `a.${place.day}.${place.id}`;
  const { covered, required, hours, activeOn, tie, id } = place.fit;
  return `f.${covered}.${required}.${hours}.${activeOn ?? '-'}.${tie}.${id}`;
};

const DAY = '(\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01]))';
const ID = '(\\d{1,16})';
const active = new RegExp(`^a\\.${DAY}\\.${ID}$`, 'u');
const hiding = new RegExp(`^h\\.${ID}$`, 'u');
const fitting = new RegExp(`^f\\.(\\d{1,3})\\.(\\d{1,3})\\.(\\d{1,3})\\.(?:-|${DAY})\\.(\\d{1,10})\\.${ID}$`, 'u');

/** Null for a text that no answer has had. */
export function parsePlace(text: string): Place | null {
  const [, day = '', id] = active.exec(text) ?? [];
  if (id !== undefined) return isDay(day) ? { kind: 'active', day, id: Number(id) } : null;
  const [, hidingId] = hiding.exec(text) ?? [];
  if (hidingId !== undefined) return { kind: 'hiding', id: Number(hidingId) };
  const [, covered, required, hours, activeOn, tie, fitId] = fitting.exec(text) ?? [];
  if (fitId === undefined || (activeOn !== undefined && !isDay(activeOn))) return null;
  const numbers = { covered: Number(covered), required: Number(required), hours: Number(hours), tie: Number(tie) };
  return { kind: 'fit', fit: { ...numbers, activeOn: activeOn ?? null, id: Number(fitId) } };
}

/** No 31 February, and no year 0, which the database would refuse. */
const isDay = (day: string): boolean => day >= '0001' && new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
