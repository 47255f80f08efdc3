import { chatLimits } from '@sangam/shared/chat/limits';
import type { Mention } from '@sangam/shared/chat/mentions';
import type { Message } from '@sangam/shared/chat/messages';
import { request } from '../../core/api/client';
import type { Result } from '../../core/api/errors';
import { emit, isConnected } from '../../core/realtime/socket';
import { mapResult } from '../../core/store/loadable';
import { idIn, noteConversation } from '../state/known-conversations';
import type { Verb } from '../state/outbox/act-kinds';
import { nameStored, noteNotStored } from '../state/outbox/outbox';
import { conversationOf, type PendingAct } from '../state/outbox/outbox-order';
import { applySaved } from '../state/saved';
import { fetchThread } from '../state/thread/fetch-thread';
import { kindOf } from './kinds';
import { takeUnread } from './take-message';

/** The same as for a send by REST. */
const timeoutMs = 15_000;

/** The message of an act, as events and calls name it. */
interface Named {
  target: { conversation_id: number; seq: number; client_id: string };
  params: { conversationId: number; seq: number };
  key: { client_id: string };
  text: string;
  /** Those of an edit's new words, if it has any. */
  called: { mentions?: Mention[] };
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

const path = '/api/messages/c/:conversationId/:seq';

const archiving = (verb: 'PUT' | 'DELETE', event: `conversation:${'' | 'un'}archive`, refused: string) =>
  way({
    refused,
    emit: ({ target }) => emit(event, target),
    request: ({ params: { conversationId, seq }, key }) =>
      request(`${verb} /api/messages/c/:conversationId/archive`, {
        params: { conversationId },
        body: { seq, ...key },
        timeoutMs,
      }),
    take: takeCounts,
  });

const ways: Record<Verb, ReturnType<typeof way>> = {
  edit: change({
    refused: 'Failed to edit the message',
    emit: ({ target, text, called }) => emit('message:edit', { ...target, content: text, ...called }),
    request: ({ params, key, text, called }) =>
      request(`PATCH ${path}`, { params, body: { ...key, content: text, ...called }, timeoutMs }),
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
    refused: 'Failed to remove the reaction',
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
    request: ({ params: { conversationId, seq }, key }) =>
      request('PUT /api/messages/c/:conversationId/unread', {
        params: { conversationId },
        body: { seq, ...key },
        timeoutMs,
      }),
    take: takeCounts,
  }),
  archive: archiving('PUT', 'conversation:archive', 'Failed to archive the conversation'),
  unarchive: archiving('DELETE', 'conversation:unarchive', 'Failed to unarchive the conversation'),
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

function takeCounts(unread: Parameters<typeof takeUnread>[0]): null {
  takeUnread(unread);
  return null;
}

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
  const query = { limit: chatLimits.messagesPageMax };
  const answer = await fetchThread(conversationOf(act), query, { timeoutMs });
  if (!answer.ok) return answer;
  const found = answer.value.messages.find(({ client_id }) => client_id === act.message);
  if (found) nameStored(found);
  else noteNotStored(act);
  return { ok: true, value: null };
}

/** Sends an act. Returns the changed message, or null if the act changes none. */
export async function transmitAct(act: PendingAct): Promise<Result<Message | null>> {
  const { verb, text, client_id } = act;
  const named = await conversationIdOf(act);
  if (!named.ok) return named;
  const key = conversationOf(act);
  const mentions = verb === 'edit' ? await kindOf(key).mentionsIn(key, text) : [];
  if (mentions === null) return later;
  const at = { seq: act.seq ?? 0 };
  const answer = await ways[verb].send({
    target: { conversation_id: named.value, ...at, client_id },
    params: { conversationId: named.value, ...at },
    key: { client_id },
    text,
    called: mentions.length > 0 ? { mentions } : {},
  });
  return isOfOldServer(answer) ? later : answer;
}

/** Tried again until a server of this version answers. */
const later = { ok: false, error: { kind: 'network' } } as const;

/** A server of the previous version, in the minutes of an update, doesn't know the field or the event. */
const isOfOldServer = (answer: Result<unknown>): boolean =>
  !answer.ok &&
  answer.error.kind === 'server' &&
  answer.error.code === 'INVALID' &&
  /^(?:(?:user|conversation)_id|event):/u.test(answer.error.message);

/** Returns the id of an act's conversation, which has a message and so an id; asks the server where this browser doesn't know it. */
async function conversationIdOf(act: PendingAct): Promise<Result<number>> {
  const known = idIn(conversationOf(act));
  if (known !== null) return { ok: true, value: known };
  const answer = await fetchThread(conversationOf(act), { limit: 1 }, { timeoutMs });
  if (!answer.ok) return answer;
  const { conversation_id, user } = answer.value;
  noteConversation(conversation_id, user?.id);
  return conversation_id === undefined ? later : { ok: true, value: conversation_id };
}

/** Returns the text shown when the server rejects an act. */
export const refusalTextOf = (verb: Verb): string => ways[verb].refused;
