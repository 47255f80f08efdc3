import type { Conversation, Message } from '@sangam/shared/contract/messages';
import { describe, expect, it } from 'vitest';
import { brokenPromises, createJudge } from './promises.js';
import { createUnreadChecker } from './unread.js';

const ASHA = 101;
const ROHAN = 102;

describe('the unread checker', () => {
  const conversation = (unread: number) => ({ id: ASHA, last_seq: 4, unread_count: unread }) as Conversation;
  const incoming = (...seqs: number[]) => seqs.map((seq) => ({ seq, sender_id: ASHA }) as Message);
  const told = (total: number, unread: number, version = 6) => ({
    ...{ unread_count: total, unread_version: version },
    conversation: { id: ASHA, unread_count: unread, unread_version: version },
  });
  const start = () => {
    const judge = createJudge();
    // Two of Asha's are unread from before, and three of somebody else's.
    const before = { conversations: [conversation(2)], total: 5, others: [ASHA] };
    return { judge, unread: createUnreadChecker(ROHAN, before, judge) };
  };
  const end = (messages: Message[], heardAll = true, mustBeTold = false) =>
    new Map([[ASHA, { messages, heardAll, mustBeTold }]]);

  it('adds what came to what was unread before, and forgets both once they are read', () => {
    const { judge, unread } = start();
    expect(unread.expected(ASHA, [5, 6])).toBe(4);
    unread.reads(ASHA);
    unread.read(ASHA, 5);
    expect(unread.expected(ASHA, [5, 6])).toBe(1);
    unread.told(told(4, 1));
    unread.check({ conversations: [conversation(1)], total: 4, threads: end(incoming(5, 6)) });
    expect(brokenPromises(judge.verdicts)).toEqual([]);
    expect(judge.verdicts.unread.checked).toBe(4);
  });

  it.each([
    ['the conversation by REST', conversation(1), 7, told(7, 4)],
    ['the total by REST', conversation(4), 6, told(7, 4)],
    ['the last push', conversation(4), 7, told(7, 3)],
    ['the last pushed total', conversation(4), 7, told(6, 4)],
  ])('finds a wrong count in %s', (_, listed, total, pushed) => {
    const { judge, unread } = start();
    unread.told(pushed);
    unread.check({ conversations: [listed], total, threads: end(incoming(5, 6)) });
    expect(judge.verdicts.unread.broken).toBe(1);
  });

  it('leaves out what it cannot know: a mark without an answer, and pushes before a connection', () => {
    const { judge, unread } = start();
    unread.told(told(9, 9));
    unread.connected();
    unread.reads(ASHA);
    unread.check({ conversations: [conversation(0)], total: 3, threads: end(incoming(5)) });
    expect(judge.verdicts.unread).toMatchObject({ checked: 0, broken: 0 });
  });

  it('takes the newer of two pushes that crossed', () => {
    const { judge, unread } = start();
    unread.told(told(7, 4, 8));
    unread.told(told(6, 3, 7));
    unread.check({ conversations: [conversation(4)], total: 7, threads: end(incoming(5, 6)) });
    expect(judge.verdicts.unread).toMatchObject({ checked: 4, broken: 0 });
  });

  it('finds a count that had to be pushed and was not', () => {
    const { judge, unread } = start();
    expect([unread.agrees(ASHA, 3, false), unread.agrees(ASHA, 3, true)]).toEqual([true, false]);
    unread.check({ conversations: [conversation(3)], total: 6, threads: end(incoming(5), true, true) });
    expect(judge.verdicts.unread.examples).toEqual([
      `member ${ROHAN}: the last push about ${ASHA} says nothing, right is 3`,
    ]);
  });
});
