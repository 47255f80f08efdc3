import { useSyncExternalStore } from 'react';
import { create } from 'zustand';
import { currentUserId } from '../../../core/session/session';
import { onReset } from '../../../core/store/reset';
import { keysStored, readStored, writeStored } from '../../../lib/storage';

const prefixOf = (member: number): string => `draft:${member}:`;
/** Stored with the draft: the message it replies to. */
const replyPrefixOf = (member: number): string => `reply:${member}:`;
const replyKeyOf = (otherId: number): string => replyPrefixOf(currentUserId() ?? 0) + otherId;
const keyOf = (otherId: number): string => prefixOf(currentUserId() ?? 0) + otherId;

/** Returns the unsent text to a member; it survives leaving the conversation and a reload. */
export const readDraft = (otherId: number): string => readStored(keyOf(otherId)) ?? '';

export const writeDraft = (otherId: number, text: string): void => {
  writeStored(keyOf(otherId), text.trim() === '' ? null : text);
  notifyDraftListeners();
};

const listeners = new Set<() => void>();
const notifyDraftListeners = (): void => {
  for (const listener of listeners) listener();
};
/** Calls back when a draft changes, here or in another tab. */
const subscribeToDrafts = (listener: () => void) => {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
};

/** Returns the current draft. */
export const useDraft = (otherId: number): string => useSyncExternalStore(subscribeToDrafts, () => readDraft(otherId));

/** Counts the members with a draft. */
export const countDrafts = (member: number): number => keysStored(prefixOf(member)).length;

/** Deletes this member's drafts. */
export function deleteDrafts(member: number): void {
  for (const key of [...keysStored(prefixOf(member)), ...keysStored(replyPrefixOf(member))]) writeStored(key, null);
  notifyDraftListeners();
}

/** Returns the number of the message that the draft replies to; null for none. It survives as long as the draft. */
const readReply = (otherId: number): number | null => {
  const seq = Number(readStored(replyKeyOf(otherId)));
  return Number.isSafeInteger(seq) && seq > 0 ? seq : null;
};

export function setReply(otherId: number, seq: number | null): void {
  writeStored(replyKeyOf(otherId), seq === null ? null : String(seq));
  notifyDraftListeners();
}

/** Returns the current one. */
export const useReply = (otherId: number): number | null =>
  useSyncExternalStore(subscribeToDrafts, () => readReply(otherId));

/** A picture or file chosen here. `files/chosen-files.ts` stores its content under its id. */
export interface Attached {
  id: string;
  name: string;
  bytes: number;
  isPicture: boolean;
  /** Set for a picture that this browser can read. */
  width?: number;
  height?: number;
  /** The server rejected it: nothing is sent while it is attached. */
  isRefused?: true;
}

/** The files attached to each draft, by the other member. */
const useAttached = create<Readonly<Record<number, readonly Attached[]>>>(() => ({}));
onReset(() => useAttached.setState({}, true));

const none: readonly Attached[] = [];
export const attachedTo = (otherId: number): readonly Attached[] => useAttached.getState()[otherId] ?? none;
export const useAttachedTo = (otherId: number): readonly Attached[] => useAttached((all) => all[otherId] ?? none);

export function setAttached(otherId: number, attached: readonly Attached[]): void {
  useAttached.setState({ [otherId]: attached });
}
