import { beforeEach, describe, expect, it, vi } from 'vitest';
import { setLive } from '../../core/realtime/live';
import { useSession } from '../../core/session/session';
import { resetStores } from '../../core/store/reset';
import { fakeServer, fakeStorage } from '../../testing/fake-server';
import { held } from '../../testing/held';
import { KEY, ME, member, message, messages, page, threadServer } from '../../testing/samples';
import { applyMessage, useThreads } from '../state/thread/threads';
import { fetchMissing, fillThread, refreshOpenThread } from './fetch-missing';
import { openThread, syncThread } from './thread-sync';

vi.mock('../../core/realtime/socket', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  isConnected: () => true,
}));

let total = 0;
const readThread = threadServer(() => total);
const newest = () => useThreads.getState().byId[KEY]?.messages.at(-1)?.seq;
const turn = () => new Promise((resolve) => setTimeout(resolve));

beforeEach(() => {
  fakeStorage();
  resetStores();
  useSession.setState({ status: 'signed-in', user: member, end: null });
});

it.each([
  ['a sync', syncThread],
  ['filling a gap', fillThread],
])('%s fetches for a message that arrives at any moment before its end', async (_, fetchMissing) => {
  for (let steps = 0; steps < 40; steps += 1) {
    resetStores();
    total = 3;
    fakeServer({ 'GET /api/messages/c/:conversationId': readThread });
    await syncThread(KEY);
    total = 4;
    void fetchMissing(KEY);
    await new Promise<void>((resolve) => {
      const stop = useThreads.subscribe(() => newest() === 4 && resolve(stop()));
    });
    // In the steps after the answer was stored, the run makes its last check and ends.
    for (let step = 0; step < steps; step += 1) await null;
    total = 6;
    if (applyMessage(message(6), ME)) void fetchMissing(KEY);
    for (let turns = 0; turns < 50 && newest() !== 6; turns += 1) await turn();
    expect([steps, newest()]).toEqual([steps, 6]);
  }
});

it('fetches the lists a few times while that fails, however many messages to unlisted conversations come', async () => {
  vi.useFakeTimers();
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  setLive({ parts: [{ onRefresh: async () => false }], refresh: null as never });
  const server = fakeServer({ 'GET /api/messages/conversations': () => 'network' });
  for (let events = 0; events < 100; events += 1) {
    fetchMissing({ thread: false, conversation: true }, KEY);
    await vi.advanceTimersByTimeAsync(100);
  }
  const fetches = server.of('GET /api/messages/conversations').length;
  expect(fetches).toBeGreaterThan(1);
  expect(fetches).toBeLessThanOrEqual(4);
  logged.mockRestore();
  vi.useRealTimers();
});

it('fetches nothing for a member who logs out while a sync runs', async () => {
  total = 3;
  fakeServer({ 'GET /api/messages/c/:conversationId': readThread });
  await openThread(KEY);
  const late = held(null);
  const { calls } = fakeServer({
    'GET /api/messages/c/:conversationId': async (call) => {
      await late.reply();
      return readThread(call);
    },
  });
  const ended = [syncThread(KEY), openThread(KEY), refreshOpenThread(true, 'gap')];
  await vi.waitFor(() => expect(calls).toHaveLength(1));
  resetStores();
  late.release();
  await Promise.all(ended);
  expect(calls).toHaveLength(1);
  expect(useThreads.getState().byId).toEqual({});
});

it('stops asking a server that says it has more, and sends nothing new', async () => {
  total = 3;
  fakeServer({ 'GET /api/messages/c/:conversationId': readThread });
  await syncThread(KEY);
  const data = page(messages(1, 3), 3, { has_more: true });
  const { calls } = fakeServer({
    'GET /api/messages/c/:conversationId': () => (calls.length > 50 ? 'network' : { body: { success: true, data } }),
  });
  await syncThread(KEY);
  expect(calls.length).toBeLessThan(10);
});

describe('while a sync is under way whose request lacks what was missed', () => {
  /** Begins a sync whose answer is from now, and arrives once released. */
  async function begin(start: () => unknown) {
    total = 3;
    fakeServer({ 'GET /api/messages/c/:conversationId': readThread });
    await openThread(KEY);
    const late = held(null);
    let isFirst = true;
    const { calls } = fakeServer({
      'GET /api/messages/c/:conversationId': async (call) => {
        const answer = readThread(call);
        if (isFirst) {
          isFirst = false;
          await late.reply();
        }
        return answer;
      },
    });
    const started = start();
    await vi.waitFor(() => expect(calls).toHaveLength(1));
    total = 4;
    return { release: late.release, started };
  }

  it('a refresh syncs the open conversation once more', async () => {
    const { release } = await begin(() => syncThread(KEY));
    const refreshed = refreshOpenThread(true, 'gap');
    release();
    expect([await refreshed, newest()]).toEqual([true, 4]);
  });

  it('a conversation that is opened then syncs once more', async () => {
    const { release } = await begin(() => syncThread(KEY));
    const opened = openThread(KEY);
    release();
    await opened;
    expect(newest()).toBe(4);
  });
});
