import type { Message } from '@sangam/shared/contract/messages';
import { request } from '../api/client';
import type { Result } from '../api/errors';
import type { PendingAct } from '../stores/outbox.reduce';
import { emit, isConnected } from './socket';

/** As long as a send may take by REST. */
const timeoutMs = 15_000;

/** Over the socket while it stands, else by REST, under the same key. */
export const transmitAct = (act: PendingAct): Promise<Result<Message>> =>
  isConnected() ? overSocket(act) : overRest(act);

function overSocket({ verb, text, receiver_id, seq, client_id }: PendingAct): Promise<Result<Message>> {
  const target = { user_id: receiver_id, seq: seq ?? 0, client_id };
  switch (verb) {
    case 'edit':
      return emit('message:edit', { ...target, content: text });
    case 'delete':
      return emit('message:delete', target);
    case 'react':
      return emit('message:react', { ...target, emoji: text });
    case 'unreact':
      return emit('message:unreact', { ...target, emoji: text });
  }
}

async function overRest(act: PendingAct): Promise<Result<Message>> {
  const answer = await ask(act);
  return answer.ok ? { ok: true, value: answer.value.data } : answer;
}

function ask({ verb, text, receiver_id, seq, client_id }: PendingAct) {
  const params = { userId: receiver_id, seq: seq ?? 0 };
  const path = '/api/messages/conversation/:userId/:seq';
  switch (verb) {
    case 'edit':
      return request(`PATCH ${path}`, { params, body: { client_id, content: text }, timeoutMs });
    case 'delete':
      return request(`DELETE ${path}`, { params, body: { client_id }, timeoutMs });
    case 'react':
      return request(`PUT ${path}/reactions`, { params, body: { client_id, emoji: text }, timeoutMs });
    case 'unreact':
      return request(`DELETE ${path}/reactions`, { params, body: { client_id, emoji: text }, timeoutMs });
  }
}
