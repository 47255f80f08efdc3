import type { Message, MessageBody } from '@sangam/shared/chat/messages';
import { request } from '../../core/api/client';
import { isGone, type Result } from '../../core/api/errors';
import { emit, isConnected } from '../../core/realtime/socket';
import { importOnce } from '../../lib/loading/load-part';
import type { OutboxItem, Pending } from '../state/outbox/outbox-order';

/** What acts need comes with the first one. */
export const loadActs = importOnce(() => import('./transmit-act'));

/** What files of messages need comes with the first of them. */
export const loadFiles = importOnce(() => import('../state/files/uploads'));

/** A send by REST without an answer by then counts as unknown: it would block all later messages. */
const SEND_TIMEOUT_MS = 15_000;

/**
 * Sends a message, or does an act, which answers null where it changes no message. The files of a message are uploaded first; the code for
 * that is loaded with the first file.
 */
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
    // They waited here for so long that the server gave them up.
    await files.renewAll(item.attachments);
  }
}

/** Over the socket while it stands, else by REST: both end in the same function of the server, under the same client_id. */
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
