import type { ApiError } from '../../../core/api/errors';
import type { Verb } from './act-kinds';
import type { Attached } from './drafts';

interface Queued {
  client_id: string;
  /** The other member of the conversation. */
  receiver_id: number;
  created_at: string;
  /** The order of sending; grows with everything written here. */
  order: number;
  state: 'waiting' | 'sending' | 'failed';
  error: ApiError | null;
  /** Sending has begun once, so it may have reached the server. */
  tried?: true;
}

/** A message that isn't stored on the server yet, as far as this browser knows. */
export interface Pending extends Queued {
  kind: 'pending';
  content: string;
  /** The number of the message it replies to. */
  reply_to?: number;
  /** Its pictures and files; absent if it has none. */
  attachments?: readonly Attached[];
  /** The project whose page it was written from. */
  project_id?: number;
}

/** A message's optional parts besides its text. */
export type MessageExtras = Pick<Pending, 'reply_to' | 'attachments' | 'project_id'>;

/** An act on a message that is stored or pending. */
export interface PendingAct extends Queued {
  kind: 'act';
  verb: Verb;
  /** The act's content (`act-kinds.ts`). */
  text: string;
  /** The message's number; null while the message itself is pending. */
  seq: number | null;
  /** The message's own key, if it has one. */
  message: string | null;
}

export type OutboxItem = Pending | PendingAct;

export const byOrder = (a: OutboxItem, b: OutboxItem): number => a.order - b.order;

/** Returns one conversation's pending messages or acts, in the order of writing. */
export const pendingFor = <T extends OutboxItem>(items: readonly T[], receiverId: number): readonly T[] =>
  items.filter((item) => item.receiver_id === receiverId);

/**
 * Returns the next item to send in each conversation. A failed message waits for its author, with the acts on it, and
 * blocks nothing else.
 */
export function nextToSend(items: readonly Pending[], acts: readonly PendingAct[] = []): OutboxItem[] {
  const heads = new Map<number, OutboxItem>();
  for (const item of acts.length === 0 ? items : [...items, ...acts].toSorted(byOrder)) {
    const isReady = item.state !== 'failed' && (item.kind === 'pending' || item.seq !== null);
    if (isReady && !heads.has(item.receiver_id)) heads.set(item.receiver_id, item);
  }
  return [...heads.values()];
}

/** Adds or replaces an item by its client_id. */
export const withPending = <T extends OutboxItem>(items: readonly T[], item: T): readonly T[] =>
  [...items.filter((other) => other.client_id !== item.client_id), item].toSorted(byOrder);

export const withoutPending = <T extends OutboxItem>(items: readonly T[], clientId: string): readonly T[] =>
  items.some((item) => item.client_id === clientId) ? items.filter((item) => item.client_id !== clientId) : items;
