import { fieldsOf } from '@sangam/shared/core/keys-of';
import { isOverElsewhere } from '../../../core/session/session';
import { keysStored, readStored, readStoredJson, writeStored } from '../../../lib/storage';
import { isActKind } from './act-kinds';
import { isAttached } from './drafts';
import type { OutboxItem } from './outbox-order';

// One entry of local storage per item, so that two tabs never overwrite each other's.
const prefixOf = (owner: number): string => `outbox:${owner}:`;
const keyOf = (owner: number, clientId: string): string => prefixOf(owner) + clientId;

/** Returns the `client_id` of the item that is stored under this key, or null if it isn't an item of this member. */
export const clientIdIn = (owner: number, key: string): string | null =>
  key.startsWith(prefixOf(owner)) ? key.slice(prefixOf(owner).length) : null;

/** Returns all items of the member, in no order. */
export const storedItems = (owner: number): OutboxItem[] =>
  keysStored(prefixOf(owner)).flatMap((key) => itemIn(readStoredJson(key)) ?? []);

export const readItem = (owner: number, clientId: string): OutboxItem | undefined =>
  itemIn(readStoredJson(keyOf(owner, clientId)));

export const isStored = (owner: number, clientId: string): boolean => readStored(keyOf(owner, clientId)) !== null;

/**
 * Stores an item. Returns false if the browser refuses or another tab has logged out. An item that was being sent waits again after a
 * reload, which its `client_id` makes safe.
 */
export const storeItem = (owner: number, item: OutboxItem): boolean =>
  !isOverElsewhere() &&
  writeStored(
    keyOf(owner, item.client_id),
    JSON.stringify({ ...item, state: item.state === 'sending' ? 'waiting' : item.state }),
  );

/** Returns false if the browser refused. */
export const removeStored = (owner: number, clientId: string): boolean => writeStored(keyOf(owner, clientId), null);

/** Deletes the member's unsent items. */
export function deleteOutbox(owner: number): void {
  for (const key of keysStored(prefixOf(owner))) writeStored(key, null);
}

const itemIn = (value: unknown): OutboxItem | undefined => {
  const item = fieldsOf(value);
  return isItem(item) ? { ...item, error: item.error ?? null } : undefined;
};

/** Whether this version's `storeItem` wrote the value. An act of a kind that only a later version knows doesn't count. */
function isItem(item: Partial<Record<string, unknown>>): item is OutboxItem & typeof item {
  const text = item.kind === 'pending' ? item.content : item.kind === 'act' ? item.text : undefined;
  return (
    typeof text === 'string' &&
    (item.kind === 'pending' || isActKind(item.verb)) &&
    typeof item.client_id === 'string' &&
    isPlace(item) &&
    (item.attachments === undefined || (Array.isArray(item.attachments) && item.attachments.every(isAttached))) &&
    typeof item.created_at === 'string' &&
    typeof item.order === 'number' &&
    (item.state === 'waiting' || item.state === 'failed')
  );
}

/** Whether it names a conversation. The previous version stored only the other member. */
const isPlace = ({ conversation_id: id, receiver_id: memberId }: Partial<Record<string, unknown>>): boolean =>
  (id === undefined || isId(id)) && (memberId === undefined ? id !== undefined : isId(memberId));

const isId = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) > 0;
