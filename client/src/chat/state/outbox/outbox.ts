import type { Message } from '@sangam/shared/chat/messages';
import { create } from 'zustand';
import type { ApiError } from '../../../core/api/errors';
import { currentSessionId } from '../../../core/session/session';
import { onReset } from '../../../core/store/reset';
import { nowMs } from '../../../lib/clock';
import type { ConversationKey } from '../../../lib/links/chat-link';
import { uuid } from '../../../lib/uuid';
import { isLost } from '../teams';
import { knownFrom } from '../thread/same-message';
import {
  byOrder,
  conversationOf,
  type MessageExtras,
  type OutboxItem,
  type Pending,
  type PendingAct,
  placeIn,
  withoutPending,
  withPending,
  wordsOf,
} from './outbox-order';
import { clientIdIn, isStored, readItem, removeStored, storedItems, storeItem } from './stored-items';

interface OutboxState {
  /** The member these messages belong to; null for a visitor. */
  owner: number | null;
  items: readonly Pending[];
  /** Acts on messages, sent in one order with the messages. */
  acts: readonly PendingAct[];
}

const empty: OutboxState = { owner: null, items: [], acts: [] };
export const useOutbox = create<OutboxState>(() => empty);
// Stored items stay for the next sign-in, unless the member logs out.
onReset(() => {
  unstored.clear();
  useOutbox.setState(empty);
});

// Messages that the browser refused to store exist only in memory.
const unstored = new Set<string>();
let lastOrder = 0;
export const nextOrder = (): number => {
  lastOrder = Math.max(nowMs(), lastOrder + 1);
  return lastOrder;
};

/** No attempt to send a message takes longer, not even through a proxy that held it back. */
const ARRIVES_WITHIN_MS = 10 * 60_000;

/** Returns true for the deletion of a message that can no longer arrive. */
const isOver = (item: OutboxItem): boolean =>
  item.kind === 'act' && item.sought === true && nowMs() - Date.parse(item.created_at) > ARRIVES_WITHIN_MS;

/** Loads the member's stored items; does nothing when already open. */
export function openOutbox(owner: number): void {
  if (useOutbox.getState().owner === owner) return;
  const items = storedItems(owner)
    .filter((item) => !isOver(item) || !removeStored(owner, item.client_id))
    .toSorted(byOrder);
  useOutbox.setState({ ...empty, owner });
  for (const item of items) show(item);
}

/**
 * Shows an item in its place. Raises the last order, so that later items come below it even if the clock goes back or another tab wrote it.
 */
function show(item: OutboxItem): void {
  lastOrder = Math.max(lastOrder, item.order);
  useOutbox.setState(({ items, acts }) =>
    item.kind === 'act' ? { acts: withPending(acts, item) } : { items: withPending(items, item) },
  );
}

/** Shows and stores an item, unless its member has left the team in the meantime. */
export function put(item: OutboxItem): void {
  const { owner } = useOutbox.getState();
  if (owner === null || isLost(conversationOf(item))) return;
  show(item);
  if (storeItem(owner, item)) unstored.delete(item.client_id);
  else unstored.add(item.client_id);
}

/** Queues a message; it shows with the next frame. `content` is already cleaned. */
export function enqueue(conversation: ConversationKey, content: string, extras: MessageExtras = {}): Pending {
  const known = extras.reply_to === undefined ? undefined : knownFrom(conversation, extras.reply_to);
  const item: Pending = {
    kind: 'pending',
    client_id: uuid(),
    session: currentSessionId(),
    ...placeIn(conversation),
    content,
    ...extras,
    ...(known && { reply_known: known }),
    created_at: new Date(nowMs()).toISOString(),
    order: nextOrder(),
    state: 'waiting',
    error: null,
  };
  put(item);
  return item;
}

const find = (clientId: string): OutboxItem | undefined => {
  const { items, acts } = useOutbox.getState();
  return [...items, ...acts].find((item) => item.client_id === clientId);
};

/** Returns the stored item, which another tab may have changed a moment ago. */
export function newestItem(clientId: string): OutboxItem | undefined {
  const { owner } = useOutbox.getState();
  return owner === null || unstored.has(clientId) ? find(clientId) : readItem(owner, clientId);
}

/**
 * Notes that the item is being sent, so that from now on it may have arrived. Returns it with its newest text; null if it has left the
 * outbox in the meantime.
 */
export function beginSending<T extends OutboxItem>({ client_id }: T): T | null {
  if (!isStillQueued(client_id)) return null;
  // An item keeps its kind.
  const item = newestItem(client_id) as T | undefined;
  if (item === undefined) return null;
  const words = item.kind === 'pending' ? { content: wordsOf(item, useOutbox.getState().acts) } : {};
  const sent = { ...item, ...words, tried: true as const };
  put(sent);
  setPendingState(client_id, 'sending');
  return sent;
}

/** Sets a message to sending, waiting or failed. */
export function setPendingState(clientId: string, state: Pending['state'], error: ApiError | null = null): void {
  const item = find(clientId);
  if (item === undefined) return;
  if (state === 'failed') put({ ...item, state, error });
  // Only on screen: in storage it stays `waiting`, and another tab may have removed it.
  else show({ ...item, state, error });
}

/** Puts a rejected message back at the end of the queue, under the same client_id. */
export function retryPending(clientId: string): void {
  const item = find(clientId);
  if (item?.state === 'failed') put({ ...item, state: 'waiting', error: null, order: nextOrder() });
}

/** Gives acts on a stored message its number. Drops an edit to the text that it already has. */
export function nameStored({ client_id, seq, content }: Message): void {
  for (const act of useOutbox.getState().acts) {
    if (act.message !== client_id || act.seq !== null) continue;
    if (act.verb === 'edit' && act.text === content) removePending(act.client_id);
    else {
      const stored = newestItem(act.client_id);
      put({ ...(stored?.kind === 'act' ? stored : act), seq, state: 'waiting' });
    }
  }
}

/** Notes that the server doesn't have an act's message. */
export function noteNotStored(act: PendingAct): void {
  if (act.verb === 'delete') put({ ...act, sought: true, state: 'waiting' });
  else removePending(act.client_id);
}

/** Removes an item that was stored on the server or deleted by its author. */
export function removePending(clientId: string): void {
  const { owner } = useOutbox.getState();
  if (owner === null || !find(clientId)) return;
  dropPending(clientId);
  unstored.delete(clientId);
  removeStored(owner, clientId);
}

/**
 * Applies a change that another tab made to local storage. Returns an unsent item that the other tab removed, so that the caller can fetch
 * the stored message before this one leaves the screen.
 */
export function followOutbox(key: string, value: string | null): OutboxItem | null {
  const { owner } = useOutbox.getState();
  const clientId = owner === null ? null : clientIdIn(owner, key);
  if (owner === null || clientId === null) return null;
  if (value !== null) {
    const item = readItem(owner, clientId);
    const here = find(clientId);
    if (item) show(here?.state === 'sending' ? { ...item, state: 'sending' } : item);
    return null;
  }
  const taken = find(clientId);
  if (taken?.state === 'failed') dropPending(clientId);
  return taken && taken.state !== 'failed' ? taken : null;
}

/** Removes a message from the screen, not from storage. */
export const dropPending = (clientId: string): void =>
  useOutbox.setState(({ items, acts }) => ({
    items: withoutPending(items, clientId),
    acts: withoutPending(acts, clientId),
  }));

/** Returns false when another tab has sent or deleted the message. */
export function isStillQueued(clientId: string): boolean {
  const { owner } = useOutbox.getState();
  if (owner === null || !find(clientId)) return false;
  return unstored.has(clientId) || isStored(owner, clientId);
}
