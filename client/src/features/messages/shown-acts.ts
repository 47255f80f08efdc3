import type { Message } from '@sangam/shared/contract/messages';
import { DELETED_MESSAGE } from '@sangam/shared/rules/deleted-message';
import type { ListedConversation } from '../../stores/conversations.reduce';
import type { Pending, PendingAct } from '../../stores/outbox.reduce';

/** A message as it will be once what waits is done to it. */
function withAct(message: Message, { verb, text, created_at }: PendingAct): Message {
  if (message.deleted_at !== undefined) return message;
  if (verb === 'edit') return { ...message, content: text, edited_at: created_at };
  const { edited_at: _, ...rest } = message;
  return { ...rest, content: DELETED_MESSAGE, deleted_at: created_at };
}

/** The messages to which something waits to be done, as they are shown, by number. */
export function shownChanged(stored: readonly Message[], acts: readonly PendingAct[]): ReadonlyMap<number, Message> {
  const changed = new Map<number, Message>();
  const first = stored[0]?.seq ?? 0;
  for (const act of acts) {
    const seq = act.seq ?? 0;
    // Its place is its number: only what lies beyond a hole is elsewhere.
    const near = stored[seq - first];
    const message =
      changed.get(seq) ?? (near?.seq === seq ? near : stored.findLast((one) => one.client_id === act.message));
    if (message && (act.seq === null ? act.message !== null : message.seq === seq))
      changed.set(message.seq, withAct(message, act));
  }
  return changed;
}

/** What waits to be sent, as it will be: without what is deleted again. */
export function shownPending(pendings: readonly Pending[], acts: readonly PendingAct[]): readonly Pending[] {
  if (acts.length === 0) return pendings;
  return pendings.flatMap((pending) => {
    const last = acts.findLast((act) => act.seq === null && act.message === pending.client_id);
    if (last === undefined) return [pending];
    return last.verb === 'delete' ? [] : [{ ...pending, content: last.text }];
  });
}

/** The list with the last words as they will be. */
export function shownConversations(
  list: readonly ListedConversation[],
  acts: readonly PendingAct[],
): readonly ListedConversation[] {
  if (acts.length === 0) return list;
  return list.map((item) => {
    const last = acts.findLast((act) => act.receiver_id === item.id && act.seq === item.last_seq);
    return last ? { ...item, last_message: last.verb === 'delete' ? DELETED_MESSAGE : last.text } : item;
  });
}
