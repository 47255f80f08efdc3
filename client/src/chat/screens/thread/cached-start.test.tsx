import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { noteRefreshed, setConnection } from '../../../core/realtime/connection-status';
import { useSession } from '../../../core/session/session';
import { show } from '../../../testing/render';
import { member, TEAM, TEAM_KEY, teamInfo } from '../../../testing/samples';
import { serveTeam, teamMessages } from '../../../testing/team-thread';
import { noteTeams } from '../../state/known-conversations';
import { useThreads } from '../../state/thread/threads';
import { newThread } from '../../state/thread/threads.reduce';
import { ThreadBody } from './ThreadBody';

const thread = { ...newThread, status: 'ready' as const, messages: teamMessages, lastSeq: 5 };
const isLoading = () => screen.queryByText('Loading messages') !== null;

it.each([
  ['the first refresh says that the member is still in it', () => noteRefreshed(true)],
  ['the server does not answer', () => useSession.setState({ isUnanswered: true })],
])('shows the cached thread of a team once %s', async (_, happens) => {
  act(() => setConnection('connecting'));
  serveTeam(() => teamInfo());
  noteTeams([TEAM]);
  useThreads.setState({ byId: { [TEAM_KEY]: thread }, openId: TEAM_KEY });
  show(<ThreadBody conversation={TEAM_KEY} otherId={null} name="Night bus" onRetry={() => undefined} />, {
    as: member,
  });
  await act(() => new Promise((resolve) => setTimeout(resolve, 100)));
  expect(isLoading()).toBe(true);
  act(happens);
  await waitFor(() => expect(isLoading()).toBe(false));
  // The server has answered, and the messages stay.
  act(() => useSession.setState({ isUnanswered: false }));
  expect(isLoading()).toBe(false);
});
