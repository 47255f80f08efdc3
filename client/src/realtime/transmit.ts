import type { Message } from '@sangam/shared/contract/messages';
import { request } from '../api/client';
import type { Result } from '../api/errors';
import type { OutboxItem } from '../stores/outbox.reduce';
import { emit, isConnected } from './socket';

/** A send by REST without an answer by then counts as unknown: it would block all later messages. */
const SEND_TIMEOUT_MS = 15_000;

/** Over the socket while it stands, else by REST: both end in the same function of the server, under the same client_id. */
export async function transmit(item: OutboxItem): Promise<Result<Message>> {
  if (item.kind === 'act') return (await import('./transmit-act')).transmitAct(item);
  const { receiver_id, content, client_id, reply_to } = item;
  const body = { receiver_id, content, client_id, ...(reply_to === undefined ? {} : { reply_to }) };
  if (isConnected()) return emit('message:send', body);
  const answer = await request('POST /api/messages', { body, timeoutMs: SEND_TIMEOUT_MS });
  return answer.ok ? { ok: true, value: answer.value.data } : answer;
}
