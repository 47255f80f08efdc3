import { useMemo, useSyncExternalStore } from 'react';
import { currentUserId } from '../../core/session/session';
import { readStored, readStoredJson, storageListeners, writeStored } from '../../lib/storage';
import { searchesKeyOf } from './browser-data';

/** How many searches are stored. */
const STORED_MAX = 8;

const ownKey = (): string => searchesKeyOf(currentUserId() ?? 0);

const { notify, subscribe } = storageListeners();

function read(): string[] {
  const stored = readStoredJson(ownKey());
  return Array.isArray(stored) ? stored.filter((each) => typeof each === 'string') : [];
}

function write(searches: readonly string[]): void {
  writeStored(ownKey(), searches.length === 0 ? null : JSON.stringify(searches));
  notify();
}

/** Returns the member's latest searches on this device, the newest first. */
export function useRecentSearches(): readonly string[] {
  const stored = useSyncExternalStore(subscribe, () => readStored(ownKey()));
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is read depends on it
  return useMemo(read, [stored]);
}

/** Stores a search whose result was opened. Searches that differ only in case are stored once. */
export function addRecentSearch(text: string): void {
  const search = text.trim();
  if (search === '') return;
  const others = read().filter((each) => each.toLowerCase() !== search.toLowerCase());
  write([search, ...others].slice(0, STORED_MAX));
}

export const removeRecentSearch = (search: string): void => write(read().filter((each) => each !== search));

export const clearRecentSearches = (): void => write([]);
