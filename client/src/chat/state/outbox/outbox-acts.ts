import { currentSessionId } from '../../../core/session/session';
import { onReset } from '../../../core/store/reset';
import { nowMs } from '../../../lib/clock';
import type { ConversationKey } from '../../../lib/links/chat-link';
import { uuid } from '../../../lib/uuid';
import type { Attached } from '../files/chosen-files';
import { keyNow } from '../known-conversations';
import { knownFrom, type Written } from '../thread/same-message';
import { threadOf } from '../thread/threads';
import { kindOfAct } from './act-kinds';
import { newestItem, nextOrder, put, removePending, useOutbox } from './outbox';
import { conversationOf, type Pending, type PendingAct, placeIn } from './outbox-order';

/**
 * The message that an act is about: stored, with a number, or pending, with only its key. `written_at` is set if the thread has loaded the
 * message.
 */
export type ActTarget = Pick<PendingAct, 'conversation_id' | 'receiver_id' | 'seq' | 'message' | 'written_at'>;
export type MessageChange = Pick<PendingAct, 'verb' | 'text'>;

/**
 * Queues an act, which shows with the next frame. If the message's sending hasn't begun, the message itself is changed. An unsent act of
 * the same kind is replaced.
 */
export function enqueueAct(began: ActTarget, change: MessageChange): void {
  const target = asStored(began);
  if (changeWaiting(target, change)) return;
  const known = target.seq === null ? undefined : knownFrom(conversationOf(target), target.seq);
  for (const act of useOutbox.getState().acts)
    if (isOf(act, target) && doesReplace(change, act) && !newestItem(act.client_id)?.tried)
      removePending(act.client_id);
  put({
    kind: 'act',
    client_id: uuid(),
    session: currentSessionId(),
    ...(known && target.written_at === undefined && writtenAs(known, target)),
    ...target,
    ...change,
    order: nextOrder(),
    created_at: new Date(nowMs()).toISOString(),
    state: 'waiting',
    error: null,
  });
}

const writtenAs = ({ seq, at }: Written, target: ActTarget): Pick<PendingAct, 'written_at' | 'known_seq'> => ({
  written_at: at,
  ...(seq !== target.seq && { known_seq: seq }),
});

/** Returns the target with the number of a message that was stored while its author was still choosing. */
function asStored(target: ActTarget): ActTarget {
  if (target.seq !== null || target.message === null || newestItem(target.message)) return target;
  const stored = threadOf(conversationOf(target))?.messages.findLast(({ client_id }) => client_id === target.message);
  return stored ? { ...target, seq: stored.seq } : target;
}

/**
 * Changes a message that is still in the outbox, and returns true if no act is needed. A rejected message is sent again. A deleted one is
 * never sent; if it may have arrived, its deletion looks for it.
 */
function changeWaiting({ message }: ActTarget, { verb, text }: MessageChange): boolean {
  if (message === null || (verb !== 'edit' && verb !== 'delete')) return false;
  const waiting = newestItem(message);
  if (waiting?.kind !== 'pending') return false;
  if (waiting.state === 'failed') return verb === 'edit' ? rewriteRejected(waiting, text) : dropRejected(waiting);
  if (verb === 'edit' && waiting.tried) return false;
  if (verb === 'edit') put({ ...waiting, content: text });
  else removeWithFiles(waiting);
  if (verb === 'delete' && !waiting.tried) deletedUnsent.set(message, placeIn(conversationOf(waiting)));
  return !waiting.tried;
}

/** The places of messages deleted here before any tab had begun to send them, as far as this tab knew. */
const deletedUnsent = new Map<string, ReturnType<typeof placeIn>>();
onReset(() => deletedUnsent.clear());

/**
 * Deletes a message that another tab began to send just when it was deleted here, so that it may have arrived. Call it when another tab has
 * stored an item; returns false for any other item.
 */
export function deleteAgain(clientId: string): boolean {
  const place = deletedUnsent.get(clientId);
  if (place === undefined) return false;
  deletedUnsent.delete(clientId);
  enqueueAct({ ...place, seq: null, message: clientId }, { verb: 'delete', text: '' });
  return true;
}

/** Sends a rejected message again with other words, after all that was written since. */
function rewriteRejected(rejected: Pending, content: string): true {
  dropActsOn(rejected);
  put({ ...rejected, content, state: 'waiting', error: null, order: nextOrder() });
  return true;
}

/** Removes a message that its author deleted, and cancels the upload of its files. */
function removeWithFiles({ client_id, attachments }: Pending): void {
  removePending(client_id);
  if (attachments) void cancelFiles(attachments);
}

/** Cancels the upload of files whose message won't be sent, and forgets them. */
export async function cancelFiles(attachments: readonly Attached[]): Promise<void> {
  const files = await import('../files/uploads').catch(() => null);
  await Promise.all(attachments.map(({ id }) => files?.cancelUpload(id)));
}

const isOf = (act: PendingAct, target: ActTarget): boolean =>
  conversationOf(act) === conversationOf(target) &&
  (target.seq === null ? act.message === target.message : act.seq === target.seq);

/** A deletion replaces all other acts on the message. */
const doesReplace = (change: MessageChange, act: PendingAct): boolean =>
  replacedBy(change) === replacedBy(act) || (change.verb === 'delete' && !kindOfAct(act.verb).isOfConversation);
const replacedBy = ({ verb, text }: MessageChange): string => {
  const { replaces } = kindOfAct(verb);
  return typeof replaces === 'string' ? replaces : replaces(text);
};

/** Drops a rejected message that its author deletes, with the acts on it. */
export function dropRejected(pending: Pending): true {
  removeWithFiles(pending);
  dropActsOn(pending);
  return true;
}

function dropActsOn({ client_id }: Pending): void {
  for (const act of useOutbox.getState().acts)
    if (act.message === client_id && act.seq === null) removePending(act.client_id);
}

/** Drops unsent unread marks of a conversation that is opened. */
export function dropUnsentMarks(conversation: ConversationKey): void {
  for (const act of useOutbox.getState().acts)
    if (act.verb === 'unread' && conversationOf(act) === keyNow(conversation) && !newestItem(act.client_id)?.tried)
      removePending(act.client_id);
}
