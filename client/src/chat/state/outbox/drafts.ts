import { fieldsOf } from '@sangam/shared/core/keys-of';
import { useSyncExternalStore } from 'react';
import { currentSessionId, currentUserId, isOverElsewhere } from '../../../core/session/session';
import { onReset } from '../../../core/store/reset';
import type { ConversationKey } from '../../../lib/links/chat-link';
import { parseStored, storageListeners } from '../../../lib/storage';
import { storedEntries } from '../../../lib/stored-entries';
import type { Attached } from '../files/chosen-files';
import { followRenamed, keyNow, memberIn } from '../known-conversations';
import { isLost } from '../teams';
import { knownFrom, type Written } from '../thread/same-message';

const prefixOf = (member: number): string => `draft:${member}:`;
/** The message that the draft replies to. */
const replyPrefixOf = (member: number): string => `reply:${member}:`;
/** The files attached to the draft. */
const attachedPrefixOf = (member: number): string => `attached:${member}:`;
/** An edit that is not saved yet (`unfinished-edit.ts`). */
const editPrefixOf = (member: number): string => `edit:${member}:`;

type Kind = (member: number) => string;

const entries = storedEntries();
onReset(entries.drop);

/**
 * Returns the keys of a conversation's entries, first the one to write to. While a conversation has no id, and in tabs of the previous
 * version, its entry names the other member.
 */
function keysOf(kind: Kind, conversation: ConversationKey): string[] {
  const prefix = kind(currentUserId() ?? 0);
  const [now, memberId] = [keyNow(conversation), memberIn(conversation)];
  const byMember = memberId === null ? [] : [prefix + memberId];
  return now.startsWith('c') ? [prefix + now, ...byMember] : byMember;
}

/** Returns the key of the conversation's entry: the first one with a text. */
const entryOf = (kind: Kind, conversation: ConversationKey): string | undefined =>
  keysOf(kind, conversation).find((key) => entries.read(key) !== null);

const read = (kind: Kind, conversation: ConversationKey): string | null =>
  entries.read(entryOf(kind, conversation) ?? '');

/** Writes the conversation's entry, and removes that of another version. */
function write(kind: Kind, conversation: ConversationKey, text: string | null): void {
  if (text !== null && (isLost(conversation) || isOverElsewhere())) return;
  const [key = '', ...others] = keysOf(kind, conversation);
  for (const other of others) entries.write(other, null);
  entries.write(key, text);
  notify();
}

const kinds: readonly Kind[] = [prefixOf, replyPrefixOf, attachedPrefixOf, editPrefixOf];

followRenamed((from, to) => {
  for (const kind of kinds) {
    const prefix = kind(currentUserId() ?? 0);
    const [before, now] = [prefix + from.slice(1), prefix + to];
    const text = entries.read(before);
    if (text === null || entries.read(now) !== null) continue;
    entries.write(now, text);
    entries.write(before, null);
  }
});

/** Returns the unsent text in a conversation; it survives leaving the conversation and a reload. */
export const readDraft = (conversation: ConversationKey): string => read(prefixOf, conversation) ?? '';

export const writeDraft = (conversation: ConversationKey, text: string): void =>
  write(prefixOf, conversation, text.trim() === '' ? null : text);

/** Calls `listener` with the former text when another tab changes the draft, until the returned function is called. */
export function followDraft(conversation: ConversationKey, listener: (before: string) => void): () => void {
  const onStorage = ({ key, oldValue }: StorageEvent) => {
    if (key !== null && keysOf(prefixOf, conversation).includes(key)) listener(oldValue ?? '');
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}

/** Without it, an edit of an earlier session is lost: after a restored backup, which ends all sessions, its number may be another message's. */
const mayGoOn = (text: string | null): boolean => {
  const { session = currentSessionId(), seq, known } = fieldsOf(parseStored(text));
  return session === currentSessionId() || seq === null || known !== undefined;
};

/** Returns an edit that may go on (`unfinished-edit.ts`); null for none. */
export function storedEdit(conversation: ConversationKey): unknown {
  const text = read(editPrefixOf, conversation);
  return mayGoOn(text) ? parseStored(text) : null;
}
export const writeEdit = (conversation: ConversationKey, text: string | null): void =>
  write(editPrefixOf, conversation, text);

const { notify, subscribe } = storageListeners();

/** Returns the current draft; without text, the name of its first file. */
export const useDraft = (conversation: ConversationKey): string =>
  useSyncExternalStore(subscribe, () => readDraft(conversation) || (attachedTo(conversation)[0]?.name ?? ''));

/** Counts the conversations with a draft, attached files or an unfinished edit. */
export const countDrafts = (member: number): number =>
  new Set(
    [prefixOf, attachedPrefixOf, editPrefixOf].flatMap((prefix) =>
      entries
        .keys(prefix(member))
        .filter((key) => prefix !== editPrefixOf || mayGoOn(entries.read(key)))
        .map((key) => key.slice(prefix(member).length)),
    ),
  ).size;

/** Deletes what was written in a conversation and not sent. */
export function deleteDraftsIn(conversation: ConversationKey): void {
  for (const kind of kinds) write(kind, conversation, null);
}

/** Deletes this member's drafts. */
export function deleteDrafts(member: number): void {
  for (const prefix of kinds) for (const key of entries.keys(prefix(member))) entries.write(key, null);
  notify();
}

/** Deletes replies and begun edits, which name messages by number. The drafts stay. */
export function deleteNumbersIn(member: number): void {
  for (const prefix of [replyPrefixOf, editPrefixOf])
    for (const key of entries.keys(prefix(member))) entries.write(key, null);
}

/** The message that a draft replies to. `known`: by what its number is checked in a later session. */
interface StoredReply {
  seq: number;
  session: string;
  known?: Written;
}

function storedReply(conversation: ConversationKey): StoredReply | null {
  const [number, session = currentSessionId(), known, at] = (read(replyPrefixOf, conversation) ?? '').split(' ');
  const [seq, knownSeq] = [Number(number), Number(known)];
  if (!Number.isSafeInteger(seq) || seq <= 0) return null;
  return { seq, session, ...(at !== undefined && Number.isSafeInteger(knownSeq) && { known: { seq: knownSeq, at } }) };
}

/** Returns the number of the message that the draft replies to; null for none. It survives as long as the draft. */
export const readReply = (conversation: ConversationKey): number | null => {
  const reply = storedReply(conversation);
  // After a restored backup, which ends all sessions, it may be another message's.
  return reply?.session === currentSessionId() ? reply.seq : null;
};

/** Returns a reply of an earlier session that can be checked; null for any other. */
export const earlierReply = (conversation: ConversationKey): { seq: number; known: Written } | null => {
  const { session, seq = 0, known } = storedReply(conversation) ?? {};
  return known === undefined || session === currentSessionId() ? null : { seq, known };
};

export function setReply(conversation: ConversationKey, seq: number | null): void {
  const known = seq === null ? undefined : knownFrom(conversation, seq);
  const written = known ? ` ${known.seq} ${known.at}` : '';
  write(replyPrefixOf, conversation, seq === null ? null : `${seq} ${currentSessionId()}${written}`);
}

/** Returns the number of the current draft's message to reply to, or null. */
export const useReply = (conversation: ConversationKey): number | null =>
  useSyncExternalStore(subscribe, () => readReply(conversation));

export const isAttached = (value: unknown): value is Attached => {
  const { id, name, bytes } = fieldsOf(value);
  return typeof id === 'string' && typeof name === 'string' && typeof bytes === 'number';
};

const none: readonly Attached[] = [];
/** The stored lists by key, read once for each text, so that an unchanged list stays the same. */
const parsed = new Map<string, { text: string; attached: readonly Attached[] }>();

function readAttached(key: string): readonly Attached[] {
  const text = entries.read(key);
  if (text === null) return none;
  const before = parsed.get(key);
  if (before?.text === text) return before.attached;
  const value = parseStored(text);
  const attached = Array.isArray(value) ? value.filter(isAttached) : none;
  parsed.set(key, { text, attached });
  return attached;
}

/** Returns the files attached to a draft; they survive as long as the draft. */
export const attachedTo = (conversation: ConversationKey): readonly Attached[] =>
  readAttached(entryOf(attachedPrefixOf, conversation) ?? '');

/** Returns the files attached to the current draft. */
export const useAttachedTo = (conversation: ConversationKey): readonly Attached[] =>
  useSyncExternalStore(subscribe, () => attachedTo(conversation));

/** Returns the files of all drafts. */
export const allAttached = (): Attached[] => entries.keys(attachedPrefixOf(currentUserId() ?? 0)).flatMap(readAttached);

export const setAttached = (conversation: ConversationKey, attached: readonly Attached[]): void =>
  write(attachedPrefixOf, conversation, attached.length === 0 ? null : JSON.stringify(attached));

/** Adds a line to a draft, unless it is the draft's last line already. */
export function addToDraft(conversation: ConversationKey, line: string): void {
  const draft = readDraft(conversation);
  if (draft.split('\n').at(-1) !== line) writeDraft(conversation, draft === '' ? line : `${draft}\n${line}`);
}
