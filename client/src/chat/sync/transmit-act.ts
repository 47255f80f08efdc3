import { chatLimits } from '@sangam/shared/chat/limits';
import type { Message } from '@sangam/shared/chat/messages';
import { request } from '../../core/api/client';
import type { Result } from '../../core/api/errors';
import { emit, isConnected } from '../../core/realtime/socket';
import { mapResult } from '../../core/store/loadable';
import type { Verb } from '../state/outbox/act-kinds';
import { nameStored, noteNotStored } from '../state/outbox/outbox';
import type { PendingAct } from '../state/outbox/outbox-order';
import { applySaved } from '../state/saved';
import { takeUnread } from './apply-message';

/** The same as for a send by REST. */
const timeoutMs = 15_000;

/** The message of an act, as events and calls name it. */
interface Named {
  target: { user_id: number; seq: number; client_id: string };
  params: { userId: number; seq: number };
  key: { client_id: string };
  text: string;
}

interface Way<T> {
  /** The text shown when the server rejects the act. */
  refused: string;
  emit: (named: Named) => Promise<Result<T>>;
  request: (named: Named) => Promise<Result<{ data: T }>>;
  /** Handles the answer. Returns the changed message, or null if the act changes none. */
  take: (answer: T) => Message | null;
}

/** Sends over the socket when connected, else by REST, under the same key. */
const way = <T>({ refused, take, ...by }: Way<T>) => ({
  refused,
  async send(named: Named): Promise<Result<Message | null>> {
    const answer = isConnected() ? await by.emit(named) : mapResult(await by.request(named), ({ data }) => data);
    return mapResult(answer, take);
  },
});

const change = (by: Omit<Way<Message>, 'take'>) => way({ ...by, take: (message) => message });

const path = '/api/messages/conversation/:userId/:seq';

const ways: Record<Verb, ReturnType<typeof way>> = {
  edit: change({
    refused: 'Failed to edit the message',
    emit: ({ target, text }) => emit('message:edit', { ...target, content: text }),
    request: ({ params, key, text }) =>
      request(`PATCH ${path}`, { params, body: { ...key, content: text }, timeoutMs }),
  }),
  delete: change({
    refused: 'Failed to delete the message',
    emit: ({ target }) => emit('message:delete', target),
    request: ({ params, key }) => request(`DELETE ${path}`, { params, body: key, timeoutMs }),
  }),
  react: change({
    refused: 'Failed to react to the message',
    emit: ({ target, text }) => emit('message:react', { ...target, emoji: text }),
    request: ({ params, key, text }) =>
      request(`PUT ${path}/reactions`, { params, body: { ...key, emoji: text }, timeoutMs }),
  }),
  unreact: change({
    refused: 'Failed to take the reaction back',
    emit: ({ target, text }) => emit('message:unreact', { ...target, emoji: text }),
    request: ({ params, key, text }) =>
      request(`DELETE ${path}/reactions`, { params, body: { ...key, emoji: text }, timeoutMs }),
  }),
  pin: change({
    refused: 'Failed to pin the message',
    emit: ({ target }) => emit('message:pin', target),
    request: ({ params, key }) => request(`PUT ${path}/pin`, { params, body: key, timeoutMs }),
  }),
  unpin: change({
    refused: 'Failed to unpin the message',
    emit: ({ target }) => emit('message:unpin', target),
    request: ({ params, key }) => request(`DELETE ${path}/pin`, { params, body: key, timeoutMs }),
  }),
  unread: way({
    refused: 'Failed to mark as unread',
    emit: ({ target }) => emit('message:unread', target),
    request: ({ params: { userId, seq }, key }) =>
      request('PUT /api/messages/mark-unread/:userId', { params: { userId }, body: { seq, ...key }, timeoutMs }),
    take: (unread) => {
      takeUnread(unread);
      return null;
    },
  }),
  save: way({
    refused: 'Failed to save the message',
    emit: ({ target }) => emit('message:save', target),
    request: ({ params, key }) => request(`PUT ${path}/saved`, { params, body: key, timeoutMs }),
    take: takeSaved,
  }),
  unsave: way({
    refused: 'Failed to remove from saved',
    emit: ({ target }) => emit('message:unsave', target),
    request: ({ params, key }) => request(`DELETE ${path}/saved`, { params, body: key, timeoutMs }),
    take: takeSaved,
  }),
};

/** If an earlier change is missing, the next refresh brings all. */
function takeSaved(saved: Parameters<typeof applySaved>[0]): null {
  applySaved(saved);
  return null;
}

/**
 * Looks for the message of an act that may have been stored, and points the act to it. A deletion of one that isn't
 * there stays for a while, in case an earlier attempt still arrives.
 */
export async function findMessageOf(act: PendingAct): Promise<Result<null>> {
  const answer = await request('GET /api/messages/conversation/:userId', {
    params: { userId: act.receiver_id },
    query: { limit: chatLimits.messagesPageMax },
    timeoutMs,
  });
  if (!answer.ok) return answer;
  const found = answer.value.data.messages.find(({ client_id }) => client_id === act.message);
  if (found) nameStored(found);
  else noteNotStored(act);
  return { ok: true, value: null };
}

/** Sends an act. Returns the changed message, or null if the act changes none. */
export function transmitAct({ verb, text, receiver_id, seq, client_id }: PendingAct): Promise<Result<Message | null>> {
  const at = seq ?? 0;
  return ways[verb].send({
    target: { user_id: receiver_id, seq: at, client_id },
    params: { userId: receiver_id, seq: at },
    key: { client_id },
    text,
  });
}

/** Returns the text shown when the server rejects an act. */
export const refusalTextOf = (verb: Verb): string => ways[verb].refused;
