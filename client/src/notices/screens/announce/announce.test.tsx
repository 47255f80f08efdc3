import type { NotificationChoices } from '@sangam/shared/notices/choices';
import { act, screen, waitFor } from '@testing-library/react';
import toast from 'react-hot-toast/headless';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { useTeams } from '../../../chat/state/teams';
import { toListed } from '../../../chat/state/teams.reduce';
import { useThreads } from '../../../chat/state/thread/threads';
import { applyUnreadChange, applyUnreadCount, applyUnreadMessage } from '../../../chat/state/unread-messages';
import { blocks } from '../../../contact/state/blocks';
import { ready } from '../../../core/store/loadable';
import { interests } from '../../../requests/state/interests';
import { requests } from '../../../requests/state/requests';
import { show } from '../../../testing/render';
import {
  CONVERSATION,
  choices,
  interest,
  joinRequest,
  ME,
  member,
  message,
  OTHER,
  TEAM,
  team,
  teamMessage,
} from '../../../testing/samples';
import { useChoices } from '../../state/choices';
import type { Notice } from '../../state/notice';
import { createAnnouncer, loadNoticeToast } from './announce';

const project = { project_id: 7, project_title: 'Project 7' };
const decision = { ...project, id: 5, status: 'accepted', current_members: 2 } as const;
const departure = { ...project, user_id: OTHER, user_name: 'Other' };
const interestDecision = {
  ...project,
  id: 6,
  status: 'denied',
  creator_id: OTHER,
  requester_id: ME,
  created_at: '',
} as const;
const asked: Notice = { kind: 'request', request: joinRequest() };

let loggedOut: AbortController;
const openTab = () => createAnnouncer(ME, loggedOut.signal);
const look = (isHidden: boolean, hasFocus = !isHidden) => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden);
  vi.spyOn(document, 'hasFocus').mockReturnValue(hasFocus);
  document.dispatchEvent(new Event('visibilitychange'));
};
const links = () => screen.queryAllByRole('link').map((link) => link.textContent);

beforeAll(() => loadNoticeToast(new AbortController().signal));
beforeEach(() => {
  loggedOut = new AbortController();
  show(<p>page</p>, { as: member });
  window.history.replaceState(null, '', '/profile');
  requests.upsert(joinRequest());
  interests.upsert(interest);
  applyUnreadMessage(message(1));
  look(false);
});
afterEach(() => {
  loggedOut.abort();
  vi.restoreAllMocks();
});

it.each<{ notice: Notice; text: string; to: string }>([
  { notice: asked, text: 'Other wants to join Project 7', to: '/dashboard' },
  {
    notice: { kind: 'withdrawal', request: joinRequest() },
    text: 'Other withdrew their request to join Project 7',
    to: '/projects/7',
  },
  {
    notice: { kind: 'withdrawal', request: joinRequest({ offered_until: '2026-12-01T00:00:00.000Z' }) },
    text: 'Other declined your seat offer in Project 7',
    to: '/projects/7',
  },
  { notice: { kind: 'departure', departure }, text: 'Other is no longer in Project 7', to: '/projects/7' },
  { notice: { kind: 'interest', interest }, text: 'Other is interested in Project 7', to: '/projects/7' },
  {
    notice: { kind: 'message', message: message(1) },
    text: 'Other: message 1',
    to: `/messages/c/${CONVERSATION}`,
  },
])('a toast shows “$text”, is announced, and leads to its subject', async ({ notice, text, to }) => {
  act(() => openTab()(notice));
  const link = await screen.findByRole('link', { name: text });
  expect(link.getAttribute('href')).toBe(to);
  expect(link.closest('[role="status"]')).not.toBeNull();
});

it('shows no toast for a change that the open team chat shows as a line', async () => {
  act(() => useTeams.setState({ list: [toListed(team())] }));
  window.history.replaceState(null, '', `/messages/c/${TEAM}`);
  const notice: Notice[] = [
    { kind: 'departure', departure },
    { kind: 'seat-taken', request: joinRequest() },
  ];
  act(() => notice.forEach(openTab()));
  window.history.replaceState(null, '', '/messages');
  act(() => openTab()({ kind: 'withdrawal', request: joinRequest() }));
  await screen.findByRole('link', { name: 'Other withdrew their request to join Project 7' });
  expect(links()).toHaveLength(1);
});

it('shows no toast for a request while the open conversation shows its card', () => {
  requests.upsert(joinRequest({ user_id: ME, creator_id: OTHER, status: 'accepted' }));
  window.history.replaceState(null, '', `/messages/c/${CONVERSATION}`);
  useThreads.setState({ openId: `u${OTHER}` });
  const announce = openTab();
  act(() => announce({ kind: 'decision', decision }));
  act(() => announce({ kind: 'interest', interest }));
  expect(links()).toHaveLength(0);
  useThreads.setState({ openId: null });
});

it('the toast of a message has no formatting characters', async () => {
  const formatted = message(2, { content: '**Plan** of `May`' });
  applyUnreadMessage(formatted);
  act(() => openTab()({ kind: 'message', message: formatted }));
  await screen.findByRole('link', { name: 'Other: Plan of May' });
});

it('shows the requester the decision', async () => {
  requests.upsert(joinRequest({ user_id: ME, status: 'accepted' }));
  interests.patch(interest.id, { status: 'denied' });
  const announce = openTab();
  act(() => announce({ kind: 'decision', decision }));
  act(() => announce({ kind: 'interest-decision', decision: interestDecision }));
  expect((await screen.findAllByRole('link')).map((link) => link.textContent).toSorted()).toEqual([
    'The creator accepted your request to join Project 7',
    'The creator denied your interest in Project 7',
  ]);
});

it('leads to the list for a request that ended with its project', async () => {
  interests.patch(interest.id, { status: 'denied' });
  const announce = openTab();
  act(() => announce({ kind: 'interest-decision', decision: { ...interestDecision, ended_by: 'project_deleted' } }));
  const link = await screen.findByRole('link', {
    name: 'No longer available: Project 7',
  });
  expect(link.getAttribute('href')).toBe('/work');
});

it('a toast leaves when it is no longer true, and the next with the same subject replaces it', async () => {
  vi.useFakeTimers();
  const announce = openTab();
  act(() => announce(asked));
  act(() => announce({ kind: 'interest', interest }));
  act(() => announce({ kind: 'message', message: message(1) }));
  expect(links()).toHaveLength(3);
  act(() => interests.patch(interest.id, { status: 'approved' }));
  const read = { id: OTHER, conversation_id: CONVERSATION, unread_count: 0, unread_version: 9 };
  act(() => applyUnreadCount({ unread_count: 0, unread_version: 9, conversation: read }));
  act(() => {
    requests.patch(5, { status: 'withdrawn' });
    announce({ kind: 'withdrawal', request: joinRequest() });
  });
  act(() => vi.advanceTimersByTime(1_500));
  expect(links()).toEqual(['Other withdrew their request to join Project 7']);
});

describe('notification choices', () => {
  it.each<[string, Partial<NotificationChoices>]>([
    ['a muted conversation', { muted_member_ids: [OTHER] }],
    ['messages that are off', { push_off: ['messages'] }],
    ['quiet hours', { quiet: { from: 11 * 60, until: 13 * 60 }, time_zone: 'UTC' }],
  ])('show no toast, only the bell, for %s', (_, chosen) => {
    vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-22T12:00:00Z'));
    useChoices.setState(ready(choices(chosen)));
    const announce = openTab();
    act(() => announce({ kind: 'message', message: message(1) }));
    expect(links()).toEqual([]);
    useChoices.setState(ready(choices({ muted_member_ids: [OTHER + 1] })));
    act(() => announce({ kind: 'message', message: message(1) }));
    expect(links()).toEqual(['Other: message 1']);
  });

  it('also suppress the browser’s notification', async () => {
    const shown = vi.fn();
    vi.stubGlobal('Notification', Object.assign(shown, { permission: 'granted' }));
    useChoices.setState(ready(choices({ muted_member_ids: [OTHER] })));
    look(true);
    const announce = openTab();
    const third = { ...message(1), sender_id: OTHER + 1 };
    announce({ kind: 'message', message: message(1) });
    announce({ kind: 'message', message: third });
    await waitFor(() => expect(shown).toHaveBeenCalledTimes(1));
    expect(shown.mock.calls[0]?.[1]).toMatchObject({ tag: `chat:${OTHER + 1}` });
    vi.unstubAllGlobals();
  });
});

it('keeps the three newest toasts, which do not cover the page below them', () => {
  vi.useFakeTimers();
  const announce = openTab();
  for (const id of [1, 2, 3, 4, 5]) {
    requests.upsert(joinRequest({ id, project_title: `Project ${id}` }));
    act(() => announce({ kind: 'request', request: joinRequest({ id, project_title: `Project ${id}` }) }));
  }
  act(() => vi.advanceTimersByTime(1_500));
  expect(links()).toEqual([5, 4, 3].map((id) => `Other wants to join Project ${id}`));
});

it('shows no toast for a subject that is on screen', () => {
  window.history.replaceState(null, '', '/dashboard');
  act(() => openTab()(asked));
  expect(links()).toEqual([]);
  act(() => openTab()({ kind: 'interest', interest }));
  expect(links()).toHaveLength(1);
});

it('a hidden tab shows the toast once it is visible, unless another tab has shown it or it is no longer true', async () => {
  look(true);
  const [first, second] = [openTab(), openTab()];
  for (const announce of [first, second]) announce(asked);
  first({ kind: 'interest', interest });
  interests.patch(interest.id, { status: 'approved' });
  expect(links()).toEqual([]);
  act(() => look(false));
  await waitFor(() => expect(links()).toEqual(['Other wants to join Project 7']));
});

it('a toast is shown in one tab only', async () => {
  const [first, second] = [openTab(), openTab()];
  const received = new BroadcastChannel(`news-${ME}`);
  const said = new Promise((resolve) => received.addEventListener('message', resolve));
  act(() => first(asked));
  await said;
  received.close();
  act(() => toast.remove());
  act(() => second(asked));
  expect(links()).toEqual([]);
  act(() => second({ kind: 'departure', departure }));
  expect(links()).toHaveLength(1);
});

it('a toast shows where the browser has no channel between tabs', () => {
  vi.stubGlobal('BroadcastChannel', undefined);
  const announce = openTab();
  act(() => announce(asked));
  expect(links()).toEqual(['Other wants to join Project 7']);
  loggedOut.abort();
});

it('of two windows, the focused one shows the toast', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  look(false, false);
  const beside = openTab();
  act(() => beside(asked));
  act(() => beside({ kind: 'departure', departure }));
  look(false);
  const focused = openTab();
  act(() => focused({ kind: 'departure', departure }));
  act(() => requests.patch(5, { status: 'rejected' }));
  expect(links()).toEqual(['Other is no longer in Project 7']);
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(links()).toEqual(['Other is no longer in Project 7']);
});

it('dismisses its toasts when the member logs out', () => {
  vi.useFakeTimers();
  act(() => openTab()(asked));
  expect(links()).toHaveLength(1);
  act(() => loggedOut.abort());
  act(() => vi.advanceTimersByTime(1_500));
  expect(links()).toEqual([]);
});

it('the toast of a message leaves when the message is deleted', async () => {
  vi.useFakeTimers();
  const announce = openTab();
  act(() => announce({ kind: 'message', message: message(1) }));
  expect(links()).toEqual(['Other: message 1']);
  act(
    () =>
      void applyUnreadChange({
        ...message(1),
        content: 'Message deleted',
        deleted_at: '2026-03-10T12:00:00.000Z',
      }),
  );
  act(() => vi.advanceTimersByTime(1_500));
  expect(links()).toEqual([]);
});

it.each([
  ['message', message(1)],
  ['message to a team', teamMessage(6)],
])('the toast of a %s leaves when its writer is blocked', (_, written) => {
  vi.useFakeTimers();
  act(() => useTeams.setState({ list: [toListed(team({ unread_count: 1, last_seq: 6, last_message: 'message 6' }))] }));
  act(() => openTab()({ kind: 'message', message: written }));
  expect(links()).toHaveLength(1);
  act(() => blocks.upsert({ id: OTHER, is_blocked: true }));
  act(() => vi.advanceTimersByTime(1_500));
  expect(links()).toEqual([]);
});
