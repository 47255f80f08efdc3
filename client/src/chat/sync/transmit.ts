import type { Message, MessageBody } from '@sangam/shared/chat/messages';
import { CHANGE_TIMEOUT_MS, request } from '../../core/api/client';
import { isGone, isRefusedWith, mapResult, type Result } from '../../core/api/errors';
import { signedOut } from '../../core/api/session-end';
import { emit, isConnected } from '../../core/realtime/socket';
import { storesEpoch } from '../../core/store/reset';
import { importOnce } from '../../lib/loading/load-part';
import { isOffline } from '../../lib/network';
import { idIn } from '../state/known-conversations';
import { beginSending } from '../state/outbox/outbox';
import { conversationOf, isOfThisSession, type OutboxItem, type Pending } from '../state/outbox/outbox-order';
import { kindOf } from './kinds';

/** Loaded for the first act. */
export const loadActs = importOnce(() => import('./transmit-act'));

/** Loaded for the first file. */
const loadFiles = importOnce(() => import('../state/files/uploads'));

const unsent = { ok: false, error: { kind: 'network' } } as const;

/** Sends a message, after uploading its files, or an act. Returns the stored message; null for an act that changes none. */
export async function transmit(item: OutboxItem): Promise<Result<Message | null>> {
  if (item.kind === 'act') {
    const acts = await loadActs();
    const begun = acts === null ? null : begin(item);
    return begun === null ? unsent : (acts?.transmitAct(begun) ?? unsent);
  }
  if (item.attachments === undefined) return send(item, {});
  if (isCutOff()) return unsent;
  const files = await loadFiles();
  if (files === null) return unsent;
  for (let isRenewed = false; ; isRenewed = true) {
    const uploaded = await files.uploadAll(item.attachments);
    if (!uploaded.ok) return uploaded;
    const answer = await send(item, { attachment_ids: uploaded.value });
    if (answer.ok) void files.forgetAll(item.attachments);
    if (isRenewed || answer.ok || !isGone(answer.error)) return answer;
    // The files waited so long that the server dropped them.
    await files.renewAll(item.attachments);
  }
}

/**
 * Returns the item as it is sent now; null if its author removed it or the browser knows that it is offline: an item that hasn't left the
 * browser can still be changed or removed.
 */
const begin = <T extends OutboxItem>(item: T): T | null => (isCutOff() ? null : beginSending(item));

const isCutOff = (): boolean => !isConnected() && isOffline();

/**
 * Sends over the socket when connected, else by REST. Both reach the same server function, under the same client_id.
 */
async function send(item: Pending, named: Pick<MessageBody, 'attachment_ids'>): Promise<Result<Message>> {
  const epoch = storesEpoch();
  const begun = begin(item);
  if (begun === null) return unsent;
  const { receiver_id, content, client_id, project_id } = begun;
  const answered = await replyTo(begun);
  if (!answered.ok) return answered;
  const reply_to = answered.value;
  const key = conversationOf(begun);
  const conversation_id = idIn(key);
  const mentions = await kindOf(key).mentionsIn(key, content);
  // Meanwhile another member may have signed in, as whom it must not be sent.
  if (epoch !== storesEpoch()) return signedOut;
  if (mentions === null) return unsent;
  const extras = { ...(reply_to === undefined ? {} : { reply_to }), ...(project_id && { project_id }), ...named };
  const called = mentions.length > 0 ? { mentions } : {};
  const words = { content, client_id, ...extras };
  const byMember = receiver_id === undefined ? null : { receiver_id, ...words };
  if (conversation_id === null) return byMember === null ? unsent : post(byMember);
  const answer = await post({ conversation_id, ...words, ...called });
  // A server of the previous version doesn't know `conversation_id`. The `client_id` prevents a second message.
  return byMember !== null && isUnknownField(answer) ? post(byMember) : answer;
}

/** The number of the message that it replies to, which is checked in a later session. */
async function replyTo(item: Pending): Promise<Result<number | undefined>> {
  if (item.reply_to === undefined || isOfThisSession(item)) return { ok: true, value: item.reply_to };
  const acts = await loadActs();
  return acts === null ? unsent : acts.replyOf(item);
}

const isUnknownField = (answer: Result<unknown>): boolean => !answer.ok && isRefusedWith(answer.error, 'INVALID');

async function post(body: MessageBody & { client_id: string }): Promise<Result<Message>> {
  if (isConnected()) return emit('message:send', body);
  const answer = await request('POST /api/messages', { body, timeoutMs: CHANGE_TIMEOUT_MS });
  return mapResult(answer, ({ data }) => data);
}
