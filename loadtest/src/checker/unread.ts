import type { Conversation, Message, Unread } from '@sangam/shared/contract/messages';
import type { Judge } from './promises.js';

/** Of two counts the one with the greater version is the newer. */
interface Count {
  unread: number;
  version: number;
}

/** One user's side of a conversation. */
interface Side {
  before: { lastSeq: number; unread: number };
  /** How far the server has confirmed this user to have read, in this run. */
  readUpTo: number;
  /** Mark-reads without an answer: while there is one, the count may be either. */
  openReads: number;
  /** The newest that the current connection told; null: nothing yet. */
  told: Count | null;
}

/** One user's unread counts: what the run computes, what was pushed, and what REST says. */
export interface UnreadChecker {
  /** A fresh connection: what the last one told no longer counts. */
  connected(): void;
  told(unread: Unread): void;
  /** A mark-read is on its way. */
  reads(otherId: number): void;
  /** The server confirmed it; null: refused it. */
  read(otherId: number, upTo: number | null): void;
  /** How many are unread, given what others wrote in this run (ascending). */
  expected(otherId: number, seqsFromOther: readonly number[]): number;
  /** Whether the last push says what is expected; where none came, whether none had to. */
  agrees(otherId: number, expected: number, mustBeTold: boolean): boolean;
  /** Compares at the end. */
  check(end: {
    conversations: readonly Conversation[];
    total: number;
    threads: ReadonlyMap<number, EndOfThread>;
  }): void;
}

interface EndOfThread {
  messages: readonly Message[];
  /** Whether the user heard everything that last changed this conversation. */
  heardAll: boolean;
  /** Whether something came that had to be told. */
  mustBeTold: boolean;
}

export function createUnreadChecker(
  userId: number,
  before: { conversations: readonly Conversation[]; total: number; others: readonly number[] },
  judge: Judge,
): UnreadChecker {
  const sides = new Map<number, Side>();
  for (const id of before.others) {
    const known = before.conversations.find((conversation) => conversation.id === id);
    sides.set(id, {
      before: { lastSeq: known?.last_seq ?? 0, unread: known?.unread_count ?? 0 },
      readUpTo: -1,
      openReads: 0,
      told: null,
    });
  }
  const elsewhere = before.total - [...sides.values()].reduce((sum, side) => sum + side.before.unread, 0);
  let toldTotal: Count | null = null;

  const expected: UnreadChecker['expected'] = (otherId, seqsFromOther) => {
    const side = sides.get(otherId);
    if (!side) return 0;
    const unread = seqsFromOther.filter((seq) => seq > side.readUpTo).length;
    return side.readUpTo < 0 ? side.before.unread + unread : unread;
  };

  return {
    connected() {
      toldTotal = null;
      for (const side of sides.values()) side.told = null;
    },
    told({ unread_count, unread_version, conversation }) {
      toldTotal = newer(toldTotal, { unread: unread_count, version: unread_version });
      const side = sides.get(conversation.id);
      if (side)
        side.told = newer(side.told, { unread: conversation.unread_count, version: conversation.unread_version });
    },
    reads(otherId) {
      const side = sides.get(otherId);
      if (side) side.openReads += 1;
    },
    read(otherId, upTo) {
      const side = sides.get(otherId);
      if (!side) return;
      side.openReads -= 1;
      side.readUpTo = Math.max(side.readUpTo, upTo ?? -1);
    },
    expected,
    agrees(otherId, count, mustBeTold) {
      const side = sides.get(otherId);
      return !side || side.openReads > 0 || (side.told === null ? !mustBeTold : side.told.unread === count);
    },
    check({ conversations, total, threads }) {
      let sum = elsewhere;
      let certain = true;
      let heardAll = true;
      const differs = (what: string, told: number | null, right: number) => {
        judge.checked('unread');
        if (told !== right)
          judge.broken('unread', `member ${userId}: ${what} says ${told ?? 'nothing'}, right is ${right}`);
      };
      for (const [otherId, side] of sides) {
        const end = threads.get(otherId);
        if (!end) continue;
        const right = expected(
          otherId,
          end.messages.filter((message) => message.sender_id === otherId).map(({ seq }) => seq),
        );
        sum += right;
        heardAll &&= end.heardAll;
        certain &&= side.openReads === 0;
        if (side.openReads > 0) continue;
        const listed = conversations.find((conversation) => conversation.id === otherId)?.unread_count ?? 0;
        differs(`the conversation with ${otherId} by REST`, listed, right);
        if (end.heardAll && (side.told !== null || end.mustBeTold))
          differs(`the last push about ${otherId}`, side.told?.unread ?? null, right);
      }
      if (!certain) return;
      differs('the total by REST', total, sum);
      if (heardAll && toldTotal !== null) differs('the total last pushed', toldTotal.unread, sum);
    },
  };
}

const newer = (known: Count | null, told: Count): Count => (known && told.version < known.version ? known : told);
