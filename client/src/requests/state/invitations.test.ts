import { beforeEach, expect, it } from 'vitest';
import { partsToCache } from '../../core/offline/cached-parts';
import { useSession } from '../../core/session/session';
import { resetStores } from '../../core/store/reset';
import { fakeServer, refusal } from '../../testing/fake-server';
import { ME, member, OTHER } from '../../testing/samples';
import { endedInvitations } from './invitations';

const ended = {
  id: 61,
  project_id: 8,
  project_title: 'Kiosk',
  creator_id: OTHER,
  creator_name: 'Asha',
  user_id: ME,
  user_name: 'Me',
  message: '',
  status: 'declined',
  created_at: '2026-01-01T00:00:00.000Z',
};

beforeEach(() => {
  resetStores();
  useSession.setState({ status: 'signed-in', user: member });
});

it('caches ended invitations, like the other lists of My work, so that the page opens at once', async () => {
  fakeServer({
    'GET /api/invitations/received': () => ({
      body: { success: true, data: { invitations: [ended], has_more: false, total: 1 } },
    }),
  });
  expect(await endedInvitations.load()).toBe(true);
  expect(new Map(partsToCache()).get('endedInvitations')).toMatchObject({ rows: [{ id: 61 }] });
});

it('shows no ended invitations with a server of the previous version, which refuses the field', async () => {
  fakeServer({ 'GET /api/invitations/received': () => refusal(400, 'INVALID') });
  expect([await endedInvitations.load(), endedInvitations.items()]).toEqual([true, []]);
});
