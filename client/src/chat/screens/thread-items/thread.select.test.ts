import { describe, expect, it } from 'vitest';
import { interest, joinRequest, ME, message, messages } from '../../../testing/samples';
import type { Card } from '../../state/conversation-cards';
import type { Pending } from '../../state/outbox/outbox-order';
import { newThread, type Thread } from '../../state/thread/threads.reduce';
import { firstUnreadIndex, joint, lastOwnKey, sentUnanswered, type ThreadItem, threadItems } from './thread.select';

const pending = (client_id: string): Pending => ({
  kind: 'pending',
  client_id,
  receiver_id: 2,
  content: 'text',
  created_at: '2026-01-01T00:00:09.000Z',
  order: 1,
  state: 'sending',
  error: null,
});
const thread = (list: Thread['messages'], unread: Thread['unread'] = null): Thread => ({
  ...newThread,
  status: 'ready',
  messages: list,
  unread,
});
const stored = (seq: number, change = {}): ThreadItem => ({ kind: 'stored', message: message(seq, change) });

describe('the lines of a thread', () => {
  it('puts pending messages after stored ones, and drops one that is stored', () => {
    const own = message(2, { sender_id: ME, client_id: 'a' });
    const items = threadItems(thread([message(1), own]), [pending('a'), pending('b')], ME);
    expect(items.count).toBe(3);
    expect([0, 1, 2].map((index) => items.key(index))).toEqual([1_001, 'a', 'b']);
    expect(items.at(2)?.kind).toBe('pending');
    expect(items.at(3)).toBeUndefined();
  });

  it('has one newest message of the member, even while it is pending', () => {
    const own = message(2, { sender_id: ME, client_id: 'a' });
    const newest = (list: Thread['messages'], ids: string[] = []) =>
      lastOwnKey(threadItems(thread(list), ids.map(pending), ME), ME);
    expect(newest([message(1)])).toBeNull();
    expect(newest([message(1), own, message(3)])).toBe('a');
    expect(newest([own, message(3)], ['b'])).toBe('b');
    expect(newest([own, message(3, { sender_id: ME, client_id: 'b' })], ['b'])).toBe('b');
    // A rejected message, at the end, has no readers.
    const rejected = { ...pending('b'), state: 'failed' } as const;
    expect(lastOwnKey(threadItems(thread([own, message(3)]), [rejected], ME), ME)).toBe('a');
  });

  it('keeps own messages on screen while messages before them are fetched', () => {
    const own = message(5, { sender_id: ME, client_id: 'a' });
    const behind = { ...thread([message(1)]), parked: [message(4), own] };
    const items = threadItems(behind, [pending('b')], ME);
    expect([0, 1, 2].map((index) => items.key(index))).toEqual([1_001, 'a', 'b']);
    expect(items.count).toBe(3);
  });

  it('hides pending messages while the reader is further back', () => {
    const back = { ...thread(messages(11, 20)), follows: false, lastSeq: 300 };
    expect(threadItems(back, [pending('a')], ME).count).toBe(10);
    expect(threadItems({ ...back, follows: true }, [pending('a')], ME).count).toBe(11);
  });

  it('keeps a message’s key when it is stored', () => {
    const before = threadItems(thread([]), [pending('a')], ME).key(0);
    const after = threadItems(thread([message(1, { sender_id: ME, client_id: 'a' })]), [], ME).key(0);
    expect(after).toBe(before);
  });

  it('groups messages that a member writes without a pause on one day', () => {
    const at = (time: string) => ({ created_at: `2026-01-01T${time}.000Z` });
    const first = stored(1, at('10:00:00'));
    expect(joint(undefined, first, null, ME)).toEqual({ newDay: true, firstUnread: false, grouped: false });
    expect(joint(first, stored(2, at('10:04:00')), null, ME).grouped).toBe(true);
    expect(joint(first, stored(2, at('10:06:00')), null, ME).grouped).toBe(false);
    expect(joint(first, stored(2, { ...at('10:01:00'), sender_id: ME }), null, ME).grouped).toBe(false);
    // Midnight in Kolkata is 18:30 UTC.
    expect(joint(stored(1, at('18:29:00')), stored(2, at('18:31:00')), null, ME).newDay).toBe(true);
  });

  it('puts the divider above the first unread message', () => {
    const list = messages(11, 20);
    expect(firstUnreadIndex(thread(list, { from: 14, to: 20 }))).toBe(4);
    expect(firstUnreadIndex(thread(list, { from: 3, to: 20 }))).toBe(-1);
    expect(firstUnreadIndex(thread(list))).toBe(-1);
    expect(joint(stored(14), stored(15), { from: 14, to: 20 }, ME)).toMatchObject({
      firstUnread: true,
      grouped: false,
    });
    expect(joint(stored(14), stored(15), { from: 14, to: 14 }, ME).firstUnread).toBe(false);
  });
});

describe('messages sent without an answer', () => {
  const own = [message(1, { sender_id: ME }), message(2, { sender_id: ME })];
  const request = (change = {}): Card => {
    const made = joinRequest(change);
    return { kind: 'request', key: 'r1', at: made.created_at, request: made };
  };
  const shown = (change = {}): Card => {
    const { id, project_id, project_title, status, created_at, creator_id } = interest;
    const item = { id, project_id, project_title, status, created_at, creator_id, requester_id: ME, ...change };
    return { kind: 'interest', key: 'i1', at: created_at, interest: item };
  };
  it.each([
    ['is counted until the other writes', thread(own), [], 2],
    ['is nothing before the first message', thread([]), [], 0],
    ['is not counted once the other has written', thread([...own, message(3)]), [], null],
    ['is not known before the thread has come', undefined, [], null],
    ['is not known of a part of a thread', { ...thread(own), hasOlder: true }, [], null],
    ['is not counted where a request waits', thread(own), [request()], null],
    ['is counted where a request was withdrawn', thread(own), [request({ status: 'withdrawn' })], 2],
    ['is not counted where interest waits', thread(own), [shown()], null],
    ['is counted where interest ended with its project', thread(own), [shown({ ended_by: 'project_finished' })], 2],
  ] satisfies [string, Thread | undefined, Card[], number | null][])('%s', (_, of, cards, count) => {
    expect(sentUnanswered(of, cards, ME)).toBe(count);
  });
});
