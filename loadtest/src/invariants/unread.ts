import type { Conversation, Message, Unread } from '@sangam/shared/chat/messages';
import type { InvariantLog } from './invariants.js';

/** A count with a greater version is newer. */
interface Count {
  unread: number;
  version: number;
}

/** One member's side of a conversation. */
interface Side {
  before: { lastSeq: number; unread: number };
  /** The last `seq` acknowledged as read in this run; -1: none. */
  readUpTo: number;
  /** Mark-reads without an answer. While there is one, the counts before and after it are both valid. */
  openReads: number;
  /** The newest count that the current connection received; null: none yet. */
  received: Count | null;
}

/** One member's unread counts: as the run computes them, as received live, and by REST. */
export interface UnreadChecker {
  /** A new connection: live updates to the last one no longer count. */
  connected(): void;
  received(unread: Unread): void;
  /** A mark-read was sent. */
  markReadSent(otherId: number): void;
  /** The server answered it: read up to this `seq`; null: refused. */
  markReadAnswered(otherId: number, upTo: number | null): void;
  /** Computes the count from the `seq`s of the other's messages in this run. */
  expected(otherId: number, seqsFromOther: readonly number[]): number;
  /** Whether the last live update has the expected count; if there was none, whether none was due. */
  agrees(otherId: number, expected: number, mustBeDelivered: boolean): boolean;
  /** Compares everything at the end. */
  check(end: {
    conversations: readonly Conversation[];
    total: number;
    threads: ReadonlyMap<number, EndOfThread>;
  }): void;
}

interface EndOfThread {
  messages: readonly Message[];
  /**
   * The number of the last message when the thread was read. An unanswered send may have been stored since, and then the count is unknown.
   */
  lastSeq: number;
  /** Whether the member's socket received every live update since this conversation last changed. */
  receivedAll: boolean;
  /** Whether the count changed by something that must have been broadcast. */
  mustBeDelivered: boolean;
}

export function createUnreadChecker(
  userId: number,
  before: { conversations: readonly Conversation[]; total: number; others: readonly number[] },
  invariants: InvariantLog,
): UnreadChecker {
  const sides = new Map<number, Side>();
  for (const id of before.others) {
    const listedBefore = before.conversations.find((conversation) => conversation.id === id);
    sides.set(id, {
      before: { lastSeq: listedBefore?.last_seq ?? 0, unread: listedBefore?.unread_count ?? 0 },
      readUpTo: -1,
      openReads: 0,
      received: null,
    });
  }
  const otherUnread = before.total - [...sides.values()].reduce((sum, side) => sum + side.before.unread, 0);
  let deliveredTotal: Count | null = null;

  const expected: UnreadChecker['expected'] = (otherId, seqsFromOther) => {
    const side = sides.get(otherId);
    if (!side) return 0;
    const unread = seqsFromOther.filter((seq) => seq > side.readUpTo).length;
    return side.readUpTo < 0 ? side.before.unread + unread : unread;
  };

  return {
    connected() {
      deliveredTotal = null;
      for (const side of sides.values()) side.received = null;
    },
    received({ unread_count, unread_version, conversation }) {
      deliveredTotal = newer(deliveredTotal, { unread: unread_count, version: unread_version });
      const side = conversation.id === undefined ? undefined : sides.get(conversation.id);
      if (side)
        side.received = newer(side.received, {
          unread: conversation.unread_count,
          version: conversation.unread_version,
        });
    },
    markReadSent(otherId) {
      const side = sides.get(otherId);
      if (side) side.openReads += 1;
    },
    markReadAnswered(otherId, upTo) {
      const side = sides.get(otherId);
      if (!side) return;
      side.openReads -= 1;
      side.readUpTo = Math.max(side.readUpTo, upTo ?? -1);
    },
    expected,
    agrees(otherId, count, mustBeDelivered) {
      const side = sides.get(otherId);
      return (
        !side || side.openReads > 0 || (side.received === null ? !mustBeDelivered : side.received.unread === count)
      );
    },
    check({ conversations, total, threads }) {
      let sum = otherUnread;
      let isTotalCertain = true;
      let receivedAll = true;
      const reportDifference = (what: string, actual: number | null, expectedCount: number) => {
        invariants.checked('unread');
        if (actual !== expectedCount)
          invariants.violated(
            'unread',
            `member ${userId}: ${what} says ${actual ?? 'nothing'}, right is ${expectedCount}`,
          );
      };
      for (const [otherId, side] of sides) {
        const end = threads.get(otherId);
        if (!end) continue;
        const expectedCount = expected(
          otherId,
          end.messages.filter((message) => message.sender_id === otherId).map(({ seq }) => seq),
        );
        sum += expectedCount;
        receivedAll &&= end.receivedAll;
        const listed = conversations.find((conversation) => conversation.id === otherId);
        const isCertain = side.openReads === 0 && (listed === undefined || listed.last_seq === end.lastSeq);
        isTotalCertain &&= isCertain;
        if (!isCertain) continue;
        reportDifference(`the conversation with ${otherId} by REST`, listed?.unread_count ?? 0, expectedCount);
        if (end.receivedAll && (side.received !== null || end.mustBeDelivered))
          reportDifference(`the last update about ${otherId}`, side.received?.unread ?? null, expectedCount);
      }
      if (!isTotalCertain) return;
      reportDifference('the total by REST', total, sum);
      if (receivedAll && deliveredTotal !== null)
        reportDifference('the last total by update', deliveredTotal.unread, sum);
    },
  };
}

const newer = (known: Count | null, received: Count): Count =>
  known && received.version < known.version ? known : received;
