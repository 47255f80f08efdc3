import type { TeamNotifications } from '@sangam/shared/chat/teams';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import '../../../app/live/subjects';
import { refresh } from '../../../core/realtime/refresh';
import { refusal } from '../../../testing/fake-server';
import { show } from '../../../testing/render';
import { member, TEAM, TEAM_KEY, team } from '../../../testing/samples';
import { base, serve } from '../../../testing/server-state';
import { ok } from '../../../testing/team-thread';
import { listedTeam } from '../../state/teams';
import { TeamNotify } from './TeamNotify';

const choice = () => screen.getByLabelText<HTMLSelectElement>('Notifications');

it('replaces a choice that was given up and has arrived, and is not replaced by one that arrives late', async () => {
  const state = { ...base, teams: [team({ notify: 'all', notify_version: 1 })] };
  const store = (seen: number, notify: TeamNotifications) => {
    const { notify_version = 0 } = state.teams[0] ?? {};
    if (seen !== notify_version) return refusal(409, 'CHOICES_CHANGED');
    state.teams = [team({ notify, notify_version: seen + 1 })];
    return ok({ notify, notify_version: seen + 1 });
  };
  let late: () => unknown = () => undefined;
  const { of } = serve(state, {
    'PUT /api/messages/c/:conversationId/notify': ({ body, query }) => {
      const seen = Number(query.get('version'));
      if ((body as { notify: string }).notify === 'mentions') {
        late = () => store(seen, 'mentions');
        return 'network';
      }
      return store(seen, 'off');
    },
  });
  const user = show(<TeamNotify conversation={TEAM_KEY} />, { as: member });
  await act(() => refresh('start'));
  await user.selectOptions(choice(), 'Mentions only');
  await waitFor(() => expect(choice().disabled).toBe(false));
  expect(choice().value).toBe('all');
  late();
  await user.selectOptions(choice(), 'None');
  await waitFor(() => expect(choice().value).toBe('off'));
  expect(of('PUT /api/messages/c/:conversationId/notify').map(({ query }) => query.get('version'))).toEqual([
    '1',
    '1',
    '2',
  ]);
  late();
  expect(state.teams).toMatchObject([{ conversation_id: TEAM, notify: 'off', notify_version: 3 }]);
  expect(listedTeam(TEAM_KEY)).toMatchObject({ notify: 'off', notify_version: 3 });
});
