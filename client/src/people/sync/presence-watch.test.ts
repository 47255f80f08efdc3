import { peopleLimits } from '@sangam/shared/people/limits';
import { expect, it, vi } from 'vitest';
import { showPresence } from '../../core/realtime/on-screen';
import { fakeServer } from '../../testing/fake-server';
import { presenceWatch } from './presence-watch';

it('watches the open conversation first when more members are shown than the server accepts', async () => {
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }));
  const server = fakeServer({ 'POST /api/users/status': () => ({ body: { success: true, data: [] } }) });
  const open = peopleLimits.watchMax + 50;
  showPresence(Array.from({ length: open }, (_, index) => index + 1));
  showPresence([open]);
  await presenceWatch.send();
  const bodies = server.of('POST /api/users/status').map((call) => call.body);
  expect(bodies.map(({ userIds }) => [userIds.length, userIds[0]])).toEqual([[peopleLimits.watchMax, open]]);
});
