import type { Conversation, Message } from '@sangam/shared/chat/messages';
import { describe, expect, it } from 'vitest';
import { createInvariantLog, violatedInvariants } from './invariants.js';
import { createUnreadChecker } from './unread.js';

const ASHA = 101;
const ROHAN = 102;

describe('the unread checker', () => {
  const conversation = (unread: number, lastSeq = 4) =>
    ({ id: ASHA, last_seq: lastSeq, unread_count: unread }) as Conversation;
  const incoming = (...seqs: number[]) => seqs.map((seq) => ({ seq, sender_id: ASHA }) as Message);
  const update = (total: number, unread: number, version = 6) => ({
    unread_count: total,
    unread_version: version,
    conversation: { id: ASHA, unread_count: unread, unread_version: version },
  });
  const start = () => {
    const invariants = createInvariantLog();
    // Two of Asha's messages and three of another member's are unread from before.
    const before = { conversations: [conversation(2)], total: 5, others: [ASHA] };
    return { invariants, unread: createUnreadChecker(ROHAN, before, invariants) };
  };
  const end = (messages: Message[], receivedAll = true, mustBeDelivered = false) =>
    new Map([[ASHA, { messages, lastSeq: messages.at(-1)?.seq ?? 4, receivedAll, mustBeDelivered }]]);

  it('adds new messages to those unread before, and subtracts both once they are read', () => {
    const { invariants, unread } = start();
    expect(unread.expected(ASHA, [5, 6])).toBe(4);
    unread.markReadSent(ASHA);
    unread.markReadAnswered(ASHA, 5);
    expect(unread.expected(ASHA, [5, 6])).toBe(1);
    unread.received(update(4, 1));
    unread.check({ conversations: [conversation(1, 6)], total: 4, threads: end(incoming(5, 6)) });
    expect(violatedInvariants(invariants.results)).toEqual([]);
    expect(invariants.results.unread.checked).toBe(4);
  });

  it.each([
    ['the conversation by REST', conversation(1, 6), 7, update(7, 4)],
    ['the total by REST', conversation(4, 6), 6, update(7, 4)],
    ['the last update', conversation(4, 6), 7, update(7, 3)],
    ['the last total by update', conversation(4, 6), 7, update(6, 4)],
  ])('finds a wrong count in %s', (_, listed, total, received) => {
    const { invariants, unread } = start();
    unread.received(received);
    unread.check({ conversations: [listed], total, threads: end(incoming(5, 6)) });
    expect(invariants.results.unread.violated).toBe(1);
  });

  it('ignores mark-reads without an answer and live updates to an earlier connection', () => {
    const { invariants, unread } = start();
    unread.received(update(9, 9));
    unread.connected();
    unread.markReadSent(ASHA);
    unread.check({ conversations: [conversation(0, 5)], total: 3, threads: end(incoming(5)) });
    expect(invariants.results.unread).toMatchObject({ checked: 0, violated: 0 });
  });

  it('ignores a conversation that got a message after its thread was read, and the totals', () => {
    const { invariants, unread } = start();
    unread.received(update(8, 5));
    unread.check({ conversations: [conversation(5, 7)], total: 8, threads: end(incoming(5, 6)) });
    expect(invariants.results.unread).toMatchObject({ checked: 0, violated: 0 });
  });

  it('takes the newer of two live updates that crossed', () => {
    const { invariants, unread } = start();
    unread.received(update(7, 4, 8));
    unread.received(update(6, 3, 7));
    unread.check({ conversations: [conversation(4, 6)], total: 7, threads: end(incoming(5, 6)) });
    expect(invariants.results.unread).toMatchObject({ checked: 4, violated: 0 });
  });

  it('finds a missing live update of a count', () => {
    const { invariants, unread } = start();
    expect([unread.agrees(ASHA, 3, false), unread.agrees(ASHA, 3, true)]).toEqual([true, false]);
    unread.check({ conversations: [conversation(3, 5)], total: 6, threads: end(incoming(5), true, true) });
    expect(invariants.results.unread.examples).toEqual([
      `member ${ROHAN}: the last update about ${ASHA} says nothing, right is 3`,
    ]);
  });
});
