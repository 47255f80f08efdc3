import { expect, it, vi } from 'vitest';
import { useSession } from '../../core/session/session';
import { resetStores } from '../../core/store/reset';
import { fakeServer, fakeStorage } from '../../testing/fake-server';
import { member } from '../../testing/samples';
import { chatLive } from '../live';
import { showRequested, useRequested } from './requested-conversations';

it.each([
  { path: '/messages/2', ahead: 1 },
  { path: '/dashboard', ahead: 0 },
])(
  'a page that starts on $path reads the conversations without messages $ahead times ahead',
  async ({ path, ahead }) => {
    fakeStorage();
    resetStores();
    vi.stubGlobal('location', { pathname: path });
    useSession.setState({ status: 'signed-in', user: member, end: null });
    const { of } = fakeServer({
      'GET /api/conversations/requests': () => ({ body: { success: true, data: { conversations: [] } } }),
    });
    const reads = () => of('GET /api/conversations/requests').length;
    await chatLive.onRefresh('start');
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
