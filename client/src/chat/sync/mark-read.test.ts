import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useSession } from '../../core/session/session';
import { resetStores } from '../../core/store/reset';
import { fakeServer, refusal } from '../../testing/fake-server';
import { held } from '../../testing/held';
import { KEY, member, message, OTHER } from '../../testing/samples';
import { applyUnreadMark, patchThread, threadOf, useThreads } from '../state/thread/threads';
import { newThread } from '../state/thread/threads.reduce';
import { flushReads, markReadUpTo } from './mark-read';

const answer = (upTo: number) => ({
  body: {
    success: true,
    data: {
      unread_count: 0,
      unread_version: 2,
      up_to: upTo,
      conversation: { id: OTHER, unread_count: 0, unread_version: 2 },
    },
  },
});
const upTo = (call: { body: unknown }) => (call.body as { up_to: number }).up_to;

describe('read marks', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    // A pause that the server asks for isn't lengthened.
    vi.spyOn(Math, 'random').mockReturnValue(0);
    resetStores();
    useSession.setState({ status: 'signed-in', user: member });
  });
  afterEach(() => {
    resetStores();
    vi.useRealTimers();
  });

  it('sends the first at once and the next ones together', async () => {
    const server = fakeServer({ 'PUT /api/messages/c/:conversationId/read': (call) => answer(upTo(call)) });
    for (const seq of [1, 2, 3]) markReadUpTo(KEY, seq);
    await vi.advanceTimersByTimeAsync(500);
    expect(server.of('PUT /api/messages/c/:conversationId/read').map(upTo)).toEqual([1, 3]);
  });

  it('continues after the server asked to wait', async () => {
    let busy = true;
    const server = fakeServer({
      'PUT /api/messages/c/:conversationId/read': (call) =>
        busy ? refusal(429, 'RATE_LIMITED', 'slow down', { 'Retry-After': '3' }) : answer(upTo(call)),
    });
    markReadUpTo(KEY, 1);
    await vi.advanceTimersByTimeAsync(100);
    busy = false;
    markReadUpTo(KEY, 2);
    await vi.advanceTimersByTimeAsync(2_000);
    // A poll in between sends no marks either.
    flushReads();
    expect(server.of('PUT /api/messages/c/:conversationId/read').map(upTo)).toEqual([1]);
    await vi.advanceTimersByTimeAsync(2_000);
    markReadUpTo(KEY, 3);
    await vi.advanceTimersByTimeAsync(500);
    expect(server.of('PUT /api/messages/c/:conversationId/read').map(upTo)).toEqual([1, 2, 3]);
  });

  it('is tried ever more rarely while the server fails', async () => {
    let fails = true;
    const server = fakeServer({
      'PUT /api/messages/c/:conversationId/read': (call) =>
        fails ? refusal(500, 'INTERNAL', 'oops') : answer(upTo(call)),
    });
    markReadUpTo(KEY, 1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server.of('PUT /api/messages/c/:conversationId/read')).toHaveLength(7);
    fails = false;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server.of('PUT /api/messages/c/:conversationId/read')).toHaveLength(8);
  });

  it('ends quietly when the member is no longer in the conversation', async () => {
    const logged = vi.spyOn(console, 'error').mockReturnValue();
    const server = fakeServer({
      'PUT /api/messages/c/:conversationId/read': () =>
        refusal(404, 'NOT_FOUND', 'This doesn’t exist, or you don’t have access to it.'),
    });
    for (const seq of [1, 2]) markReadUpTo(KEY, seq);
    await vi.advanceTimersByTimeAsync(5_000);
    flushReads();
    await vi.advanceTimersByTimeAsync(500);
    expect(server.of('PUT /api/messages/c/:conversationId/read').map(upTo)).toEqual([1]);
    expect(logged).not.toHaveBeenCalled();
    logged.mockRestore();
  });

  it('clears an unread mark when the conversation is opened again, not before', async () => {
    const server = fakeServer({ 'PUT /api/messages/c/:conversationId/read': (call) => answer(upTo(call)) });
    useThreads.setState({
      byId: { [KEY]: { ...newThread, status: 'ready', messages: [message(1), message(2), message(3)], lastSeq: 3 } },
      openId: KEY,
    });
    markReadUpTo(KEY, 3);
    await vi.advanceTimersByTimeAsync(500);
    applyUnreadMark(KEY, { from: 2, version: 1 });
    expect(threadOf(KEY)).toMatchObject({ unread: { from: 1 }, readSeq: 3 });
    markReadUpTo(KEY, 3);
    markReadUpTo(KEY, 4);
    await vi.advanceTimersByTimeAsync(500);
    expect(server.of('PUT /api/messages/c/:conversationId/read').map(upTo)).toEqual([3]);
    patchThread(KEY, (thread) => ({ ...thread, unreadHeld: false }));
    for (const seq of [1, 3, 3]) markReadUpTo(KEY, seq);
    await vi.advanceTimersByTimeAsync(500);
    expect(server.of('PUT /api/messages/c/:conversationId/read').map(upTo)).toEqual([3, 3]);
    // A late answer doesn't bring it back.
    applyUnreadMark(KEY, { from: 2, version: 1 });
    expect(threadOf(KEY)?.mark).toEqual({ from: null, version: 1 });
  });

  it('clears an unread mark that another device sets at any moment before a mark is answered', async () => {
    for (let steps = 0; steps < 30; steps += 1) {
      resetStores();
      useSession.setState({ status: 'signed-in', user: member });
      useThreads.setState({
        byId: { [KEY]: { ...newThread, status: 'ready', messages: [message(1), message(2), message(3)], lastSeq: 3 } },
        openId: KEY,
      });
      const late = held(answer(3));
      const server = fakeServer({ 'PUT /api/messages/c/:conversationId/read': late.reply });
      markReadUpTo(KEY, 3);
      late.release();
      for (let step = 0; step < steps; step += 1) await null;
      applyUnreadMark(KEY, { from: 2, version: 1 });
      patchThread(KEY, (thread) => ({ ...thread, unreadHeld: false }));
      markReadUpTo(KEY, 3);
      await vi.advanceTimersByTimeAsync(500);
      expect([steps, ...server.of('PUT /api/messages/c/:conversationId/read').map(upTo)]).toEqual([steps, 3, 3]);
    }
  });

  it('resends marks that a lost connection swallowed', async () => {
    let down = true;
    const server = fakeServer({
      'PUT /api/messages/c/:conversationId/read': (call) => (down ? 'network' : answer(upTo(call))),
    });
    markReadUpTo(KEY, 4);
    await vi.advanceTimersByTimeAsync(10_000);
    const before = server.calls.length;
    down = false;
    flushReads();
    await vi.advanceTimersByTimeAsync(100);
    expect(server.of('PUT /api/messages/c/:conversationId/read').slice(before).map(upTo)).toEqual([4]);
    flushReads();
    await vi.advanceTimersByTimeAsync(100);
    expect(server.of('PUT /api/messages/c/:conversationId/read')).toHaveLength(before + 1);
  });
});
