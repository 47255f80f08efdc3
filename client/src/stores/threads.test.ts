import { beforeEach, describe, expect, it } from 'vitest';
import { fakeServer } from '../testing/fake-server';
import { ME, message, OTHER, threadServer } from '../testing/samples';
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
