import { beforeEach, expect, it, vi } from 'vitest';
import { useSession } from '../../core/session/session';
import { resetStores } from '../../core/store/reset';
import { requests } from '../../requests/state/requests';
import { fakeServer, fakeStorage } from '../../testing/fake-server';
import { joinRequest, ME, member, OTHER } from '../../testing/samples';
import { chatLive } from '../live';
import { showRequested, useRequested } from './requested-conversations';

let reads: () => number;
beforeEach(() => {
  fakeStorage();
  resetStores();
  useSession.setState({ status: 'signed-in', user: member, end: null });
  const { of } = fakeServer({
    'GET /api/conversations/requests': () => ({ body: { success: true, data: { conversations: [] } } }),
  });
  reads = () => of('GET /api/conversations/requests').length;
});

function startOn(path: string): Promise<unknown> {
  vi.stubGlobal('location', { pathname: path });
  return chatLive.onRefresh('start');
}

it.each([
  { path: '/messages/2', ahead: 1 },
  { path: '/dashboard', ahead: 0 },
])(
  'a page that starts on $path reads the conversations without messages $ahead times ahead',
  async ({ path, ahead }) => {
    await startOn(path);
    expect(reads()).toBe(ahead);
    const stop = showRequested();
    await vi.waitFor(() => expect(useRequested.getState().data).toEqual([]));
    expect(reads()).toBe(1);
    stop();
    // Only a page's first refresh knows what will be shown.
    await chatLive.onRefresh('gap');
    expect(reads()).toBe(1);
  },
);

const request = joinRequest({ user_id: OTHER, creator_id: ME });

it('a request that arrives after reading ahead, and before the list is shown, reads the list again', async () => {
  await startOn('/messages');
  requests.upsert(request);
  showRequested()();
  expect(reads()).toBe(2);
  // Nothing shows the list any longer.
  requests.upsert({ ...request, id: 6 });
  expect(reads()).toBe(2);
});

it('a list that was read ahead for one member follows no request for the next', async () => {
  await startOn('/messages');
  resetStores();
  requests.upsert(request);
  expect(reads()).toBe(1);
});
