import { useSyncExternalStore } from 'react';
import { keysStored, readStored, writeStored } from '../lib/storage';
import { currentUserId } from './session';

const prefixOf = (member: number): string => `draft:${member}:`;
const keyOf = (otherId: number): string => prefixOf(currentUserId() ?? 0) + otherId;

/** What was written to somebody and not sent yet; it survives leaving the conversation and a reload. */
export const readDraft = (otherId: number): string => readStored(keyOf(otherId)) ?? '';

export const writeDraft = (otherId: number, text: string): void => {
  writeStored(keyOf(otherId), text.trim() === '' ? null : text);
  tell();
};

const listeners = new Set<() => void>();
const tell = (): void => {
  for (const listener of listeners) listener();
};
/** Calls back when a draft changes, here or in another tab. */
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
};

/** The draft as it stands. */
export const useDraft = (otherId: number): string => useSyncExternalStore(subscribe, () => readDraft(otherId));

/** To how many members this one has begun to write. */
export const countDrafts = (member: number): number => keysStored(prefixOf(member)).length;

/** Deletes what this member has begun to write. */
export function deleteDrafts(member: number): void {
  for (const key of keysStored(prefixOf(member))) writeStored(key, null);
  tell();
}
