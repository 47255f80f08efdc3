import { hourMs } from '@sangam/shared/core/limits';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { resetStores } from '../../core/store/reset';
import { applyUpdate, dropProject } from '../../projects/state/project-changes';
import { fakeServer, fakeStorage } from '../../testing/fake-server';
import { CONVERSATION, KEY, ME, message, OTHER, page, project, threadServer } from '../../testing/samples';
import { noteConversation } from '../state/known-conversations';
import { enqueue, openOutbox } from '../state/outbox/outbox';
import '../state/thread/question-titles';
import {
  applyChange,
  applyMessage,
  applyReceipt,
  clearUnreadSpan,
  markSeen,
  setReaderPresent,
  useThreads,
} from '../state/thread/threads';
import { followEnd, loadNewer, loadOlder } from './scroll-thread';
import { openThread, syncThread } from './thread-sync';

const thread = () => useThreads.getState().byId[KEY];
const span = () => [thread()?.messages[0]?.seq, thread()?.messages.at(-1)?.seq];

/** How many messages the thread has, and the first unread one. */
let total = 0;
let first: number | null = null;
const readThread = threadServer(
  () => total,
  () => first,
);
const serve = () => fakeServer({ 'GET /api/messages/c/:conversationId': readThread });
beforeEach(() => {
  [total, first] = [0, null];
  resetStores();
});

it.each([
  ['it is renamed', () => applyUpdate(project(7, { title: 'Lander', hidden: true }))],
  ['the reader leaves a hidden one', () => dropProject({ id: 7, title: 'Lander', creator_id: OTHER })],
])('a question names its project as the reader reads it once %s', async (_, happen) => {
  const asking = { ...message(1), project_id: 7, project_title: 'Rover' };
  const other = { ...message(2), project_id: 8, project_title: 'Radio' };
  fakeServer({
    'GET /api/messages/c/:conversationId': () => ({ body: { success: true, data: page([asking, other], 2) } }),
  });
  await syncThread(KEY);
  const before = thread()?.messages[1];
  happen();
  expect(thread()?.messages.map(({ project_title }) => project_title)).toEqual(['Lander', 'Radio']);
  expect(thread()?.messages[1]).toBe(before);
});

describe('bringing a thread up to date', () => {
  it('loads the latest page first, then only later messages', async () => {
    total = 120;
    const server = serve();
    await syncThread(KEY);
    expect(span()).toEqual([71, 120]);
    expect(thread()?.hasOlder).toBe(true);
    total = 123;
    await syncThread(KEY);
    expect(span()).toEqual([71, 123]);
    expect(server.calls.at(-1)?.query.get('after')).toBe('120');
  });

  it('loads once if the conversation’s id becomes known during the load, as from the lists', async () => {
    total = 3;
    let reply = () => undefined as unknown;
    const { calls } = fakeServer({
      'GET /api/messages/conversation/:userId': (call) =>
        new Promise((resolve) => {
          reply = () => resolve(readThread(call));
        }),
      'GET /api/messages/c/:conversationId': readThread,
    });
    const byMember = syncThread(`u${OTHER}`);
    await vi.waitFor(() => expect(calls).toHaveLength(1));
    noteConversation(CONVERSATION, OTHER);
    const byId = syncThread(KEY);
    reply();
    await Promise.all([byMember, byId]);
    expect(calls.map(({ name }) => name)).toEqual(['GET /api/messages/conversation/:userId']);
    expect(thread()).toMatchObject({ status: 'ready', windowId: 0 });
  });

  it('fetches pages up to the newest message', async () => {
    total = 10;
    serve();
    await syncThread(KEY);
    total = 510;
    await syncThread(KEY);
    expect(span()).toEqual([1, 510]);
    expect(thread()?.messages.every((item, index) => item.seq === index + 1)).toBe(true);
  });

  it('stays in place when too much has arrived, and starts from the latest page after the member wrote', async () => {
    total = 10;
    const server = serve();
    await syncThread(KEY);
    total = 5_000;
    await syncThread(KEY);
    expect(span()).toEqual([1, 210]);
    expect(thread()).toMatchObject({ follows: false, lastSeq: 5_000 });
    // Later messages load as the reader scrolls.
    await syncThread(KEY);
    expect(server.calls.at(-1)?.query.get('limit')).toBe('1');

    resetStores();
    fakeStorage();
    total = 10;
    await syncThread(KEY);
    openOutbox(ME);
    enqueue(KEY, 'Still there?');
    total = 5_000;
    await syncThread(KEY);
    expect(span()).toEqual([4_951, 5_000]);
    expect(thread()).toMatchObject({ follows: true, hasOlder: true });
  });

  it('detects a gap before a live message, and fills it', async () => {
    total = 10;
    serve();
    await syncThread(KEY);
    expect(applyMessage(message(11), ME)).toBe(false);
    total = 15;
    expect(applyMessage(message(15), ME)).toBe(true);
    expect(span()).toEqual([1, 11]);
    await syncThread(KEY);
    expect(span()).toEqual([1, 15]);
  });

  it.each([
    { when: 'while the reader was away', passedMs: hourMs, unread: { from: 10, to: 13 } },
    { when: 'during a short interruption', passedMs: 10_000, unread: null },
  ])('puts the divider above few messages only if they were sent $when', async ({ passedMs, unread }) => {
    total = 10;
    serve();
    await syncThread(KEY);
    markSeen(KEY, 10, ME);
    setReaderPresent(KEY, false);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(message(11).created_at) + passedMs });
    onTestFinished(() => void vi.useRealTimers());
    // A computer that wakes up has the focus before it has the network.
    setReaderPresent(KEY, true);
    total = 13;
    await syncThread(KEY);
    expect(thread()?.unread).toEqual(unread);
  });

  it('keeps the divider above missed messages when messages written before them are sent', async () => {
    total = 10;
    serve();
    await syncThread(KEY);
    markSeen(KEY, 10, ME);
    fakeStorage();
    openOutbox(ME);
    const { client_id } = enqueue(KEY, 'Written offline');
    total = 60;
    await syncThread(KEY);
    expect(thread()?.unread).toMatchObject({ from: 10, to: 60 });
    // The view is at the end, where the reader's own messages wait.
    markSeen(KEY, 60, ME);
    applyMessage(message(61, { sender_id: ME, receiver_id: OTHER, client_id }), ME);
    expect(thread()?.unread).toMatchObject({ from: 10, to: 60 });
    // An answer from another device removes it.
    applyMessage(message(62, { sender_id: ME, receiver_id: OTHER }), ME);
    expect(thread()?.unread).toBeNull();
  });

  /** Notes the divider of each state that shows messages after this one. */
  const dividersAfter = (seq: number) => {
    const seen: (number | undefined)[] = [];
    onTestFinished(
      useThreads.subscribe(() => {
        if ((thread()?.messages.at(-1)?.seq ?? 0) > seq) seen.push(thread()?.unread?.from);
      }),
    );
    return () => [...new Set(seen)];
  };

  it('shows no message of a long outage before the divider', async () => {
    total = 10;
    serve();
    await syncThread(KEY);
    markSeen(KEY, 10, ME);
    const dividers = dividersAfter(10);
    total = 510;
    await syncThread(KEY);
    expect(span()).toEqual([1, 510]);
    expect(dividers()).toEqual([10]);
  });

  it('shows no message before the divider when a conversation is opened again, whatever is still fetched', async () => {
    const newest = threadServer(() => total);
    let last_change = 0;
    fakeServer({
      'GET /api/messages/c/:conversationId': (call) =>
        call.query.has('changed_since')
          ? {
              body: {
                success: true,
                data: page([message(2, { content: 'changed', change: 1 })], total, { last_change }),
              },
            }
          : { body: { success: true, data: { ...newest(call).body.data, last_change } } },
    });
    total = 10;
    await openThread(KEY);
    markSeen(KEY, 10, ME);
    await openThread(null);
    const dividers = dividersAfter(10);
    [total, last_change] = [12, 1];
    await openThread(KEY);
    expect(thread()?.messages[1]?.content).toBe('changed');
    expect(thread()?.unread).toEqual({ from: 10, to: 12 });
    expect(dividers()).toEqual([10]);
    // The reader is here now.
    applyMessage(message(13), ME);
    markSeen(KEY, 13, ME);
    setReaderPresent(KEY, true);
    expect(thread()?.unread).toEqual({ from: 10, to: 12 });
  });

  it('has no divider for messages that arrive after a conversation was opened again', async () => {
    total = 10;
    serve();
    await openThread(KEY);
    markSeen(KEY, 10, ME);
    await openThread(null);
    await openThread(KEY);
    applyMessage(message(11), ME);
    expect(thread()?.unread).toBeNull();
    markSeen(KEY, 11, ME);
    await openThread(null);
    fakeServer({ 'GET /api/messages/c/:conversationId': () => 'network' });
    await openThread(KEY);
    applyMessage(message(12), ME);
    expect(thread()?.unread).toBeNull();
  });

  it('keeps the divider prepared if the window loses the focus while a conversation is opened again', async () => {
    total = 10;
    serve();
    await openThread(KEY);
    markSeen(KEY, 10, ME);
    await openThread(null);
    const opens = openThread(KEY);
    while (thread()?.unread?.to !== null) await Promise.resolve();
    setReaderPresent(KEY, false);
    await opens;
    const dividers = dividersAfter(10);
    applyMessage(message(11), ME);
    setReaderPresent(KEY, true);
    expect(thread()?.unread).toEqual({ from: 10, to: 11 });
    expect(dividers()).toEqual([10]);
  });

  it('shows no message before the divider if the window gets the focus while a conversation is opened again', async () => {
    total = 10;
    serve();
    await openThread(KEY);
    markSeen(KEY, 10, ME);
    await openThread(null);
    const dividers = dividersAfter(10);
    // The messages were sent just now; older ones would get the divider with their fetch.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(message(11).created_at) + 10_000 });
    onTestFinished(() => void vi.useRealTimers());
    total = 12;
    const opens = openThread(KEY);
    while (thread()?.unread?.to !== null) await Promise.resolve();
    setReaderPresent(KEY, true);
    await opens;
    expect(thread()?.unread).toEqual({ from: 10, to: 12 });
    expect(dividers()).toEqual([10]);
    applyMessage(message(13), ME);
    setReaderPresent(KEY, true);
    expect(thread()?.unread).toEqual({ from: 10, to: 12 });
  });

  it('keeps the divider below messages that the reader sends from another device', async () => {
    total = 10;
    serve();
    await syncThread(KEY);
    markSeen(KEY, 10, ME);
    setReaderPresent(KEY, false);
    applyMessage(message(11, { sender_id: ME, receiver_id: OTHER }), ME);
    expect(thread()?.unread).toEqual({ from: 11, to: null });
    const dividers = dividersAfter(11);
    applyMessage(message(12), ME);
    setReaderPresent(KEY, true);
    expect(thread()?.unread).toEqual({ from: 11, to: 12 });
    expect(dividers()).toEqual([11]);
  });

  it('continues when another gap opens during the fetch', async () => {
    total = 10;
    serve();
    await syncThread(KEY);
    total = 12;
    const filling = syncThread(KEY);
    total = 20;
    applyMessage(message(20), ME);
    await filling;
    expect(span()).toEqual([1, 20]);
  });

  it('fetches changes only when there are some, a page at a time', async () => {
    total = 3;
    const newest = threadServer(() => total);
    let lastChange = 0;
    const changed = [2, 1].map((seq, index) => message(seq, { content: `changed ${seq}`, change: index + 1 }));
    const server = fakeServer({
      'GET /api/messages/c/:conversationId': (call) => {
        const since = call.query.get('changed_since');
        if (since === null)
          return { body: { success: true, data: { ...newest(call).body.data, last_change: lastChange } } };
        const [first, ...more] = changed.filter((item) => (item.change ?? 0) > Number(since));
        const list = first ? [first] : [];
        const change = { has_more: more.length > 0, last_change: lastChange };
        return { body: { success: true, data: page(list, total, change) } };
      },
    });
    const asked = () => server.calls.map(({ query }) => query.get('changed_since')).filter((since) => since !== null);
    await syncThread(KEY);
    await syncThread(KEY);
    expect(asked()).toEqual([]);
    lastChange = 2;
    await syncThread(KEY);
    expect(asked()).toEqual(['0', '1']);
    expect(thread()?.messages.map((item) => item.content)).toEqual(['changed 1', 'changed 2', 'message 3']);
    await syncThread(KEY);
    expect(asked()).toEqual(['0', '1']);
  });

  it('loads history upward to the first message', async () => {
    total = 300;
    serve();
    await syncThread(KEY);
    await loadOlder(KEY);
    expect(span()).toEqual([51, 300]);
    await loadOlder(KEY);
    expect(span()).toEqual([1, 300]);
    expect(thread()?.hasOlder).toBe(false);
  });

  it('shows an error, and recovers', async () => {
    fakeServer({ 'GET /api/messages/c/:conversationId': () => 'network' });
    await syncThread(KEY);
    expect(thread()?.status).toBe('error');
    total = 3;
    serve();
    await syncThread(KEY);
    expect(thread()?.status).toBe('ready');
    expect(span()).toEqual([1, 3]);
  });

  it('puts the divider above messages that arrived while it was closed', async () => {
    total = 4;
    serve();
    await openThread(KEY);
    expect(thread()?.unread).toEqual({ from: 0, to: 4 });
  });

  it('starts over once, and then fails, if the server has less than is shown, as after a restore from a backup', async () => {
    total = 20;
    const { calls } = serve();
    await syncThread(KEY);
    applyChange({ ...message(3), change: 9 }, ME);
    total = 10;
    expect((await syncThread(KEY)).ok).toBe(true);
    expect(span()).toEqual([1, 10]);
    expect([thread()?.lastSeq, thread()?.announcedChange, calls.length]).toEqual([10, 0, 3]);
    total = 5;
    expect((await syncThread(KEY)).ok).toBe(false);
    expect([calls.length, thread()?.status]).toEqual([4, 'ready']);
  });

  it('starts over again a minute later, also if the clock went back', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    serve();
    for (total of [20, 10]) expect((await syncThread(KEY)).ok).toBe(true);
    vi.advanceTimersByTime(61_000);
    vi.setSystemTime(Date.now() - 3_600_000);
    total = 5;
    expect((await syncThread(KEY)).ok).toBe(true);
    expect(span()).toEqual([1, 5]);
  });

  it('starts over at the end that a restored server has, for a reader further back', async () => {
    total = 10;
    const { calls } = serve();
    await syncThread(KEY);
    total = 5_000;
    await syncThread(KEY);
    const before = calls.length;
    total = 210;
    await loadNewer(KEY);
    expect(span()).toEqual([161, 210]);
    expect([thread()?.follows, calls.length - before]).toEqual([true, 2]);
  });

  it('drops an answer for an earlier session', async () => {
    total = 4;
    serve();
    const late = syncThread(KEY);
    resetStores();
    await late;
    expect(thread()).toBeUndefined();
  });
});

describe('opening a thread with more unread messages than a page', () => {
  it('starts at the first unread one with some context above, and continues to the end', async () => {
    [total, first] = [900, 301];
    serve();
    await openThread(KEY);
    expect(span()).toEqual([281, 480]);
    expect(thread()).toMatchObject({ follows: false, hasOlder: true, unread: { from: 300, to: 480 } });
    for (const to of [680, 880, 900]) {
      await loadNewer(KEY);
      expect(span()).toEqual([281, to]);
    }
    expect(thread()?.follows).toBe(true);
    await loadOlder(KEY);
    expect(span()).toEqual([81, 900]);
  });

  it('reaches the end at once when both pages meet', async () => {
    [total, first] = [350, 121];
    const server = serve();
    await openThread(KEY);
    expect(span()).toEqual([101, 350]);
    expect(thread()?.follows).toBe(true);
    expect(server.calls).toHaveLength(2);
  });

  it('makes only one call if the latest page has the first unread message', async () => {
    [total, first] = [350, 301];
    const server = serve();
    await openThread(KEY);
    expect(span()).toEqual([301, 350]);
    expect(server.calls).toHaveLength(1);
  });

  it('starts at the first unread one again after reading on another device, or leaving in the middle', async () => {
    [total, first] = [900, 301];
    serve();
    await openThread(KEY);
    await openThread(null);
    first = 700;
    applyReceipt({ reader_id: ME, other_id: OTHER, up_to: 699, read_at: '' }, ME);
    await openThread(KEY);
    expect(span()).toEqual([680, 900]);
    expect(thread()).toMatchObject({ unread: { from: 699 }, windowId: 1 });

    [total, first] = [2_000, 901];
    await openThread(null);
    applyReceipt({ reader_id: ME, other_id: OTHER, up_to: 900, read_at: '' }, ME);
    await openThread(KEY);
    expect(thread()).toMatchObject({ follows: false, unread: { from: 900 } });
    await openThread(null);
    first = null;
    await openThread(KEY);
    expect(span()).toEqual([1_951, 2_000]);
    expect(thread()?.follows).toBe(true);
  });

  it('goes to the end when the reader jumps there or writes', async () => {
    [total, first] = [900, 301];
    serve();
    await openThread(KEY);
    await followEnd(KEY);
    expect(span()).toEqual([851, 900]);
    expect(thread()).toMatchObject({ follows: true, windowId: 1, newer: 'idle' });
  });

  // Only a few pages are fetched in the second case.
  it.each([5_000, 500])(
    'puts no divider at the end of %i messages when the reader writes further back',
    async (last) => {
      [total, first] = [last, 3];
      serve();
      await openThread(KEY);
      clearUnreadSpan(KEY);
      const jump = followEnd(KEY);
      total += 1;
      expect(applyMessage(message(total, { sender_id: ME, receiver_id: OTHER }), ME)).toBe(true);
      await Promise.all([jump, syncThread(KEY)]);
      expect(span()[1]).toBe(last + 1);
      expect(thread()).toMatchObject({ follows: true, unread: null });
    },
  );

  it('stays in place when the end can’t be fetched, but keeps new messages at the end', async () => {
    [total, first] = [900, 301];
    serve();
    await openThread(KEY);
    fakeServer({ 'GET /api/messages/c/:conversationId': () => 'network' });
    await followEnd(KEY);
    expect(thread()).toMatchObject({ follows: false, newer: 'error' });
    fakeStorage();
    openOutbox(ME);
    enqueue(KEY, 'Hello');
    await followEnd(KEY);
    expect(thread()).toMatchObject({ follows: true, newer: 'error' });
    // The acknowledged message is shown while messages before it are still to be fetched.
    expect(applyMessage(message(901, { sender_id: ME, receiver_id: OTHER }), ME)).toBe(true);
    expect(thread()?.parked).toHaveLength(1);
    total = 901;
    serve();
    await syncThread(KEY);
    expect(span()).toEqual([281, 901]);
    expect(thread()).toMatchObject({ follows: true, parked: [], newer: 'idle' });
  });
});

describe('opening a thread at a message', () => {
  it('loads the messages around it, wherever the first unread one is', async () => {
    [total, first] = [2_000, 1_900];
    const server = serve();
    await openThread(KEY, 301);
    expect(span()).toEqual([281, 330]);
    // As few calls and messages as for the end, in a conversation of any length.
    expect(server.calls.map(({ query }) => `${query}`)).toEqual(['after=280&limit=50']);
    expect(thread()).toMatchObject({ target: 301, follows: false, hasOlder: true, lastSeq: 2_000 });
    await loadOlder(KEY);
    await loadNewer(KEY);
    expect(span()).toEqual([81, 530]);
  });

  it('fetches nothing for a loaded message, and restarts the view there', async () => {
    [total, first] = [40, null];
    const server = serve();
    await openThread(KEY);
    const before = thread()?.windowId ?? 0;
    await openThread(KEY, 7);
    expect(span()).toEqual([1, 40]);
    expect(thread()).toMatchObject({ target: 7, windowId: before + 1 });
    expect(server.calls).toHaveLength(2);
  });

  it.each([0, 41, 9_999])('opens normally when there is no message %i', async (seq) => {
    [total, first] = [40, null];
    serve();
    await openThread(KEY, seq);
    expect(span()).toEqual([1, 40]);
    expect(thread()?.target).toBeNull();
  });

  it('returns to the normal start when opened without a message', async () => {
    [total, first] = [2_000, null];
    serve();
    await openThread(KEY, 301);
    await openThread(null);
    await openThread(KEY);
    expect(span()).toEqual([1_951, 2_000]);
    expect(thread()?.target).toBeNull();
  });

  it('reports the failure, and opens there on a retry', async () => {
    fakeServer({ 'GET /api/messages/c/:conversationId': () => 'network' });
    expect(await openThread(KEY, 301)).toMatchObject({ ok: false });
    expect(thread()?.status).toBe('error');
    [total, first] = [2_000, null];
    serve();
    await openThread(KEY, 301);
    expect(thread()).toMatchObject({ status: 'ready', target: 301 });
  });
});
