import type { ApiError } from '../../../core/api/errors';
import type { Verb } from './act-kinds';
import type { Attached } from './drafts';

interface Queued {
  client_id: string;
  /** The other member of the conversation. */
  receiver_id: number;
  created_at: string;
  /** Grows with everything written here: the order of sending. */
  order: number;
  state: 'waiting' | 'sending' | 'failed';
  error: ApiError | null;
  /** It may have reached the server: it has begun to be sent once. */
  tried?: true;
}

/** A message that is not stored on the server yet, as far as this browser knows: its own kind of item. */
export interface Pending extends Queued {
  kind: 'pending';
  content: string;
  /** The number of the message that it answers. */
  reply_to?: number;
  /** Pictures and files that it names; absent from one without. */
  attachments?: readonly Attached[];
  /** From the page of which project it was written. */
  project_id?: number;
}

/** What a message may have beside its text. */
export type MessageExtras = Pick<Pending, 'reply_to' | 'attachments' | 'project_id'>;

/** What is done to a message that is stored, or about to be. */
export interface PendingAct extends Queued {
  kind: 'act';
  verb: Verb;
  /** What the act says (`act-kinds.ts`). */
  text: string;
  /** The message's number; null as long as it waits here itself. */
  seq: number | null;
  /** The message's own key, where it has one. */
  message: string | null;
}

export type OutboxItem = Pending | PendingAct;

export const byOrder = (a: OutboxItem, b: OutboxItem): number => a.order - b.order;

/** The pending messages, or acts, of one conversation in the order of writing. */
export const pendingFor = <T extends OutboxItem>(items: readonly T[], receiverId: number): readonly T[] =>
  items.filter((item) => item.receiver_id === receiverId);

/**
 * The next thing to send of each conversation: a message that failed waits for its writer, with what is to be done to it, and blocks
 * no other.
 */
export function nextToSend(items: readonly Pending[], acts: readonly PendingAct[] = []): OutboxItem[] {
  const heads = new Map<number, OutboxItem>();
  for (const item of acts.length === 0 ? items : [...items, ...acts].toSorted(byOrder)) {
    const isReady = item.state !== 'failed' && (item.kind === 'pending' || item.seq !== null);
    if (isReady && !heads.has(item.receiver_id)) heads.set(item.receiver_id, item);
  }
  return [...heads.values()];
}

/** Adds or replaces one message by its client_id. */
export const withPending = <T extends OutboxItem>(items: readonly T[], item: T): readonly T[] =>
  [...items.filter((other) => other.client_id !== item.client_id), item].toSorted(byOrder);

export const withoutPending = <T extends OutboxItem>(items: readonly T[], clientId: string): readonly T[] =>
  items.some((item) => item.client_id === clientId) ? items.filter((item) => item.client_id !== clientId) : items;
