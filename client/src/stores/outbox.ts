import { create } from 'zustand';
import type { ApiError } from '../api/errors';
import { nowMs } from '../lib/clock';
import { keysStored, readStored, readStoredJson, writeStored } from '../lib/storage';
import { uuid } from '../lib/uuid';
import { byOrder, fromStored, type Pending, toStored, withoutPending, withPending } from './outbox.reduce';
import { onReset } from './reset';

interface OutboxState {
  /** Whose messages these are; null while nobody is signed in. */
  owner: number | null;
  items: readonly Pending[];
}

const empty: OutboxState = { owner: null, items: [] };
export const useOutbox = create<OutboxState>(() => empty);
// What is stored stays, for when they sign in again, unless they log out.
onReset(() => {
  unstored.clear();
  useOutbox.setState(empty);
});

// One entry of local storage for each message, so that two tabs never overwrite each other's.
const prefixOf = (owner: number): string => `outbox:${owner}:`;
const keyOf = (owner: number, clientId: string): string => prefixOf(owner) + clientId;

// Messages that the browser refused to store: they live in memory only.
const unstored = new Set<string>();
let lastOrder = 0;
const nextOrder = (): number => {
  lastOrder = Math.max(nowMs(), lastOrder + 1);
  return lastOrder;
};

/** Loads what this member wrote before a reload; does nothing when it is open already. */
export function openOutbox(owner: number): void {
  if (useOutbox.getState().owner === owner) return;
  const items = keysStored(prefixOf(owner))
    .map((key) => fromStored(readStoredJson(key)))
    .filter((item) => item !== null)
    .toSorted(byOrder);
  lastOrder = Math.max(lastOrder, items.at(-1)?.order ?? 0);
  useOutbox.setState({ owner, items });
}

/** Deletes what this member has not sent. */
export function deleteOutbox(owner: number): void {
  for (const key of keysStored(prefixOf(owner))) writeStored(key, null);
}

function put(item: Pending): void {
  const { owner } = useOutbox.getState();
  if (owner === null) return;
  useOutbox.setState(({ items }) => ({ items: withPending(items, item) }));
  if (writeStored(keyOf(owner, item.client_id), toStored(item))) unstored.delete(item.client_id);
  else unstored.add(item.client_id);
}

/** Puts a message in the queue: it is on screen with the next frame. `content` is already cleaned. */
export function enqueue(receiverId: number, content: string): Pending {
  const item: Pending = {
    kind: 'pending',
    client_id: uuid(),
    receiver_id: receiverId,
    content,
    created_at: new Date(nowMs()).toISOString(),
    order: nextOrder(),
    state: 'waiting',
    error: null,
  };
  put(item);
  return item;
}

const find = (clientId: string): Pending | undefined =>
  useOutbox.getState().items.find((item) => item.client_id === clientId);

/** Sets a message to sending, waiting or failed. */
export function setPendingState(clientId: string, state: Pending['state'], error: ApiError | null = null): void {
  const item = find(clientId);
  if (item === undefined) return;
  if (state === 'failed') put({ ...item, state, error });
  // On screen only: in storage it stays `waiting`, and another tab may have removed it by now.
  else useOutbox.setState(({ items }) => ({ items: withPending(items, { ...item, state, error }) }));
}

/** Puts a refused message back at the end of the queue, under the same client_id. */
export function retryPending(clientId: string): void {
  const item = find(clientId);
  if (item?.state === 'failed') put({ ...item, state: 'waiting', error: null, order: nextOrder() });
}

/** The message is stored on the server, or its writer deleted it. */
export function removePending(clientId: string): void {
  const { owner } = useOutbox.getState();
  if (owner === null || !find(clientId)) return;
  useOutbox.setState(({ items }) => ({ items: withoutPending(items, clientId) }));
  unstored.delete(clientId);
  writeStored(keyOf(owner, clientId), null);
}

/**
 * Follows a change that another tab of the same member made to local storage. Answers the message that the other tab
 * removed while it was waiting here, so that the caller can fetch the stored one before this one leaves the screen.
 */
export function followOutbox(key: string, value: string | null): Pending | null {
  const { owner } = useOutbox.getState();
  if (owner === null || !key.startsWith(prefixOf(owner))) return null;
  const clientId = key.slice(prefixOf(owner).length);
  if (value !== null) {
    const item = fromStored(readStoredJson(key));
    const here = find(clientId);
    if (item && here?.state !== 'sending') useOutbox.setState(({ items }) => ({ items: withPending(items, item) }));
    return null;
  }
  const taken = find(clientId);
  if (taken?.state === 'failed') dropPending(clientId);
  return taken && taken.state !== 'failed' ? taken : null;
}

/** Removes a message from the screen, not from storage. */
export const dropPending = (clientId: string): void =>
  useOutbox.setState(({ items }) => ({ items: withoutPending(items, clientId) }));

/** False when another tab has sent or deleted the message, and so removed it from storage. */
export function isStillQueued(clientId: string): boolean {
  const { owner } = useOutbox.getState();
  if (owner === null || !find(clientId)) return false;
  return unstored.has(clientId) || readStored(keyOf(owner, clientId)) !== null;
}
