import type { ApiError } from '../api/errors';

/** A message that is not stored on the server yet, as far as this browser knows: its own kind of item. */
export interface Pending {
  kind: 'pending';
  client_id: string;
  receiver_id: number;
  content: string;
  created_at: string;
  /** Grows with every message written here: the order of sending. */
  order: number;
  state: 'waiting' | 'sending' | 'failed';
  error: ApiError | null;
}

export const byOrder = (a: Pending, b: Pending): number => a.order - b.order;

/** The pending messages of one conversation in the order of writing. */
export const pendingFor = (items: readonly Pending[], receiverId: number): readonly Pending[] =>
  items.filter((item) => item.receiver_id === receiverId);

/** The next message to send to each member: one that failed waits for its writer and blocks no other. */
export function nextToSend(items: readonly Pending[]): Pending[] {
  const heads = new Map<number, Pending>();
  for (const item of items) {
    if (item.state !== 'failed' && !heads.has(item.receiver_id)) heads.set(item.receiver_id, item);
  }
  return [...heads.values()];
}

/** Adds or replaces one message by its client_id. */
export const withPending = (items: readonly Pending[], item: Pending): readonly Pending[] =>
  [...items.filter((other) => other.client_id !== item.client_id), item].toSorted(byOrder);

export const withoutPending = (items: readonly Pending[], clientId: string): readonly Pending[] =>
  items.some((item) => item.client_id === clientId) ? items.filter((item) => item.client_id !== clientId) : items;

/** What survives a reload: a message that was being sent waits again; its client_id makes that safe. */
export const toStored = (item: Pending): string =>
  JSON.stringify({ ...item, state: item.state === 'sending' ? 'waiting' : item.state });

/** Reads what `toStored` wrote; null for anything else. */
export function fromStored(value: unknown): Pending | null {
  if (typeof value !== 'object' || value === null) return null;
  const item = value as Partial<Pending>;
  const sound =
    item.kind === 'pending' &&
    typeof item.client_id === 'string' &&
    Number.isSafeInteger(item.receiver_id) &&
    Number(item.receiver_id) > 0 &&
    typeof item.content === 'string' &&
    typeof item.created_at === 'string' &&
    typeof item.order === 'number' &&
    (item.state === 'waiting' || item.state === 'failed');
  return sound ? ({ error: null, ...item } as Pending) : null;
}
