import { DELETED_MESSAGE } from '@sangam/shared/chat/message-text';
import type { Message } from '@sangam/shared/chat/messages';
import type { ListedConversation } from '../../state/conversations.reduce';
import { kindOf } from '../../state/outbox/act-kinds';
import type { Pending, PendingAct } from '../../state/outbox/outbox-order';

/** Whether the message's words wait, not a reaction alone. */
const isOfWords = ({ verb }: PendingAct): boolean => kindOf(verb).isOfWords === true;

/** The messages to which something waits to be done, as they are shown, by number. */
export function shownChanged(
  stored: readonly Message[],
  acts: readonly PendingAct[],
  me: number,
): ReadonlyMap<number, { message: Message; waits: boolean }> {
  const changed = new Map<number, { message: Message; waits: boolean }>();
  for (const act of acts) {
    const { show } = kindOf(act.verb);
    const found = find(stored, act);
    if (show === undefined || found === undefined) continue;
    const { message, waits } = changed.get(found.seq) ?? { message: found, waits: false };
    const shown = message.deleted_at === undefined ? show(message, act, me) : message;
    changed.set(found.seq, { message: shown, waits: waits || isOfWords(act) });
  }
  return changed;
}

/** Its place is its number, but for what lies beyond a hole; one that has just been stored is known by its key. */
function find(stored: readonly Message[], { seq, message }: PendingAct): Message | undefined {
  if (seq === null) return stored.findLast(({ client_id }) => client_id !== null && client_id === message);
  const near = stored[seq - (stored[0]?.seq ?? 0)];
  return near?.seq === seq ? near : stored.findLast((one) => one.seq === seq);
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
  return list.map((listed) => {
    const mark = acts.findLast((act) => act.receiver_id === listed.id && act.verb === 'unread');
    const item = mark ? { ...listed, unread_count: Math.max(Number(mark.text), listed.unread_count) } : listed;
    const last = acts.findLast((act) => act.receiver_id === item.id && act.seq === item.last_seq && isOfWords(act));
    return last ? { ...item, last_message: last.verb === 'delete' ? DELETED_MESSAGE : last.text } : item;
  });
}

/** The numbers of the pinned messages once what waits is done, the newest pin first. */
export function shownPins(pins: readonly number[], acts: readonly PendingAct[]): readonly number[] {
  let shown = pins;
  for (const { verb, seq } of acts) {
    if (seq === null || (verb !== 'pin' && verb !== 'unpin' && verb !== 'delete')) continue;
    if (verb !== 'pin') shown = shown.filter((one) => one !== seq);
    else if (!shown.includes(seq)) shown = [seq, ...shown];
  }
  return shown;
}
