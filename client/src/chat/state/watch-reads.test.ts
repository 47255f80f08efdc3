import { expect, it } from 'vitest';
import { setTokenSource } from '../../core/api/client';
import { useSession } from '../../core/session/session';
import { resetStores } from '../../core/store/reset';
import { fakeServer, fakeStorage } from '../../testing/fake-server';
import { KEY, member, message, OTHER, page } from '../../testing/samples';
import { fetchPage } from '../sync/thread-page';
import { keyWith } from './known-conversations';
import { watchReads } from './watch-reads';

it('adds no conversation from an answer that arrives after its member has logged out', async () => {
  fakeStorage();
  watchReads();
  setTokenSource(() => 'secret');
  useSession.setState({ status: 'signed-in', user: member, end: null });
  let arrive: () => void = () => undefined;
  const arrived = new Promise<void>((done) => {
    arrive = done;
  });
  fakeServer({
    'GET /api/messages/conversation/:userId': async () => {
      await arrived;
      return {
        body: {
          success: true,
          data: page([message(1)], 1, { user: { id: OTHER, name: 'Other', is_online: true, last_active: null } }),
        },
      };
    },
  });
  const late = fetchPage(`u${OTHER}`, {});
  resetStores();
  useSession.setState({ status: 'signed-in', user: { ...member, id: member.id + 100 }, end: null });
  arrive();
  expect((await late).ok).toBe(false);
  expect(keyWith(OTHER)).not.toBe(KEY);
});
