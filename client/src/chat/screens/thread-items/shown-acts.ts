import { DELETED_MESSAGE } from '@sangam/shared/chat/message-text';
import type { Message } from '@sangam/shared/chat/messages';
import type { Listed } from '../../state/conversations.reduce';
import { kindOfAct } from '../../state/outbox/act-kinds';
import { conversationOf, type Pending, type PendingAct } from '../../state/outbox/outbox-order';

/** Returns true for acts that change a message's text, such as edits. */
const isOfWords = ({ verb }: PendingAct): boolean => kindOfAct(verb).isOfWords === true;

/** Returns messages with pending acts applied, by number. */
export function shownChanged(
  stored: readonly Message[],
  acts: readonly PendingAct[],
  me: number,
): ReadonlyMap<number, { message: Message; waits: boolean }> {
  const changed = new Map<number, { message: Message; waits: boolean }>();
  for (const act of acts) {
    const { show } = kindOfAct(act.verb);
    const found = find(stored, act);
    if (show === undefined || found === undefined) continue;
    const { message, waits } = changed.get(found.seq) ?? { message: found, waits: false };
    const shown = message.deleted_at === undefined ? show(message, act, me) : message;
    changed.set(found.seq, { message: shown, waits: waits || isOfWords(act) });
  }
  return changed;
}

/** Finds an act's message. Its index follows from its number, except beyond a gap. A message just stored is found by its key. */
function find(stored: readonly Message[], { seq, message }: PendingAct): Message | undefined {
  if (seq === null) return stored.findLast(({ client_id }) => client_id !== null && client_id === message);
  const near = stored[seq - (stored[0]?.seq ?? 0)];
  return near?.seq === seq ? near : stored.findLast((one) => one.seq === seq);
}

/** Returns the pending messages with their pending edits, without deleted ones. */
export function shownPending(pendings: readonly Pending[], acts: readonly PendingAct[]): readonly Pending[] {
  if (acts.length === 0) return pendings;
  return pendings.flatMap((pending) => {
    const last = acts.findLast((act) => act.seq === null && act.message === pending.client_id);
    if (last === undefined) return [pending];
    return last.verb === 'delete' ? [] : [{ ...pending, content: last.text }];
  });
}

/** Returns the conversations with pending marks, archiving, edits and deletions applied. */
export function shownConversations<T extends Listed>(list: readonly T[], acts: readonly PendingAct[]): readonly T[] {
  if (acts.length === 0) return list;
  return list.map((listed) => {
    const own = acts.filter((act) => conversationOf(act) === listed.key);
    const mark = own.findLast(({ verb }) => verb === 'unread');
    const marked = mark ? { ...listed, unread_count: Math.max(Number(mark.text), listed.unread_count) } : listed;
    const item = withArchiving(
      marked,
      own.findLast(({ verb }) => verb === 'archive' || verb === 'unarchive'),
    );
    const last = own.findLast((act) => act.seq === item.last_seq && isOfWords(act));
    return last ? { ...item, last_message: last.verb === 'delete' ? DELETED_MESSAGE : last.text } : item;
  });
}

function withArchiving<T extends Listed>(listed: T, act: PendingAct | undefined): T {
  if (act === undefined) return listed;
  const { archived_until: _, ...mark } = listed.unread_mark ?? { from: null, version: 0 };
  const archived = act.verb === 'archive' ? { archived_until: Number(act.text) } : {};
  return { ...listed, unread_mark: { ...mark, ...archived } };
}

/** Returns the pinned numbers with pending acts applied, newest pin first. */
export const shownPins = (pins: readonly number[], acts: readonly PendingAct[]): readonly number[] =>
  acts.reduce(pinsWith, pins);

function pinsWith(pins: readonly number[], { verb, seq }: PendingAct): readonly number[] {
  if (seq === null) return pins;
  switch (verb) {
    case 'pin':
      return pins.includes(seq) ? pins : [seq, ...pins];
    case 'unpin':
    case 'delete':
      return pins.filter((one) => one !== seq);
    default:
      return pins;
  }
}
