import { limits } from '@sangam/shared/rules/limits';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { resetStores } from '../stores/reset';
import { showPresence } from '../stores/watch';
import { fakeServer } from '../testing/fake-server';
import { sendWatches } from './watch';

beforeEach(() => {
  vi.stubGlobal('document', { hidden: false });
  resetStores();
});
afterEach(resetStores);

it('asks for the open conversation first when more are shown than the server takes', async () => {
  const server = fakeServer({ 'POST /api/users/status': () => ({ body: { success: true, data: [] } }) });
  const open = limits.watchMax + 50;
  showPresence(Array.from({ length: open }, (_, index) => index + 1));
  showPresence([open]);
  await sendWatches();
  const bodies = server.of('POST /api/users/status').map((call) => call.body as { userIds: number[] });
  expect(bodies.map(({ userIds }) => [userIds.length, userIds[0]])).toEqual([[limits.watchMax, open]]);
});
