import type { FitRank } from '@sangam/shared/people/fit-order';
import { DAY, ID, isDay, parseFitCursor, writeFitCursor } from '../../people/people.js';

/** A position in the order by activity. `hiding`: among the members who hide their activity. */
type ActivityCursor = { kind: 'active'; day: string; id: number } | { kind: 'hiding'; id: number };
/** The last member of a page, after whom the next page begins. */
export type PeopleCursor = ActivityCursor | { kind: 'fit'; fit: FitRank };

/** The fields of a fit that determine the order by activity. */
export interface Activity {
  /** Null if it is hidden. */
  activeOn: string | null;
  id: number;
}

export const toCursor = ({ activeOn: day, id }: Activity): PeopleCursor =>
  day === null ? { kind: 'hiding', id } : { kind: 'active', day, id };

export const toActivity = (cursor: ActivityCursor): Activity => ({
  activeOn: cursor.kind === 'active' ? cursor.day : null,
  id: cursor.id,
});

/** The order by activity: the latest first, then members who hide it, the newest first. */
export function compareActivity(a: Activity, b: Activity): number {
  const [day, other] = [a.activeOn ?? '', b.activeOn ?? ''];
  if (day !== other) return day < other ? 1 : -1;
  return b.id - a.id;
}

/** Returns the text that the client sends back for the next page. */
export const writeCursor = (cursor: PeopleCursor): string => {
  if (cursor.kind === 'hiding') return `h.${cursor.id}`;
  return cursor.kind === 'active' ? `a.${cursor.day}.${cursor.id}` : writeFitCursor(cursor.fit);
};

const active = new RegExp(`^a\\.${DAY}\\.${ID}$`, 'u');
const hiding = new RegExp(`^h\\.${ID}$`, 'u');

/** Null for a text that no answer has had. */
export function parseCursor(text: string): PeopleCursor | null {
  const fit = parseFitCursor(text);
  return fit ? { kind: 'fit', fit } : parseActivity(text);
}

function parseActivity(text: string): ActivityCursor | null {
  const [, day = '', id] = active.exec(text) ?? [];
  if (id !== undefined) return isDay(day) ? { kind: 'active', day, id: Number(id) } : null;
  const [, hidingId] = hiding.exec(text) ?? [];
  return hidingId === undefined ? null : { kind: 'hiding', id: Number(hidingId) };
}

/** The last compared member of each pool (`fitting.ts`); null for a pool in which everybody is compared. */
export type Ends = readonly (Activity | null)[];

const EVERYBODY = '-';

export const writeEnds = (ends: Ends): string =>
  ends.map((end) => (end === null ? EVERYBODY : writeCursor(toCursor(end)))).join('_');

/** Null for a text that no answer has had. */
export function parseEnds(text: string): Ends | null {
  const ends: (Activity | null)[] = [];
  for (const part of text.split('_')) {
    const cursor = part === EVERYBODY ? null : parseActivity(part);
    if (cursor === null && part !== EVERYBODY) return null;
    ends.push(cursor && toActivity(cursor));
  }
  return ends;
}
