import { useSyncExternalStore } from 'react';
import { currentUserId } from '../../../core/session/session';
import { onReset } from '../../../core/store/reset';
import { keysStored, readStored, readStoredJson, writeStored } from '../../../lib/storage';

const prefixOf = (member: number): string => `draft:${member}:`;
/** Stored with the draft: the message it replies to. */
const replyPrefixOf = (member: number): string => `reply:${member}:`;
const replyKeyOf = (otherId: number): string => replyPrefixOf(currentUserId() ?? 0) + otherId;
const keyOf = (otherId: number): string => prefixOf(currentUserId() ?? 0) + otherId;
/** The files attached to it. */
const attachedPrefixOf = (member: number): string => `attached:${member}:`;
const attachedKeyOf = (otherId: number): string => attachedPrefixOf(currentUserId() ?? 0) + otherId;
/** An edit that is not saved yet (`unfinished-edit.ts`). */
const editPrefixOf = (member: number): string => `edit:${member}:`;
export const editKeyOf = (otherId: number): string => editPrefixOf(currentUserId() ?? 0) + otherId;

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

/** Returns the current draft; without text, the name of its first file. */
export const useDraft = (otherId: number): string =>
  useSyncExternalStore(subscribeToDrafts, () => readDraft(otherId) || (attachedTo(otherId)[0]?.name ?? ''));

/** Counts the members with a draft, attached files or an unfinished edit. */
export const countDrafts = (member: number): number =>
  new Set(
    [prefixOf, attachedPrefixOf, editPrefixOf].flatMap((prefix) =>
      keysStored(prefix(member)).map((key) => key.slice(prefix(member).length)),
    ),
  ).size;

/** Deletes this member's drafts. */
export function deleteDrafts(member: number): void {
  for (const prefix of [prefixOf, replyPrefixOf, attachedPrefixOf, editPrefixOf])
    for (const key of keysStored(prefix(member))) writeStored(key, null);
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

export const isAttached = (value: unknown): value is Attached => {
  const { id, name, bytes } = (value ?? {}) as Partial<Attached>;
  return typeof id === 'string' && typeof name === 'string' && typeof bytes === 'number';
};

const none: readonly Attached[] = [];
/** The stored lists by key, read once for each text, so that an unchanged list stays the same. */
const parsed = new Map<string, { text: string; attached: readonly Attached[] }>();
/** Lists that the browser refused to store exist only here. */
const unstored = new Map<string, readonly Attached[]>();
onReset(() => unstored.clear());

function readAttached(key: string): readonly Attached[] {
  const text = readStored(key);
  if (text === null) return unstored.get(key) ?? none;
  const before = parsed.get(key);
  if (before?.text === text) return before.attached;
  const value = readStoredJson(key);
  const attached = Array.isArray(value) ? value.filter(isAttached) : none;
  parsed.set(key, { text, attached });
  return attached;
}

/** Returns the files attached to a draft; they survive as long as the draft. */
export const attachedTo = (otherId: number): readonly Attached[] => readAttached(attachedKeyOf(otherId));

/** Returns the current ones. */
export const useAttachedTo = (otherId: number): readonly Attached[] =>
  useSyncExternalStore(subscribeToDrafts, () => attachedTo(otherId));

/** Returns the files of all drafts. */
export const allAttached = (): Attached[] =>
  [...new Set([...keysStored(attachedPrefixOf(currentUserId() ?? 0)), ...unstored.keys()])].flatMap(readAttached);

export function setAttached(otherId: number, attached: readonly Attached[]): void {
  const key = attachedKeyOf(otherId);
  unstored.delete(key);
  if (attached.length === 0) writeStored(key, null);
  else if (!writeStored(key, JSON.stringify(attached))) {
    writeStored(key, null);
    unstored.set(key, attached);
  }
  notifyDraftListeners();
}
