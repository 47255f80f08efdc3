import type { Message } from '@sangam/shared/contract/messages';
import toast from 'react-hot-toast';
import { request } from '../api/client';
import { type ApiError, errorText, type Result } from '../api/errors';
import type { PendingAct } from '../stores/outbox.reduce';
import { emit, isConnected } from './socket';

/** As long as a send may take by REST. */
const ACT_TIMEOUT_MS = 15_000;

/** Over the socket while it stands, else by REST, under the same key. */
export async function transmitAct({ verb, text, ...act }: PendingAct): Promise<Result<Message>> {
  const { receiver_id, client_id, seq } = act;
  const target = { user_id: receiver_id, seq: seq ?? 0, client_id };
  if (isConnected())
    return verb === 'edit' ? emit('message:edit', { ...target, content: text }) : emit('message:delete', target);
  const [params, timeoutMs] = [{ userId: receiver_id, seq: seq ?? 0 }, ACT_TIMEOUT_MS];
  const path = '/api/messages/conversation/:userId/:seq';
  const answer =
    verb === 'edit'
      ? await request(`PATCH ${path}`, { params, body: { client_id, content: text }, timeoutMs })
      : await request(`DELETE ${path}`, { params, body: { client_id }, timeoutMs });
  return answer.ok ? { ok: true, value: answer.value.data } : answer;
}

const failures = { edit: 'Failed to edit the message', delete: 'Failed to delete the message' } as const;

/** The server does not do it: the message is shown as it is there. */
export const tellRefused = ({ verb }: PendingAct, error: ApiError): void => {
  const reason = errorText(error, '');
  toast.error(failures[verb] + (reason ? `: ${reason}` : ''));
};
