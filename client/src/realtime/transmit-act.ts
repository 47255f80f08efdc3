import type { Message } from '@sangam/shared/contract/messages';
import { request } from '../api/client';
import type { Result } from '../api/errors';
import { mapResult } from '../stores/loadable';
import { isOwnVerb, type OwnVerb, type PendingAct } from '../stores/outbox.reduce';
import { applySaved } from '../stores/saved';
import { takeUnread } from './deliver';
import { emit, isConnected } from './socket';

/** As long as a send may take by REST. */
const timeoutMs = 15_000;

type Change = PendingAct & { verb: Exclude<PendingAct['verb'], OwnVerb> };
const isChange = (act: PendingAct): act is Change => !isOwnVerb(act.verb);

/** Over the socket while it stands, else by REST, under the same key. Answers the changed message; null: the act changes none. */
export function transmitAct(act: PendingAct): Promise<Result<Message | null>> {
  if (!isChange(act)) return act.verb === 'unread' ? markUnread(act) : save(act);
  return isConnected() ? overSocket(act) : overRest(act);
}

async function markUnread({ receiver_id, seq, client_id }: PendingAct): Promise<Result<null>> {
  const body = { seq: seq ?? 0, client_id };
  const params = { userId: receiver_id };
  const answer = isConnected()
    ? await emit('message:unread', { user_id: receiver_id, ...body })
    : mapResult(
        await request('PUT /api/messages/mark-unread/:userId', { params, body, timeoutMs }),
        ({ data }) => data,
      );
  return mapResult(answer, (unread) => {
    takeUnread(unread);
    return null;
  });
}

async function save({ verb, receiver_id, seq, client_id }: PendingAct): Promise<Result<null>> {
  const target = { user_id: receiver_id, seq: seq ?? 0, client_id };
  const answer = isConnected()
    ? await emit(verb === 'save' ? 'message:save' : 'message:unsave', target)
    : mapResult(
        await request(`${verb === 'save' ? 'PUT' : 'DELETE'} /api/messages/conversation/:userId/:seq/saved`, {
          params: { userId: receiver_id, seq: target.seq },
          body: { client_id },
          timeoutMs,
        }),
        ({ data }) => data,
      );
  return mapResult(answer, (change) => {
    // Where one before it is missing, the next refresh brings all.
    applySaved(change);
    return null;
  });
}

function overSocket({ verb, text, receiver_id, seq, client_id }: Change): Promise<Result<Message>> {
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
    case 'pin':
      return emit('message:pin', target);
    case 'unpin':
      return emit('message:unpin', target);
  }
}

async function overRest(act: Change): Promise<Result<Message>> {
  const answer = await ask(act);
  return answer.ok ? { ok: true, value: answer.value.data } : answer;
}

function ask({ verb, text, receiver_id, seq, client_id }: Change) {
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
    case 'pin':
      return request(`PUT ${path}/pin`, { params, body: { client_id }, timeoutMs });
    case 'unpin':
      return request(`DELETE ${path}/pin`, { params, body: { client_id }, timeoutMs });
  }
}
