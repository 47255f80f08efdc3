/** The end of a page: where the next one begins, in one of the orders. */
export type Place =
  | { kind: 'active'; day: string; id: number }
  | { kind: 'hiding'; id: number }
  | { kind: 'suited'; covers: number; day: string; id: number };

/** As a text for the client, which sends it back. */
export const writePlace = (place: Place): string => {
  if (place.kind === 'hiding') return `h.${place.id}`;
  return place.kind === 'active' ? `a.${place.day}.${place.id}` : `s.${place.covers}.${place.day}.${place.id}`;
};

const DAY = '(\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01]))';
const ID = '(\\d{1,16})';
const active = new RegExp(`^a\\.${DAY}\\.${ID}$`, 'u');
const hiding = new RegExp(`^h\\.${ID}$`, 'u');
const suited = new RegExp(`^s\\.(\\d{1,3})\\.${DAY}\\.${ID}$`, 'u');

/** Null for a text that no answer has had. */
export function parsePlace(text: string): Place | null {
  const [, day = '', id] = active.exec(text) ?? [];
  if (id !== undefined) return isDay(day) ? { kind: 'active', day, id: Number(id) } : null;
  const [, hidingId] = hiding.exec(text) ?? [];
  if (hidingId !== undefined) return { kind: 'hiding', id: Number(hidingId) };
  const [, covers, suitedDay = '', suitedId] = suited.exec(text) ?? [];
  return covers !== undefined && isDay(suitedDay)
    ? { kind: 'suited', covers: Number(covers), day: suitedDay, id: Number(suitedId) }
    : null;
}

/** No 31 February, which the database would refuse. */
const isDay = (day: string): boolean => new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
