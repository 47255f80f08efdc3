import { describe, expect, it } from 'vitest';
import { ME, message, messages, OTHER, page } from '../../../testing/samples';
import { newThread, type Thread, withMessage, withNewer, withReceipt, withWindow } from './threads.reduce';
import {
  hasStart,
  withMark,
  withOwnAbove,
  withReaderAway,
  withReaderBack,
  withUnreadFrom,
  withUnreadSpan,
} from './unread-divider';

const loaded = (from: number, to: number, total = to) => withWindow(newThread, page(messages(from, to), total));

describe('the unread divider', () => {
  const mine = { sender_id: ME, receiver_id: OTHER };
  const read = (thread: Thread, seq: number) => withReceipt(thread, { reader_id: ME, up_to: seq }, ME);

  it('is above the other member’s first unread message, never above the reader’s own', () => {
    const list = [message(1), message(2, mine), message(3), message(4)];
    const thread = read(withWindow(newThread, page(list, 4)), 1);
    expect(withUnreadSpan(thread, ME).unread).toEqual({ from: 2, to: 4 });
    expect(withUnreadSpan(read(thread, 4), ME).unread).toBeNull();
    expect(withUnreadSpan(read(withWindow(newThread, page(list.slice(0, 2), 2)), 1), ME).unread).toBeNull();
  });

  it('is above messages that arrived while the reader was away', () => {
    const away = withReaderAway(read(loaded(1, 3), 3), ME);
    const back = withReaderBack(withMessage(withMessage(away, message(4)), message(5)), ME);
    expect(back.unread).toEqual({ from: 3, to: 5 });
    expect(withReaderBack(away, ME).unread).toBeNull();
    const filled = withNewer({ ...read(loaded(1, 3), 3), unread: { from: 0, to: 3 } }, page(messages(4, 30), 30));
    expect(withUnreadFrom(filled, 3, ME, []).unread).toEqual({ from: 3, to: 30 });
    expect(withReaderBack(withMessage(away, message(4, mine)), ME).unread).toBeNull();
  });

  it('keeps its place if the reader is further back when they leave the window', () => {
    const back = withUnreadSpan(read(loaded(31, 60, 300), 40), ME);
    expect(withReaderAway(read(back, 60), ME).unread).toEqual({ from: 40, to: 60 });
  });

  it('goes after the reader has answered on another device what they had marked as unread', () => {
    const start = read(withWindow(newThread, page([message(1), message(2), message(3, mine), message(4)], 4)), 4);
    const held = withMark(start, { from: 2, version: 1 }, ME, true);
    expect(held).toMatchObject({ unread: { from: 1, to: 4 }, unreadHeld: true });
    const unmark = (thread: Thread) => withMark(thread, { from: null, version: 2 }, ME, true);
    // Marked as read there, without an answer.
    expect(unmark(held)).toMatchObject({ unread: { from: 1 }, unreadHeld: true });
    const answer = (thread: Thread) => withOwnAbove(withMessage(thread, message(5, mine)), ME);
    const answered = { unread: null, unreadHeld: false };
    expect(unmark(answer(held))).toMatchObject(answered);
    expect(answer(unmark(held))).toMatchObject(answered);
    const missed = [message(5, mine), message(6)];
    const fetched = withNewer(held, page(missed, 6, { read_seq: 5, unread_mark: { from: null, version: 2 } }));
    expect(withUnreadFrom(fetched, 1, ME, [])).toMatchObject({ unread: { from: 5, to: 6 }, unreadHeld: false });
  });
});

it('keeps its place above messages missed in an outage when another one follows', () => {
  const mine = (seq: number, client_id: string) => message(seq, { sender_id: ME, receiver_id: OTHER, client_id });
  const read = (thread: Thread, seq: number) => withReceipt(thread, { reader_id: ME, up_to: seq }, ME);
  const missed = withNewer(read(loaded(1, 3), 3), page(messages(4, 20), 20));
  const first = withOwnAbove(withMessage(withUnreadFrom(missed, 3, ME, ['first']), mine(21, 'first')), ME);
  const missedAgain = withNewer(read(first, 10), page(messages(22, 30), 30));
  const second = withMessage(withUnreadFrom(missedAgain, 10, ME, ['second']), mine(31, 'second'));
  expect(withOwnAbove(read(second, 31), ME).unread).toMatchObject({ from: 3, to: 20 });
});

it('a thread opens at the first unread message, or at the end if all are read', () => {
  expect(hasStart(loaded(251, 300), null)).toBe(true);
  expect(hasStart(loaded(251, 300), 280)).toBe(true);
  expect(hasStart(loaded(251, 300), 40)).toBe(false);
  expect(hasStart(loaded(31, 60, 300), 40)).toBe(true);
  expect(hasStart(loaded(31, 60, 300), 200)).toBe(false);
  expect(hasStart(loaded(31, 60, 300), null)).toBe(false);
});
