import { beforeEach, describe, expect, it } from 'vitest';
import { fakeServer } from '../testing/fake-server';
import { ME, message, OTHER, page, threadServer } from '../testing/samples';
import { resetStores } from './reset';
import { applyMessage, loadOlder, openThread, syncThread, useThreads } from './threads';

const thread = () => useThreads.getState().byId[OTHER];
const span = () => [thread()?.messages[0]?.seq, thread()?.messages.at(-1)?.seq];

describe('bringing a thread up to date', () => {
  let total = 0;
  const serve = () => fakeServer({ 'GET /api/messages/conversation/:userId': threadServer(() => total) });
  beforeEach(resetStores);

  it('loads the latest page first, then only what follows', async () => {
    total = 120;
    const server = serve();
    await syncThread(OTHER);
    expect(span()).toEqual([71, 120]);
    expect(thread()?.hasOlder).toBe(true);
    total = 123;
    await syncThread(OTHER);
    expect(span()).toEqual([71, 123]);
    expect(server.calls.at(-1)?.query.get('after')).toBe('120');
  });

  it('loops over pages until the newest', async () => {
    total = 10;
    serve();
    await syncThread(OTHER);
    total = 510;
    await syncThread(OTHER);
    expect(span()).toEqual([1, 510]);
    expect(thread()?.messages.every((item, index) => item.seq === index + 1)).toBe(true);
  });

  it('starts again from the latest page when the gap is too large', async () => {
    total = 10;
    serve();
    await syncThread(OTHER);
    total = 5_000;
    await syncThread(OTHER);
    expect(span()).toEqual([4_951, 5_000]);
    expect(thread()?.hasOlder).toBe(true);
  });

  it('tells that a live message left a hole, and fills it', async () => {
    total = 10;
    serve();
    await syncThread(OTHER);
    expect(applyMessage(message(11), ME)).toBe(false);
    total = 15;
    expect(applyMessage(message(15), ME)).toBe(true);
    expect(span()).toEqual([1, 11]);
    await syncThread(OTHER);
    expect(span()).toEqual([1, 15]);
  });

  it('goes on when another hole opens while the range is fetched', async () => {
    total = 10;
    serve();
    await syncThread(OTHER);
    total = 12;
    const filling = syncThread(OTHER);
    total = 20;
    applyMessage(message(20), ME);
    await filling;
    expect(span()).toEqual([1, 20]);
  });

  it('asks what changed only when something did, a page at a time', async () => {
    total = 3;
    const newest = threadServer(() => total);
    let lastChange = 0;
    const changed = [2, 1].map((seq, index) => message(seq, { content: `changed ${seq}`, change: index + 1 }));
    const server = fakeServer({
      'GET /api/messages/conversation/:userId': (call) => {
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
    await syncThread(OTHER);
    await syncThread(OTHER);
    expect(asked()).toEqual([]);
    lastChange = 2;
    await syncThread(OTHER);
    expect(asked()).toEqual(['0', '1']);
    expect(thread()?.messages.map((item) => item.content)).toEqual(['changed 1', 'changed 2', 'message 3']);
    await syncThread(OTHER);
    expect(asked()).toEqual(['0', '1']);
  });

  it('loads history upward to the first message', async () => {
    total = 300;
    serve();
    await syncThread(OTHER);
    await loadOlder(OTHER);
    expect(span()).toEqual([51, 300]);
    await loadOlder(OTHER);
    expect(span()).toEqual([1, 300]);
    expect(thread()?.hasOlder).toBe(false);
  });

  it('shows a failure, and recovers', async () => {
    fakeServer({ 'GET /api/messages/conversation/:userId': () => 'network' });
    await syncThread(OTHER);
    expect(thread()?.status).toBe('error');
    total = 3;
    serve();
    await syncThread(OTHER);
    expect(thread()?.status).toBe('ready');
    expect(span()).toEqual([1, 3]);
  });

  it('puts the divider above what came while it was closed', async () => {
    total = 4;
    serve();
    await openThread(OTHER);
    expect(thread()?.unread).toEqual({ from: 0, to: 4 });
  });

  it('drops an answer that belongs to an earlier member', async () => {
    total = 4;
    serve();
    const late = syncThread(OTHER);
    resetStores();
    await late;
    expect(thread()).toBeUndefined();
  });
});
