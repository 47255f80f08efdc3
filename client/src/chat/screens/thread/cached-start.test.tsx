import { act, screen, waitFor } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { noteRefreshed, setConnection } from '../../../core/realtime/connection-status';
import { useSession } from '../../../core/session/session';
import { show } from '../../../testing/render';
import { member, TEAM, TEAM_KEY, teamInfo } from '../../../testing/samples';
import { serveTeam, teamMessages } from '../../../testing/team-thread';
import { noteTeams } from '../../state/known-conversations';
import { useThreads } from '../../state/thread/threads';
import { newThread } from '../../state/thread/threads.reduce';
import { ThreadBody } from './ThreadBody';
import { ThreadPane } from './ThreadPane';

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

it('puts the divider above messages that arrive in a window that was opened without the focus', async () => {
  act(() => setConnection('online'));
  serveTeam(() => teamInfo());
  noteTeams([TEAM]);
  useThreads.setState({ byId: { [TEAM_KEY]: { ...thread, readSeq: 5 } }, openId: null });
  const focus = vi.spyOn(document, 'hasFocus').mockReturnValue(false);
  onTestFinished(() => focus.mockRestore());
  const divider = () => useThreads.getState().byId[TEAM_KEY]?.unread;
  show(<ThreadPane conversation={TEAM_KEY} otherId={null} target={null} name="Night bus" onBack={() => undefined} />, {
    as: member,
  });
  await waitFor(() => expect(divider()).toEqual({ from: 5, to: null }));
  focus.mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event('focus')));
  expect(divider()).toBeNull();
});
