import { uuid } from '../uuid';

/** A reader's position in one history entry. */
interface Place {
  scrollPx?: number;
  /** How many items of the page's list were loaded. */
  listed?: number;
  /** The page's lists that show all their rows. */
  opened?: readonly string[];
}

const KEY = 'places';
/** How many of the latest entries are stored. */
const KEPT_MAX = 50;

/** The positions by entry. They survive a reload of the tab; other tabs have their own histories. */
const places = new Map<string, Place>(readAll());

/** Stores the positions for a reload. */
export function storePlaces(): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify([...places].slice(-KEPT_MAX)));
  } catch {
    // Without storage, a reload starts at the top.
  }
}

/** Deletes all positions at a logout, since they name members and projects. */
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

/**
 * Gives the history entry of a fresh load a key that survives reloads. The router calls each such entry `default`, so that a page would
 * open at the position of another.
 */
export function nameFirstEntry(): void {
  const state: { key?: unknown } | null = window.history.state;
  if (typeof state?.key !== 'string') window.history.replaceState({ ...state, key: uuid() }, '');
}

/** The name of a history entry. */
export const entryName = ({ key, pathname }: { key: string; pathname: string }): string => `${key} ${pathname}`;

/** Returns the reader's position in the entry; empty for a new one. */
export const placeIn = (entry: string): Place => places.get(entry) ?? {};

/** Notes the reader's position in the entry. */
export function notePlace(entry: string, part: Place): void {
  const place = { ...places.get(entry), ...part };
  places.delete(entry);
  places.set(entry, place);
}
