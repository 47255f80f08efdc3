import type { MessageBody } from '@sangam/shared/chat/messages';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { setTokenSource } from '../../core/api/client';
import { setLive } from '../../core/realtime/live';
import { lastLocalSend } from '../../core/realtime/polling';
import { useSession } from '../../core/session/session';
import { resetStores } from '../../core/store/reset';
import { noteNoAnswer } from '../../lib/network';
import { type FakeCall, fakeServer, fakeStorage, refusal } from '../../testing/fake-server';
import { KEY, ME, member, message, OTHER, page } from '../../testing/samples';
import { openOutbox, removePending, useOutbox } from '../state/outbox/outbox';
import { useThreads } from '../state/thread/threads';
import { newThread } from '../state/thread/threads.reduce';
import { startFilling } from './fetch-missing';
import { followOtherTabs, resendMessage, sendMessage, wakeSender } from './outbox-sender';

const bodyOf = (call: FakeCall) => call.body as MessageBody;
const items = () => useOutbox.getState().items;
const states = () => items().map((item) => item.state);

/** A server that stores each client_id once and numbers the messages. */
function store(owner = ME) {
  const stored: MessageBody[] = [];
  const save = (call: FakeCall) => {
    const body = bodyOf(call);
    const known = stored.findIndex((item) => item.client_id === body.client_id);
    if (known < 0) stored.push(body);
    const seq = (known < 0 ? stored.length - 1 : known) + 1;
    const { receiver_id = 0, content, client_id = null } = body;
    return {
      status: 201,
      body: { success: true, data: message(seq, { sender_id: owner, receiver_id, content, client_id }) },
    };
  };
  return { stored, save };
}

describe('sending', () => {
  let storage: Map<string, string>;
  beforeEach(() => {
    vi.useFakeTimers();
    // A pause that the server asks for isn't lengthened.
    vi.spyOn(Math, 'random').mockReturnValue(0);
    storage = fakeStorage();
    resetStores();
    useSession.setState({ status: 'signed-in', user: member });
    openOutbox(ME);
    useThreads.setState({ byId: { [KEY]: { ...newThread, status: 'ready' } } });
  });
  afterEach(() => {
    resetStores();
    vi.useRealTimers();
  });
  const allSent = () => vi.advanceTimersByTimeAsync(60_000);

  it('shows a message at once, and stores messages in the order of writing', async () => {
    const { stored, save } = store();
    fakeServer({ 'POST /api/messages': save });
    for (const text of ['one', 'two', 'three']) sendMessage(KEY, ` ${text} `);
    expect(items().map((item) => item.content)).toEqual(['one', 'two', 'three']);
    expect(performance.now() - lastLocalSend()).toBeLessThan(5);
    await allSent();
    expect(stored.map((item) => item.content)).toEqual(['one', 'two', 'three']);
    expect(items()).toEqual([]);
    expect(storage.size).toBe(0);
    expect(useThreads.getState().byId[KEY]?.messages.map((item) => item.content)).toEqual(['one', 'two', 'three']);
  });

  it('sends no invisible text', () => {
    expect(sendMessage(KEY, ' \n\u200b ')).toBe(false);
    expect(sendMessage(KEY, 'x'.repeat(4_001))).toBe(false);
    expect(items()).toEqual([]);
  });

  it('retries under the same client_id when the outcome is unknown', async () => {
    const { stored, save } = store();
    let lost = 2;
    const server = fakeServer({
      'POST /api/messages': (call) => {
        const answer = save(call);
        lost -= 1;
        return lost >= 0 ? 'network' : answer;
      },
    });
    sendMessage(KEY, 'only once');
    await allSent();
    expect(server.of('POST /api/messages')).toHaveLength(3);
    expect(new Set(server.calls.map((call) => bodyOf(call).client_id)).size).toBe(1);
    expect(stored).toHaveLength(1);
    expect(items()).toEqual([]);
  });

  it('keeps the order when the first of several messages fails for a while', async () => {
    const { stored, save } = store();
    let down = true;
    fakeServer({ 'POST /api/messages': (call) => (down ? 'network' : save(call)) });
    for (const text of ['a', 'b', 'c']) sendMessage(KEY, text);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(states()).toEqual(['waiting', 'waiting', 'waiting']);
    down = false;
    await allSent();
    expect(stored.map((item) => item.content)).toEqual(['a', 'b', 'c']);
  });

  it('waits as long as the server asks', async () => {
    const { stored, save } = store();
    let first = true;
    const server = fakeServer({
      'POST /api/messages': (call) => {
        if (!first) return save(call);
        first = false;
        return refusal(429, 'RATE_LIMITED', 'slow down', { 'Retry-After': '7' });
      },
    });
    sendMessage(KEY, 'patient');
    await vi.advanceTimersByTimeAsync(6_500);
    expect(server.calls).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(stored).toHaveLength(1);
  });

  it('keeps messages beyond the contact limit, says why, and tries each once', async () => {
    const { stored, save } = store();
    let online = false;
    const words = 'You can send 3 messages before the first answer. You can write more once you have one.';
    const server = fakeServer({
      'POST /api/messages': (call) => {
        if (!online) return 'network';
        return stored.length < 3 ? save(call) : refusal(403, 'ANSWER_AWAITED', words);
      },
    });
    for (const text of ['one', 'two', 'three', 'four', 'five']) sendMessage(KEY, text);
    await vi.advanceTimersByTimeAsync(1_000);
    online = true;
    const before = server.calls.length;
    await allSent();
    await allSent();
    expect(stored.map((item) => item.content)).toEqual(['one', 'two', 'three']);
    expect(server.calls.length - before).toBe(5);
    expect(items().map(({ content, state, error }) => [content, state, error])).toEqual(
      ['four', 'five'].map((text) => [text, 'failed', expect.objectContaining({ message: words })]),
    );
  });

  it('marks a rejected message, continues with the rest, and can retry or drop it', async () => {
    const { stored, save } = store();
    let refuse = true;
    fakeServer({
      'POST /api/messages': (call) =>
        refuse && bodyOf(call).content === 'bad'
          ? refusal(404, 'USER_NOT_FOUND', 'This member doesn’t exist.')
          : save(call),
    });
    sendMessage(KEY, 'bad');
    sendMessage(KEY, 'good');
    await allSent();
    expect(stored.map((item) => item.content)).toEqual(['good']);
    expect(states()).toEqual(['failed']);
    expect(items()[0]?.error).toMatchObject({ message: 'This member doesn’t exist.' });
    const id = items()[0]?.client_id ?? '';
    resendMessage(id);
    await allSent();
    expect(states()).toEqual(['failed']);
    refuse = false;
    resendMessage(id);
    await allSent();
    expect(stored.map((item) => item.content)).toEqual(['good', 'bad']);
    refuse = true;
    sendMessage(KEY, 'bad');
    await allSent();
    removePending(items()[0]?.client_id ?? '');
    expect(items()).toEqual([]);
    expect(storage.size).toBe(0);
  });

  it('survives a reload, for the same member only', async () => {
    const down = fakeServer({ 'POST /api/messages': () => 'network' });
    sendMessage(KEY, 'before the reload');
    await vi.advanceTimersByTimeAsync(100);
    const sent = bodyOf(down.calls[0] as FakeCall).client_id;
    resetStores();
    await allSent();
    openOutbox(99);
    expect(items()).toEqual([]);
    const { stored, save } = store();
    fakeServer({ 'POST /api/messages': save });
    useSession.setState({ status: 'signed-in', user: member });
    openOutbox(ME);
    expect(states()).toEqual(['waiting']);
    wakeSender();
    await allSent();
    expect(stored).toMatchObject([{ content: 'before the reload', client_id: sent }]);
  });

  it('doesn’t send a message that another tab has removed', async () => {
    const { stored, save } = store();
    let down = true;
    fakeServer({ 'POST /api/messages': (call) => (down ? 'network' : save(call)) });
    sendMessage(KEY, 'by the other tab');
    await vi.advanceTimersByTimeAsync(10);
    storage.clear();
    down = false;
    await allSent();
    expect(stored).toEqual([]);
  });

  it('ends its pause for a message that another tab wrote, not for other data that it stores', async () => {
    const tabs = new EventTarget();
    vi.stubGlobal('window', tabs);
    const live = new AbortController();
    followOtherTabs(live.signal);
    const server = fakeServer({ 'POST /api/messages': () => 'network' });
    sendMessage(KEY, 'waits');
    await vi.advanceTimersByTimeAsync(10);
    const tries = async (key: string) => {
      tabs.dispatchEvent(Object.assign(new Event('storage'), { key, newValue: '{}' }));
      await vi.advanceTimersByTimeAsync(10);
      return server.calls.length;
    };
    expect(await tries(`draft:${ME}:${KEY}`)).toBe(1);
    expect(await tries(`outbox:${ME}:theirs`)).toBe(2);
    live.abort();
  });

  it('fetches a message that another tab has sent until that succeeds', async () => {
    const tabs = new EventTarget();
    vi.stubGlobal('window', tabs);
    const live = new AbortController();
    startFilling(live.signal);
    followOtherTabs(live.signal);
    let failures = 2;
    fakeServer({
      'POST /api/messages': () => 'network',
      'GET /api/messages/c/:conversationId': () => {
        failures -= 1;
        return failures >= 0 ? 'network' : { body: { success: true, data: page([message(1, { sender_id: ME })], 1) } };
      },
    });
    sendMessage(KEY, 'by the other tab');
    await vi.advanceTimersByTimeAsync(10);
    const [key = ''] = storage.keys();
    storage.clear();
    tabs.dispatchEvent(Object.assign(new Event('storage'), { key, newValue: null }));
    await allSent();
    expect(useThreads.getState().byId[KEY]?.messages).toHaveLength(1);
    expect(items()).toEqual([]);
    live.abort();
  });

  it('goes on after an unexpected fault, which neither ends other conversations nor leaves a message as if it was sent', async () => {
    const logged = vi.spyOn(console, 'error').mockReturnValue();
    const { stored, save } = store();
    const server = fakeServer({
      'POST /api/messages': (call) => {
        const { status, body } = save(call);
        const conversation_id = body.data.receiver_id === OTHER ? body.data.conversation_id : 99;
        return { status, body: { ...body, data: { ...body.data, conversation_id } } };
      },
    });
    let faults = 2;
    const stop = useThreads.subscribe(() => {
      faults -= 1;
      if (faults >= 0) throw new Error('a part of the page has a fault');
    });
    sendMessage(KEY, 'one');
    sendMessage(KEY, 'two');
    sendMessage(`u${OTHER + 1}`, 'three');
    await vi.advanceTimersByTimeAsync(100);
    expect(states()).not.toContain('sending');
    await allSent();
    stop();
    expect(logged).toHaveBeenCalledTimes(2);
    expect(stored.map(({ content }) => content).toSorted()).toEqual(['one', 'three', 'two']);
    expect([items(), server.calls.length]).toEqual([[], 5]);
    logged.mockRestore();
  });

  it('sends where the browser refuses locks, as when site data is blocked', async () => {
    const { stored, save } = store();
    fakeServer({ 'POST /api/messages': save });
    vi.stubGlobal('navigator', { locks: { request: () => Promise.reject(new DOMException('no', 'SecurityError')) } });
    sendMessage(KEY, 'one');
    await allSent();
    expect(stored.map((item) => item.content)).toEqual(['one']);
    expect(items()).toEqual([]);
    vi.stubGlobal('navigator', {});
  });

  it('sends messages that the browser couldn’t store, even if a shorter message fits', async () => {
    const { stored, save } = store();
    let down = true;
    fakeServer({ 'POST /api/messages': (call) => (down ? 'network' : save(call)) });
    const store300 = vi.spyOn(localStorage, 'setItem').mockImplementation((key, value) => {
      if (value.length > 300) throw new DOMException('full', 'QuotaExceededError');
      storage.set(key, value);
    });
    sendMessage(KEY, 'x'.repeat(1_000));
    sendMessage(KEY, 'short');
    await vi.advanceTimersByTimeAsync(100);
    down = false;
    wakeSender();
    await allSent();
    expect(stored.map((item) => item.content.length)).toEqual([1_000, 5]);
    store300.mockRestore();
  });

  it('waits while a gateway can’t reach the server, and continues when woken', async () => {
    const { stored, save } = store();
    let down = true;
    fakeServer({ 'POST /api/messages': (call) => (down ? { status: 502, body: 'Bad gateway' } : save(call)) });
    sendMessage(KEY, 'during an outage');
    await vi.advanceTimersByTimeAsync(32_000);
    expect(states()).toEqual(['waiting']);
    down = false;
    wakeSender();
    await vi.advanceTimersByTimeAsync(100);
    expect(stored).toHaveLength(1);
  });

  it('sends by REST where the browser is wrong about being offline and no connection comes about', async () => {
    const { stored, save } = store();
    setLive({ parts: [], refresh: {} as never });
    fakeServer({ 'POST /api/messages': save, 'GET /api/refresh': () => ({ body: { success: true, data: {} } }) });
    vi.stubGlobal('navigator', { onLine: false });
    onTestFinished(() => void vi.unstubAllGlobals());
    noteNoAnswer();
    await vi.advanceTimersByTimeAsync(150_000);
    noteNoAnswer();
    sendMessage(KEY, 'over a network that blocks sockets');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(stored).toHaveLength(1);
  });

  it('sends as soon as the network is back, though the server had failed before it went away', async () => {
    const { stored, save } = store();
    let failing = true;
    fakeServer({ 'POST /api/messages': (call) => (failing ? refusal(500, 'INTERNAL', 'oops') : save(call)) });
    const browser = { onLine: true };
    vi.stubGlobal('navigator', browser);
    onTestFinished(() => void vi.unstubAllGlobals());
    sendMessage(KEY, 'across an outage');
    await vi.advanceTimersByTimeAsync(100);
    browser.onLine = false;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(stored).toEqual([]);
    [failing, browser.onLine] = [false, true];
    wakeSender();
    await vi.advanceTimersByTimeAsync(100);
    expect(stored).toHaveLength(1);
  });

  it('sends messages another member wrote while waiting for the first one’s lock', async () => {
    const { stored, save } = store(77);
    fakeServer({ 'POST /api/messages': save });
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const request = async (name: string, _: unknown, work: () => Promise<void>) => {
      if (name === `outbox:${ME}`) await held;
      return work();
    };
    vi.stubGlobal('navigator', { locks: { request } });
    sendMessage(KEY, 'of the first');
    await vi.advanceTimersByTimeAsync(10);
    resetStores();
    useSession.setState({ status: 'signed-in', user: { ...member, id: 77 } });
    sendMessage(KEY, 'of the second');
    release();
    await allSent();
    expect(stored.map((item) => item.content)).toEqual(['of the second']);
    vi.stubGlobal('navigator', {});
  });

  it('keeps messages written before the live part has loaded', async () => {
    resetStores();
    useSession.setState({ status: 'signed-in', user: member });
    const { stored, save } = store();
    fakeServer({ 'POST /api/messages': save });
    sendMessage(KEY, 'early');
    expect(states()).toEqual(['sending']);
    openOutbox(ME);
    await allSent();
    expect(stored.map((item) => item.content)).toEqual(['early']);
    expect(items()).toEqual([]);
  });

  it('doesn’t wait forever for a silently dead connection', async () => {
    const { stored, save } = store();
    const server = fakeServer({ 'POST /api/messages': save });
    const answer = globalThis.fetch;
    let dead = true;
    vi.stubGlobal('fetch', (input: string, init: RequestInit) => {
      if (!dead) return answer(input, init);
      return new Promise((_, reject) => init.signal?.addEventListener('abort', () => reject(new Error('aborted'))));
    });
    sendMessage(KEY, 'through a tunnel');
    await vi.advanceTimersByTimeAsync(5_000);
    dead = false;
    await allSent();
    expect(stored.map((item) => item.content)).toEqual(['through a tunnel']);
    expect(server.calls).toHaveLength(1);
  });

  it('sends a message again if its member signed in again before its answer', async () => {
    setTokenSource(() => 'secret');
    onTestFinished(() => setTokenSource(() => null));
    const { stored, save } = store();
    let release: () => void = () => undefined;
    const released = new Promise<void>((done) => {
      release = done;
    });
    const server = fakeServer({
      'POST /api/messages': async (call) => {
        const answer = save(call);
        if (server.calls.length === 1) await released;
        return answer;
      },
    });
    sendMessage(KEY, 'once');
    await vi.advanceTimersByTimeAsync(100);
    // The server ended the session, which keeps unsent messages.
    resetStores();
    openOutbox(ME);
    wakeSender();
    release();
    await vi.advanceTimersByTimeAsync(100);
    expect(states()).not.toContain('failed');
    await allSent();
    expect([stored.map((item) => item.content), items()]).toEqual([['once'], []]);
  });

  it('retries with pauses while the server refuses a session that hasn’t ended yet', async () => {
    const server = fakeServer({ 'POST /api/messages': () => refusal(401, 'UNAUTHORIZED') });
    sendMessage(KEY, 'who am I');
    await vi.advanceTimersByTimeAsync(3_500);
    expect(server.calls.length).toBeLessThanOrEqual(4);
    expect(states().every((state) => state !== 'failed')).toBe(true);
  });
});
