import type { ActKind } from '@sangam/shared/chat/acts';
import { chatLimits } from '@sangam/shared/chat/limits';
import type { Mention } from '@sangam/shared/chat/mentions';
import type { Message } from '@sangam/shared/chat/messages';
import toast from 'react-hot-toast/headless';
import { CHANGE_TIMEOUT_MS, request } from '../../core/api/client';
import { type ApiError, errorText, isRefusedWith, mapResult, type Result } from '../../core/api/errors';
import { signedOut } from '../../core/api/session-end';
import { emit, isConnected } from '../../core/realtime/socket';
import { storesEpoch } from '../../core/store/reset';
import { idIn, noteConversation } from '../state/known-conversations';
import { kindOfAct } from '../state/outbox/act-kinds';
import { nameStored, noteNotStored } from '../state/outbox/outbox';
import { conversationOf, isOfThisSession, type Pending, type PendingAct } from '../state/outbox/outbox-order';
import { applySaved } from '../state/saved/saved';
import { fetchThread } from '../state/thread/fetch-thread';
import { isStillThere } from '../state/thread/same-message';
import { kindOf } from './kinds';
import { takeUnread } from './take-message';

const timeoutMs = CHANGE_TIMEOUT_MS;

/** An act's message, and the id of the act itself. */
interface Target {
  conversation_id: number;
  seq: number;
  client_id: string;
}

/** An act's content (`act-kinds.ts`). */
interface Said {
  text: string;
  /** Mentions in an edit's new text. */
  mentions?: Mention[];
}

interface Way<T> {
  /** The text shown when the server rejects the act. */
  refused: string;
  bySocket: (target: Target, said: Said) => Promise<Result<T>>;
  byRest: (target: Target, said: Said) => Promise<Result<{ data: T }>>;
  /** Handles the answer. Returns the changed message, or null if the act changes none. */
  take: (answer: T) => Message | null;
}

/** Returns a way to send an act: over the socket when connected, else by REST, with the same `client_id`. */
const way = <T>({ refused, bySocket, byRest, take }: Way<T>) => ({
  refused,
  async send(target: Target, said: Said): Promise<Result<Message | null>> {
    const answer = isConnected()
      ? await bySocket(target, said)
      : mapResult(await byRest(target, said), ({ data }) => data);
    return mapResult(answer, take);
  },
});

const change = (by: Omit<Way<Message>, 'take'>) => way({ ...by, take: (message) => message });

const path = '/api/messages/c/:conversationId/:seq';

/** The parameters and body of a call to a message's path. */
const onMessage = <B extends object>({ conversation_id: conversationId, seq, client_id }: Target, more: B) => ({
  params: { conversationId, seq },
  body: { client_id, ...more },
  timeoutMs,
});

/** The parameters and body of a call to a conversation's path. */
const onConversation = ({ conversation_id: conversationId, seq, client_id }: Target) => ({
  params: { conversationId },
  body: { seq, client_id },
  timeoutMs,
});

const editTo = ({ text, ...mentions }: Said) => ({ content: text, ...mentions });

const archiving = (verb: 'PUT' | 'DELETE', event: `conversation:${'' | 'un'}archive`, refused: string) =>
  way({
    refused,
    bySocket: (target) => emit(event, target),
    byRest: (target) => request(`${verb} /api/messages/c/:conversationId/archive`, onConversation(target)),
    take: takeCounts,
  });

const reacting = (verb: 'PUT' | 'DELETE', event: `message:${'' | 'un'}react`, refused: string) =>
  change({
    refused,
    bySocket: (target, { text }) => emit(event, { ...target, emoji: text }),
    byRest: (target, { text }) => request(`${verb} ${path}/reactions`, onMessage(target, { emoji: text })),
  });

const pinning = (verb: 'PUT' | 'DELETE', event: `message:${'' | 'un'}pin`, refused: string) =>
  change({
    refused,
    bySocket: (target) => emit(event, target),
    byRest: (target) => request(`${verb} ${path}/pin`, onMessage(target, {})),
  });

const saving = (verb: 'PUT' | 'DELETE', event: `message:${'' | 'un'}save`, refused: string) =>
  way({
    refused,
    bySocket: (target) => emit(event, target),
    byRest: (target) => request(`${verb} ${path}/saved`, onMessage(target, {})),
    take: takeSaved,
  });

const ways: Record<ActKind, ReturnType<typeof way>> = {
  edit: change({
    refused: 'Failed to edit the message',
    bySocket: (target, said) => emit('message:edit', { ...target, ...editTo(said) }),
    byRest: (target, said) => request(`PATCH ${path}`, onMessage(target, editTo(said))),
  }),
  delete: change({
    refused: 'Failed to delete the message',
    bySocket: (target) => emit('message:delete', target),
    byRest: (target) => request(`DELETE ${path}`, onMessage(target, {})),
  }),
  react: reacting('PUT', 'message:react', 'Failed to react to the message'),
  unreact: reacting('DELETE', 'message:unreact', 'Failed to remove the reaction'),
  pin: pinning('PUT', 'message:pin', 'Failed to pin the message'),
  unpin: pinning('DELETE', 'message:unpin', 'Failed to unpin the message'),
  unread: way({
    refused: 'Failed to mark as unread',
    bySocket: (target) => emit('message:unread', target),
    byRest: (target) => request('PUT /api/messages/c/:conversationId/unread', onConversation(target)),
    take: takeCounts,
  }),
  archive: archiving('PUT', 'conversation:archive', 'Failed to archive the conversation'),
  unarchive: archiving('DELETE', 'conversation:unarchive', 'Failed to unarchive the conversation'),
  save: saving('PUT', 'message:save', 'Failed to save the message'),
  unsave: saving('DELETE', 'message:unsave', 'Failed to remove from saved'),
};

function takeCounts(unread: Parameters<typeof takeUnread>[0]): null {
  takeUnread(unread);
  return null;
}

/** Applies the answer. If an earlier change is missing, the next refresh brings everything. */
function takeSaved(saved: Parameters<typeof applySaved>[0]): null {
  applySaved(saved);
  return null;
}

/**
 * Looks for an act's message, which may have been stored, and gives the act its number. If it isn't there, a deletion is kept for a while,
 * in case an earlier attempt still arrives.
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
  const epoch = storesEpoch();
  const conversation = await conversationIdOf(act);
  if (!conversation.ok) return conversation;
  const key = conversationOf(act);
  // For an act on the conversation, the message only says as of when.
  const isSure = isOfThisSession(act) || kindOfAct(verb).isOfConversation === true;
  const named = isSure ? found : await checkNumber(act);
  if (!named.ok) return named;
  const mentions = verb === 'edit' ? await kindOf(key).mentionsIn(key, text) : [];
  // Meanwhile another member may have signed in, who must not do it.
  if (epoch !== storesEpoch()) return signedOut;
  if (mentions === null) return later;
  const target = { conversation_id: conversation.value, seq: act.seq ?? 0, client_id };
  const answer = await ways[verb].send(target, { text, ...(mentions.length > 0 && { mentions }) });
  return isOfOldServer(answer) ? later : answer;
}

const found = { ok: true, value: null } as const;

/** Fails for an act of an earlier session if its message's number is another message's now, as after a restored backup. */
async function checkNumber(act: PendingAct): Promise<Result<null>> {
  const key = conversationOf(act);
  const { seq, written_at: at } = act;
  if (act.message === null) {
    const answer =
      at === undefined ? lost : await isStillThere(key, { seq: act.known_seq ?? seq ?? 0, at }, { timeoutMs });
    if (!answer.ok) return answer;
    return answer.value ? found : gone;
  }
  const answer = await fetchThread(key, { before: (seq ?? 0) + 1, limit: 1 }, { timeoutMs });
  if (!answer.ok) return answer;
  return answer.value.messages.some((one) => one.seq === seq && one.client_id === act.message) ? found : gone;
}

/** Returns the number of the message that an item of an earlier session replies to, undefined if another one has it now. */
export async function replyOf(item: Pending): Promise<Result<number | undefined>> {
  const { reply_to, reply_known: known } = item;
  const answer = known === undefined ? lost : await isStillThere(conversationOf(item), known, { timeoutMs });
  return mapResult(answer, (isSame) => (isSame ? reply_to : undefined));
}

const lost = { ok: true, value: false } as const;

const gone = {
  ok: false,
  error: { kind: 'server', status: 404, code: 'NOT_FOUND', message: 'This message no longer exists.' },
} as const;

/** The act is sent again until a server of this version answers. */
const later = { ok: false, error: { kind: 'network' } } as const;

/** Whether a server of the previous version, which runs for minutes during an update, didn't know the field or the event. */
const isOfOldServer = (answer: Result<unknown>): boolean =>
  !answer.ok &&
  isRefusedWith(answer.error, 'INVALID') &&
  /^(?:(?:user|conversation)_id|event):/u.test(answer.error.message);

/** Returns the id of an act's conversation, which has one since it has a message. Asks the server if this browser doesn't know it. */
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
const refusalTextOf = (verb: ActKind): string => ways[verb].refused;

/** Shows a toast that the server rejected an act; the message shows again as it is there. */
export function showRefusal({ verb }: PendingAct, error: ApiError): void {
  const reason = errorText(error, '');
  toast.error(refusalTextOf(verb) + (reason ? `: ${reason}` : ''));
}
