import type { Message, MessageBody } from '@sangam/shared/chat/messages';
import { request } from '../../core/api/client';
import { isGone, type Result } from '../../core/api/errors';
import { emit, isConnected } from '../../core/realtime/socket';
import { importOnce } from '../../lib/loading/load-part';
import type { OutboxItem, Pending } from '../state/outbox/outbox-order';

/** Loads with the first act. */
export const loadActs = importOnce(() => import('./transmit-act'));

/** Loads with the first file. */
export const loadFiles = importOnce(() => import('../state/files/uploads'));

/** A send by REST without an answer by then counts as unknown: it would block all later messages. */
const SEND_TIMEOUT_MS = 15_000;

/** Sends a message or an act. Acts that change no message return null. Files are uploaded first. */
export async function transmit(item: OutboxItem): Promise<Result<Message | null>> {
  if (item.kind === 'act') return (await loadActs())?.transmitAct(item) ?? { ok: false, error: { kind: 'network' } };
  if (item.attachments === undefined) return send(item, {});
  const files = await loadFiles();
  if (files === null) return { ok: false, error: { kind: 'network' } };
  for (let isRenewed = false; ; isRenewed = true) {
    const uploaded = await files.uploadAll(item.attachments);
    if (!uploaded.ok) return uploaded;
    const answer = await send(item, { attachment_ids: uploaded.value });
    if (answer.ok) void files.forgetAll(item.attachments);
    if (isRenewed || answer.ok || !isGone(answer.error)) return answer;
    // They waited so long that the server dropped them.
    await files.renewAll(item.attachments);
  }
}

/**
 * Sends over the socket when connected, else by REST. Both reach the same server function, under the same client_id.
 */
async function send(
  { receiver_id, content, client_id, reply_to, project_id }: Pending,
  named: Pick<MessageBody, 'attachment_ids'>,
): Promise<Result<Message>> {
  const extras = { ...(reply_to === undefined ? {} : { reply_to }), ...(project_id && { project_id }), ...named };
  const body = { receiver_id, content, client_id, ...extras };
  if (isConnected()) return emit('message:send', body);
  const answer = await request('POST /api/messages', { body, timeoutMs: SEND_TIMEOUT_MS });
  return answer.ok ? { ok: true, value: answer.value.data } : answer;
}
