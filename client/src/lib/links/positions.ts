import { uuid } from '../uuid';

/** A reader's position in one history entry. */
interface EntryPosition {
  scrollPx?: number;
  /** How many items of the page's list were loaded. */
  listed?: number;
  /** The page's lists that show all their rows. */
  opened?: readonly string[];
}

const KEY = 'places';
/** How many of the latest entries are stored. */
const STORED_MAX = 50;

/** The positions by entry. They survive a reload of the tab; other tabs have their own histories. */
const positions = new Map<string, EntryPosition>(readAll());

/** Stores the positions for a reload. */
export function storePositions(): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify([...positions].slice(-STORED_MAX)));
  } catch {
    // Without storage, a reload starts at the top.
  }
}

/** Deletes all positions at a logout, since they name members and projects. */
export function forgetPositions(): void {
  positions.clear();
  storePositions();
}

function readAll(): [string, EntryPosition][] {
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
export const positionIn = (entry: string): EntryPosition => positions.get(entry) ?? {};

/** Notes the reader's position in the entry. */
export function notePosition(entry: string, part: EntryPosition): void {
  const position = { ...positions.get(entry), ...part };
  positions.delete(entry);
  positions.set(entry, position);
}
