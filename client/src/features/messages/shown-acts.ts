import type { Message } from '@sangam/shared/contract/messages';
import { DELETED_MESSAGE } from '@sangam/shared/rules/deleted-message';
import type { ListedConversation } from '../../stores/conversations.reduce';
import { isOwnVerb, type Pending, type PendingAct } from '../../stores/outbox.reduce';

/** Whether the message's words wait, not a reaction alone. */
const isOfWords = ({ verb }: PendingAct): boolean => verb === 'edit' || verb === 'delete';

/** A message as it will be once what waits is done to it. */
function withAct(message: Message, { verb, text, created_at }: PendingAct, me: number): Message {
  if (message.deleted_at !== undefined) return message;
  if (verb === 'edit') return { ...message, content: text, edited_at: created_at };
  if (verb === 'pin') return { pinned: { user_id: me, at: created_at }, ...message };
  const { edited_at, reactions = [], pinned, ...rest } = message;
  if (verb === 'unpin') return { ...rest, ...(edited_at && { edited_at }), ...(message.reactions && { reactions }) };
  if (verb === 'delete') return { ...rest, content: DELETED_MESSAGE, deleted_at: created_at };
  const others = reactions.map((reaction) =>
    reaction.emoji === text ? { ...reaction, user_ids: reaction.user_ids.filter((id) => id !== me) } : reaction,
  );
  if (verb === 'react') {
    const known = others.find(({ emoji }) => emoji === text);
    if (known) known.user_ids = [...known.user_ids, me];
    else others.push({ emoji: text, user_ids: [me] });
  }
  return { ...message, reactions: others.filter(({ user_ids }) => user_ids.length > 0) };
}

/** The messages to which something waits to be done, as they are shown, by number. */
export function shownChanged(
  stored: readonly Message[],
  acts: readonly PendingAct[],
  me: number,
): ReadonlyMap<number, { message: Message; waits: boolean }> {
  const changed = new Map<number, { message: Message; waits: boolean }>();
  for (const act of acts) {
    if (isOwnVerb(act.verb)) continue;
    const found = find(stored, act);
    if (found === undefined) continue;
    const { message, waits } = changed.get(found.seq) ?? { message: found, waits: false };
    changed.set(found.seq, { message: withAct(message, act, me), waits: waits || isOfWords(act) });
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
