import { useSyncExternalStore } from 'react';
import { currentUserId } from '../../../core/session/session';
import { keysStored, readStored, writeStored } from '../../../lib/storage';

const prefixOf = (member: number): string => `draft:${member}:`;
/** Beside the draft: which message it answers. */
const replyPrefixOf = (member: number): string => `reply:${member}:`;
export const replyKeyOf = (otherId: number): string => replyPrefixOf(currentUserId() ?? 0) + otherId;
const keyOf = (otherId: number): string => prefixOf(currentUserId() ?? 0) + otherId;

/** What was written to somebody and not sent yet; it survives leaving the conversation and a reload. */
export const readDraft = (otherId: number): string => readStored(keyOf(otherId)) ?? '';

export const writeDraft = (otherId: number, text: string): void => {
  writeStored(keyOf(otherId), text.trim() === '' ? null : text);
  tellOfDrafts();
};

const listeners = new Set<() => void>();
export const tellOfDrafts = (): void => {
  for (const listener of listeners) listener();
};
/** Calls back when a draft changes, here or in another tab. */
export const draftListeners = (listener: () => void) => {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
};

/** The draft as it stands. */
export const useDraft = (otherId: number): string => useSyncExternalStore(draftListeners, () => readDraft(otherId));

/** To how many members this one has begun to write. */
export const countDrafts = (member: number): number => keysStored(prefixOf(member)).length;

/** Deletes what this member has begun to write. */
export function deleteDrafts(member: number): void {
  for (const key of [...keysStored(prefixOf(member)), ...keysStored(replyPrefixOf(member))]) writeStored(key, null);
  tellOfDrafts();
}
