import { describe, expect, it } from 'vitest';
import { ME, message, messages, OTHER, page } from '../../../testing/samples';
import {
  isBehind,
  isUpToDate,
  newerMark,
  newestOf,
  newThread,
  readUpTo,
  type Thread,
  withChange,
  withChanged,
  withMessage,
  withNewer,
  withOlder,
  withoutFollowing,
  withReceipt,
  withWindow,
} from './threads.reduce';

const seqs = (thread: Thread) => thread.messages.map((item) => item.seq);
const loaded = (from: number, to: number, total = to) =>
  withWindow(newThread, page(messages(from, to), total, { has_more: from > 1 }));

describe('a thread', () => {
  it('appends the next message, and drops one it has', () => {
    const thread = withMessage(loaded(1, 3), message(4));
    expect(seqs(thread)).toEqual([1, 2, 3, 4]);
    expect(withMessage(thread, message(4))).toBe(thread);
    expect(withMessage(thread, message(2))).toBe(thread);
  });

  it('shows nothing beyond a gap until the missing range has arrived', () => {
    let thread = loaded(1, 3);
    for (const seq of [7, 5, 7]) thread = withMessage(thread, message(seq));
    expect(seqs(thread)).toEqual([1, 2, 3]);
    expect(isBehind(thread)).toBe(true);
    thread = withNewer(thread, page(messages(4, 5), 7, { has_more: true }));
    expect(seqs(thread)).toEqual([1, 2, 3, 4, 5]);
    thread = withNewer(thread, page([message(6)], 7));
    expect(seqs(thread)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(isBehind(thread)).toBe(false);
    expect(thread.parked).toEqual([]);
  });

  it('keeps live messages that arrive before the first page', () => {
    const waiting = withMessage(withMessage(newThread, message(5)), message(4));
    expect(seqs(withWindow(waiting, page(messages(1, 3), 3)))).toEqual([1, 2, 3, 4, 5]);
    expect(seqs(withWindow(waiting, page(messages(1, 5), 5)))).toEqual([1, 2, 3, 4, 5]);
  });

  it('adds history above without a gap, and ends at the first message', () => {
    const thread = withOlder(loaded(51, 60), page(messages(11, 50), 60, { has_more: true }));
    expect(seqs(thread)).toEqual(messages(11, 60).map((item) => item.seq));
    expect(thread.hasOlder).toBe(true);
    expect(withOlder(thread, page(messages(1, 10), 60)).hasOlder).toBe(false);
    // Requested before the thread restarted from its latest page, so there are still older messages.
    const late = withOlder(loaded(51, 60), page(messages(1, 10), 60));
    expect(seqs(late)).toEqual(seqs(loaded(51, 60)));
    expect(late.hasOlder).toBe(true);
  });

  it('joins a page of history that repeats loaded messages', () => {
    const thread = withOlder(loaded(51, 60), page(messages(31, 55), 60, { has_more: true }));
    expect(seqs(thread)).toEqual(messages(31, 60).map((item) => item.seq));
  });

  it('is up to date only with everything that its conversation counts', () => {
    const counts = { last_seq: 5, last_change: 2, read_seq: 4, other_read_seq: 3 };
    const unread_mark = { version: 2, from: 2 };
    const thread = withWindow(newThread, page(messages(1, 5), 5, { ...counts, unread_mark }));
    const isCurrent = (changed: Partial<typeof counts>, of = thread) =>
      isUpToDate(of, { ...counts, unread_mark, ...changed });
    expect(isCurrent({})).toBe(true);
    expect(isCurrent({ last_seq: 4, last_change: 1, read_seq: 3, other_read_seq: 2 })).toBe(true);
    for (const [name, count] of Object.entries(counts))
      expect([name, isCurrent({ [name]: count + 1 })]).toEqual([name, false]);
    expect(isUpToDate(thread, { ...counts, unread_mark: { version: 3, from: null } })).toBe(false);
    expect(isCurrent({}, { ...thread, status: 'loading' })).toBe(false);
    // A message beyond a gap, and a change after a missing one.
    expect(isCurrent({}, withMessage(thread, message(7)))).toBe(false);
    expect(isCurrent({}, withChange(thread, message(1, { change: 4 })))).toBe(false);
  });

  it('has the newer of two unread marks, and drops an archiving that has ended', () => {
    const mark = { version: 2, from: 5 };
    expect(newerMark(null, undefined)).toBeNull();
    expect(newerMark(null, mark)).toBe(mark);
    expect(newerMark(mark, undefined)).toBeNull();
    expect(newerMark(mark, { version: 3, from: null })).toEqual({ version: 3, from: null });
    expect(newerMark(mark, { version: 1, from: null })).toBe(mark);
    expect(newerMark({ ...mark, archived_until: 9 }, mark)).toEqual(mark);
    expect(newerMark({ ...mark, archived_until: 9 }, { ...mark, archived_until: 9 })).toEqual({
      ...mark,
      archived_until: 9,
    });
  });

  it('is read up to the message before an unread mark', () => {
    expect(readUpTo({ ...newThread, readSeq: 7 })).toBe(7);
    expect(readUpTo({ ...newThread, readSeq: 7, mark: { version: 1, from: 5 } })).toBe(4);
    expect(readUpTo({ ...newThread, readSeq: 7, mark: { version: 1, from: null } })).toBe(7);
  });

  it('knows its newest message only while nothing newer is announced', () => {
    expect(newestOf(undefined)).toBeUndefined();
    expect(newestOf(newThread)).toBeUndefined();
    expect(newestOf(loaded(1, 0))).toBeNull();
    expect(newestOf(loaded(1, 5))?.seq).toBe(5);
    expect(newestOf(withMessage(loaded(1, 5), message(7)))).toBeUndefined();
  });

  it('has earlier messages unless it begins with the first', () => {
    expect(loaded(1, 5).hasOlder).toBe(false);
    expect(loaded(2, 5).hasOlder).toBe(true);
  });

  it('never moves a read mark back', () => {
    let thread = withReceipt(loaded(1, 9), { reader_id: OTHER, up_to: 7 }, ME);
    thread = withReceipt(thread, { reader_id: OTHER, up_to: 5 }, ME);
    expect(thread.otherReadSeq).toBe(7);
    expect(thread.readSeq).toBe(0);
    expect(withNewer(thread, page([], 9, { other_read_seq: 3 })).otherReadSeq).toBe(7);
  });

  it('is the same for any order and repetition of arrivals', () => {
    // A small generator with a fixed seed: the same shuffles in every run.
    let state = 7;
    const random = (below: number) => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return state % below;
    };
    for (let round = 0; round < 200; round += 1) {
      let thread = loaded(1, 5);
      for (let step = 0; step < 30; step += 1) {
        const seq = 1 + random(20);
        if (random(4) === 0) {
          const newest = thread.messages.length;
          thread = withNewer(thread, page(messages(newest + 1, Math.max(newest, seq)), 20));
        } else thread = withMessage(thread, message(seq));
        expect(seqs(thread)).toEqual(messages(1, thread.messages.length).map((item) => item.seq));
      }
      thread = withNewer(thread, page(messages(thread.messages.length + 1, 20), 20));
      expect(seqs(thread)).toEqual(messages(1, 20).map((item) => item.seq));
      expect(isBehind(thread)).toBe(false);
    }
  });
});

describe('a thread whose reader is further back', () => {
  const back = () => withWindow(newThread, page(messages(31, 60), 300));

  it('knows from the page that there is more on both sides', () => {
    expect(back()).toMatchObject({ follows: false, hasOlder: true, lastSeq: 300 });
    expect(isBehind(back())).toBe(false);
    expect(loaded(251, 300)).toMatchObject({ follows: true, hasOlder: true });
  });

  it('leaves live messages on the server until the messages before them have arrived', () => {
    let thread = back();
    for (const seq of [301, 302]) thread = withMessage(thread, message(seq));
    expect(thread).toMatchObject({ follows: false, parked: [], lastSeq: 302 });
    expect(isBehind(thread)).toBe(false);
    thread = withNewer(thread, page(messages(61, 260), 302, { has_more: true }));
    expect(thread.follows).toBe(false);
    thread = withNewer(thread, page(messages(261, 302), 302));
    expect(thread.follows).toBe(true);
    expect(seqs(withMessage(thread, message(303)))).toEqual(messages(31, 303).map((item) => item.seq));
  });

  it('adds a live message that happens to follow, and is then at the end', () => {
    const thread = withMessage(withNewer(back(), page(messages(61, 299), 300)), message(300));
    expect(thread.follows).toBe(true);
    expect(seqs(thread).at(-1)).toBe(300);
  });

  it('stays in place when too much has arrived, and restarts elsewhere as another window', () => {
    const far = withoutFollowing(withMessage(withNewer(loaded(1, 10), page(messages(11, 210), 5_000)), message(5_000)));
    expect(far).toMatchObject({ follows: false, parked: [], windowId: 0 });
    expect(seqs(far)).toEqual(messages(1, 210).map((item) => item.seq));
    expect(withWindow(far, page(messages(4_951, 5_000), 5_000))).toMatchObject({ follows: true, windowId: 1 });
  });

  it('is the same for any order and repetition of arrivals', () => {
    let state = 11;
    const random = (below: number) => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return state % below;
    };
    for (let round = 0; round < 100; round += 1) {
      let thread = withWindow(newThread, page(messages(11, 15), 20));
      let total = 20;
      for (let step = 0; step < 30; step += 1) {
        const newest = thread.messages.at(-1)?.seq ?? 0;
        if (random(3) === 0) {
          const to = Math.min(total, newest + 1 + random(4));
          thread = withNewer(thread, page(messages(newest + 1, to), total));
        } else {
          if (random(2) === 0) total += 1;
          thread = withMessage(thread, message(1 + random(total)));
        }
        const now = seqs(thread);
        expect(now).toEqual(messages(11, 10 + now.length).map((item) => item.seq));
        expect(thread.follows || thread.parked.length === 0).toBe(true);
      }
    }
  });
});

describe('changes to old messages', () => {
  const changed = (seq: number, change: number) => message(seq, { content: `changed ${seq}`, change });
  const contents = (thread: Thread) => thread.messages.map((item) => item.content);

  it('replace loaded messages, and nothing else', () => {
    const thread = withChanged(loaded(4, 6), page([changed(2, 1), changed(5, 3)], 6, { last_change: 3 }));
    expect(contents(thread)).toEqual(['message 4', 'changed 5', 'message 6']);
    expect(thread.lastChange).toBe(3);
  });

  it('are known up to a page’s last one, until no more follow', () => {
    const first = withChanged(loaded(1, 3), page([changed(1, 2)], 3, { last_change: 7, has_more: true }));
    expect(first.lastChange).toBe(2);
    const rest = withChanged(first, page([changed(3, 7)], 3, { last_change: 7 }));
    expect(contents(rest)).toEqual(['changed 1', 'message 2', 'changed 3']);
    expect(rest.lastChange).toBe(7);
  });

  it('never go back to an older one', () => {
    const newer = withChanged(loaded(1, 2), page([changed(1, 5)], 2, { last_change: 5 }));
    const late = page([message(1, { content: 'older', change: 4 })], 2, { last_change: 4 });
    expect(contents(withChanged(newer, late))).toEqual(['changed 1', 'message 2']);
    expect(withChanged(newer, late).lastChange).toBe(5);
  });

  it('reach parked messages, and messages without an event yet', () => {
    const thread = withMessage(loaded(1, 2), message(5));
    const page5 = page([changed(5, 1), changed(3, 2)], 5, { last_change: 2 });
    const filled = withNewer(withChanged(thread, page5), page([message(4)], 5, { last_change: 2 }));
    expect(contents(filled)).toEqual(['message 1', 'message 2', 'changed 3', 'message 4', 'changed 5']);
    expect(withMessage(filled, message(3))).toBe(filled);
  });
});
