/** Where a reader was in one entry of the history. */
interface Place {
  scrollPx?: number;
  /** How many items of the page's list were loaded. */
  listed?: number;
}

const KEY = 'places';
/** Of so many entries, the latest. */
const KEPT_MAX = 50;

/** Survives a reload of the tab; other tabs have histories of their own. */
const places = new Map<string, Place>(readAll());

/** Keeps the places over a reload. */
export function storePlaces(): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify([...places].slice(-KEPT_MAX)));
  } catch {
    // A browser without storage: a reload begins at the top.
  }
}

/** Whose places they were has logged out: they name members and projects. */
export function forgetPlaces(): void {
  places.clear();
  storePlaces();
}

function readAll(): [string, Place][] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored : [];
  } catch {
    return [];
  }
}

/** The name of a history entry. The first one of a tab has no key of its own. */
export const entryName = ({ key, pathname }: { key: string; pathname: string }): string => `${key} ${pathname}`;

/** Where the reader was in this entry; empty for a new one. */
export const placeIn = (entry: string): Place => places.get(entry) ?? {};

/** Notes where the reader is in this entry. */
export function notePlace(entry: string, part: Place): void {
  const place = { ...places.get(entry), ...part };
  places.delete(entry);
  places.set(entry, place);
}
