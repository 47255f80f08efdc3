import { describe, expect, it } from 'vitest';
import { joinRequest, ME, message, messages } from '../../../testing/samples';
import type { Card } from '../../state/conversation-cards';
import type { Pending } from '../../state/outbox/outbox-order';
import { newThread, type Thread } from '../../state/thread/threads.reduce';
import { withCards } from './thread.cards';
import { joint, threadItems } from './thread.select';

/** A card this many seconds after midnight. Sample message n was sent at second n. */
const card = (id: number, seconds: number): Card => {
  const at = new Date(Date.UTC(2026, 0, 1) + seconds * 1_000).toISOString();
  return { kind: 'request', key: `r${id}`, at, request: joinRequest({ id, created_at: at }) };
};
const thread = (list: Thread['messages'], change: Partial<Thread> = {}): Thread => ({
  ...newThread,
  status: 'ready',
  messages: list,
  ...change,
});
const lines = (of: Thread, cards: Card[]) => {
  const items = withCards(threadItems(of, [], ME), of, cards);
  return Array.from({ length: items.count }, (_, line) => {
    const item = items.at(line);
    return item?.kind === 'stored' ? item.message.seq : items.key(line);
  });
};

describe('the cards of a thread', () => {
  it('are placed by time: before, between and after the messages', () => {
    const cards = [card(1, 0), card(2, 2.5), card(3, 2.6), card(4, 9)];
    expect(lines(thread(messages(1, 3)), cards)).toEqual(['r1', 1, 2, 'r2', 'r3', 3, 'r4']);
  });

  it('are shown in a conversation without messages', () => {
    expect(lines(thread([]), [card(1, 0), card(2, 1)])).toEqual(['r1', 'r2']);
  });

  it('wait for the first page, so that nothing is inserted above the reader', () => {
    expect(lines({ ...newThread, status: 'loading' }, [card(1, 0)])).toEqual([]);
  });

  it('appear with their neighbouring messages if these aren’t loaded yet', () => {
    const cards = [card(1, 5), card(2, 12.5), card(3, 40)];
    expect(lines(thread(messages(11, 13), { hasOlder: true, follows: false }), cards)).toEqual([11, 12, 'r2', 13]);
    expect(lines(thread(messages(11, 13)), cards)).toEqual(['r1', 11, 12, 'r2', 13, 'r3']);
  });

  it('shift the lines of messages, and split groups of bubbles', () => {
    const of = thread(messages(1, 3));
    const items = withCards(threadItems(of, [], ME), of, [card(1, 0), card(2, 1.5)]);
    expect([0, 1, 2].map(items.lineOf)).toEqual([1, 3, 4]);
    const [above, below] = [items.at(2), items.at(3)];
    expect(below && joint(above, below, null, ME)).toEqual({ newDay: false, firstUnread: false, grouped: false });
    expect(
      joint({ kind: 'stored', message: message(1) }, { kind: 'stored', message: message(2) }, null, ME).grouped,
    ).toBe(true);
  });

  it('leave pending messages last', () => {
    const of = thread(messages(1, 1));
    const pending: Pending = {
      kind: 'pending',
      client_id: 'p',
      receiver_id: 2,
      content: 'x',
      created_at: '',
      order: 1,
      state: 'sending',
      error: null,
    };
    const items = withCards(threadItems(of, [pending], ME), of, [card(1, 9)]);
    expect([0, 1, 2].map(items.key)).toEqual([1_001, 'r1', 'p']);
  });
});
