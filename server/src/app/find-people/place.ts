import type { FitPlace } from '@sangam/shared/people/fit-order';
import { DAY, ID, isDay, parseFitPlace, writeFitPlace } from '../../people/people.js';

/** A place in the order by activity. `hiding`: among the members who hide their activity. */
type ActivityPlace = { kind: 'active'; day: string; id: number } | { kind: 'hiding'; id: number };
/** The last member of a page, after whom the next page begins. */
export type Place = ActivityPlace | { kind: 'fit'; fit: FitPlace };

/** The fields of a fit that determine the place. */
export interface Activity {
  /** Null if it is hidden. */
  activeOn: string | null;
  id: number;
}

export const toPlace = ({ activeOn: day, id }: Activity): Place =>
  day === null ? { kind: 'hiding', id } : { kind: 'active', day, id };

export const toActivity = (place: ActivityPlace): Activity => ({
  activeOn: place.kind === 'active' ? place.day : null,
  id: place.id,
});

/** The order by activity: the latest first, then members who hide it, the newest first. */
export function compareActivity(a: Activity, b: Activity): number {
  const [day, other] = [a.activeOn ?? '', b.activeOn ?? ''];
  if (day !== other) return day < other ? 1 : -1;
  return b.id - a.id;
}

/** Returns the text that the client sends back for the next page. */
export const writePlace = (place: Place): string => {
  if (place.kind === 'hiding') return `h.${place.id}`;
  return place.kind === 'active' ? `a.${place.day}.${place.id}` : writeFitPlace(place.fit);
};

const active = new RegExp(`^a\\.${DAY}\\.${ID}$`, 'u');
const hiding = new RegExp(`^h\\.${ID}$`, 'u');

/** Null for a text that no answer has had. */
export function parsePlace(text: string): Place | null {
  const fit = parseFitPlace(text);
  return fit ? { kind: 'fit', fit } : parseActivity(text);
}

function parseActivity(text: string): ActivityPlace | null {
  const [, day = '', id] = active.exec(text) ?? [];
  if (id !== undefined) return isDay(day) ? { kind: 'active', day, id: Number(id) } : null;
  const [, hidingId] = hiding.exec(text) ?? [];
  return hidingId === undefined ? null : { kind: 'hiding', id: Number(hidingId) };
}

/** The last compared member of each pool (`fitting.ts`); null for a pool in which everybody is compared. */
export type Ends = readonly (Activity | null)[];

const EVERYBODY = '-';

export const writeEnds = (ends: Ends): string =>
  ends.map((end) => (end === null ? EVERYBODY : writePlace(toPlace(end)))).join('_');

/** Null for a text that no answer has had. */
export function parseEnds(text: string): Ends | null {
  const ends: (Activity | null)[] = [];
  for (const part of text.split('_')) {
    const place = part === EVERYBODY ? null : parseActivity(part);
    if (place === null && part !== EVERYBODY) return null;
    ends.push(place && toActivity(place));
  }
  return ends;
}
