import { hourMs } from '@sangam/shared/core/limits';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { useTeams } from '../../chat/state/teams';
import { WAITS_MAX_MS } from '../../core/offline/wait-for-lists';
import { useSession } from '../../core/session/session';
import { nowMs } from '../../lib/clock';
import { applyUpdate } from '../../projects/state/project-changes';
import { projects } from '../../projects/state/project-table';
import { transfers } from '../../projects/state/transfers';
import '../live/subjects';
import { refreshShownLists } from '../../core/store/shown-lists';
import { requestElementId } from '../../requests/screens/parts/JoinRequestCard';
import { incomingInterests, interests } from '../../requests/state/interests';
import { receivedInvitations } from '../../requests/state/invitations';
import { myFinishedProjects } from '../../requests/state/my-work';
import { incomingRequests, myRequests, requests } from '../../requests/state/requests';
import { fakeServer, type refusal } from '../../testing/fake-server';
import { held } from '../../testing/held';
import { leave, show } from '../../testing/render';
import { interest, joinRequest, ME, member, offer, project } from '../../testing/samples';
import { WorkPage } from './WorkPage';

type Reply = ReturnType<typeof refusal>;
const ok = (data: object, total: number): Reply => ({
  body: { success: true, data: { ...data, total, has_more: false } },
});
const mine = (id: number, change: Parameters<typeof joinRequest>[0] = {}) =>
  joinRequest({ id, user_id: ME, project_id: id, project_title: `Project ${id}`, ...change });
const { id, project_id, project_title, status, created_at } = interest;
const myInterest = { id, project_id, project_title, status, created_at };

it('says only once that its lists failed to load, and loads all with Retry', async () => {
  let isDown = true;
  const unlessDown = (answer: () => Reply) => () => (isDown ? 'network' : answer()) as Reply;
  serveWork({
    'GET /api/projects/mine': unlessDown(() => ok({ projects: [project(9)] }, 1)),
    'GET /api/project-requests/mine': unlessDown(() => ok({ requests: [mine(3)] }, 1)),
    'GET /api/projects/connections/mine': unlessDown(() => ok({ connections: [myInterest] }, 1)),
    'GET /api/projects/offers': unlessDown(() => ok({ offers: [] }, 0)),
  });
  const user = showWork();
  await screen.findByText('Failed to load your work');
  expect(screen.getAllByText(/^Failed to load/u)).toHaveLength(1);
  expect(screen.queryByText('Nothing here yet')).toBeNull();
  isDown = false;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByRole('region', { name: /^My join requests/u });
  await screen.findByRole('region', { name: /^My interest/u });
  expect(screen.queryByText(/^Failed to load/u)).toBeNull();
});

it('shows the five requests and interests with the next deadlines, and all at the address that the dashboard links to', async () => {
  const asked = Array.from({ length: 6 }, (_, index) =>
    joinRequest({ id: 66 - index, user_id: 20 + index, answer_by: `2099-01-0${6 - index}T00:00:00.000Z` }),
  );
  serveWork({
    'GET /api/project-requests/incoming': () => ok({ requests: asked }, 6),
    'GET /api/projects/connections/incoming': () => ok({ connections: [interest] }, 1),
  });
  const user = showWork();
  const region = await screen.findByRole('region', { name: /^Join requests to my projects/u });
  await screen.findByRole('region', { name: /^Interest in my projects/u });
  // Pending requests come first, even on a phone.
  const titles = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(titles.join()).toMatch(/^Join requests to my projects.*Interest in my projects.*Projects I created/u);
  const rows = () =>
    within(region)
      .getAllByRole('article')
      .map(({ id }) => id);
  const soonest = [61, 62, 63, 64, 65, 66].map(requestElementId);
  await waitFor(() => expect(rows()).toEqual(soonest.slice(0, 5)));
  await user.click(within(region).getByRole('link', { name: 'All join requests' }));
  await waitFor(() => expect(rows()).toEqual(soonest));
});

it('links to all interest in my projects', async () => {
  const list = [1, 2, 3, 4, 5, 6].map((one) => ({ ...interest, id: 70 + one, requester_id: 30 + one }));
  serveWork({ 'GET /api/projects/connections/incoming': () => ok({ connections: list }, list.length) });
  const user = showWork();
  const region = await screen.findByRole('region', { name: /^Interest in my projects/u });
  await user.click(await within(region).findByRole('link', { name: 'All interest' }));
  await waitFor(() => expect(within(region).getAllByRole('button', { name: /^Approve/u })).toHaveLength(6));
});

it('keeps the last decided request and interest in their place while the pointer is there', async () => {
  serveWork({
    'GET /api/project-requests/incoming': () => ok({ requests: [joinRequest({ id: 61, user_id: 20 })] }, 1),
    'GET /api/projects/connections/incoming': () => ok({ connections: [interest] }, 1),
  });
  const user = showWork();
  const asked = within(await screen.findByRole('region', { name: /^Join requests to my projects/u }));
  await user.hover(await asked.findByRole('button', { name: /^Accept/u }));
  act(() => requests.patch(61, { status: 'accepted' }));
  asked.getByText('Accepted');
  const shown = within(screen.getByRole('region', { name: /^Interest in my projects/u }));
  await user.hover(shown.getByRole('button', { name: /^Approve/u }));
  act(() => interests.patch(interest.id, { status: 'approved' }));
  shown.getByText('Approved');
});

/** Shows the page, and loads the lists that the first refresh fetches. */
function showWork() {
  const user = show(<WorkPage />, { as: member });
  for (const list of [incomingRequests, incomingInterests, myRequests]) void list.load();
  return user;
}

function serveWork(change: Parameters<typeof fakeServer>[0] = {}) {
  useTeams.setState({ list: [] });
  return fakeServer({
    'GET /api/projects/mine': () => ok({ projects: [{ ...project(9), pending_requests: 2, pending_interests: 1 }] }, 1),
    'GET /api/project-requests/mine': ({ query }) =>
      query.get('status') === 'accepted'
        ? ok({ requests: [mine(3, { status: 'accepted' })] }, 1)
        : ok(
            {
              requests: [
                mine(4, { answers: [{ question: 'Why?', answer: 'I fly.' }] }),
                mine(3, { status: 'accepted' }),
                mine(2, { status: 'rejected' }),
              ],
            },
            3,
          ),
    'GET /api/projects/connections/mine': () => ok({ connections: [myInterest] }, 1),
    'GET /api/projects/offers': () => ok({ offers: [] }, 0),
    'GET /api/invitations/received': () => ok({ invitations: [] }, 0),
    'GET /api/project-requests/incoming': () => ok({ requests: [] }, 0),
    'GET /api/projects/connections/incoming': () => ok({ connections: [] }, 0),
    ...change,
  });
}
afterEach(() => vi.useRealTimers());
const soon = new Date(Date.now() + hourMs).toISOString();
const section = (name: string | RegExp) => within(screen.getByRole('region', { name }));

it('lists projects, teams, requests and interest with their states, and links to their projects', async () => {
  serveWork();
  showWork();
  const created = await waitFor(() => section('Projects I created 1'));
  expect(created.getByRole('link', { name: 'Project 9' }).getAttribute('href')).toBe('/projects/9');
  created.getByText('2 join requests');
  created.getByText('1 interested');
  section('Teams I’m in 1').getByRole('button', { name: 'Leave Project 3' });
  const asked = section('My join requests 2');
  for (const word of ['Pending', 'Rejected']) asked.getByText(word);
  expect(asked.getAllByRole('button')).toEqual([
    asked.getByRole('button', { name: 'Withdraw the request to join Project 4' }),
  ]);
  asked.getByText('Why?');
  asked.getByText('I fly.');
  section('My interest 1').getByText('Pending');
});

it('says on My work that a moderator has hidden a project, and that it is closed', async () => {
  const hidden = { ...project(9, { state: 'closed' }), hidden: true as const };
  serveWork({ 'GET /api/projects/mine': () => ok({ projects: [hidden] }, 1) });
  showWork();
  const created = await waitFor(() => section('Projects I created 1'));
  for (const word of ['Hidden by a moderator', 'No new requests']) created.getByText(word);
});

it('shows a team once, with the request and the answers that led to it', async () => {
  const answers = [{ question: 'Why?', answer: 'I fly.' }];
  const joined = mine(3, { status: 'accepted', message: 'Let me in', role_name: 'Pilot', answers });
  serveWork({ 'GET /api/project-requests/mine': () => ok({ requests: [joined] }, 1) });
  showWork();
  const team = await waitFor(() => section('Teams I’m in 1'));
  for (const text of ['Let me in', 'Role: Pilot', 'Why?', 'I fly.', /^Sent/u]) team.getByText(text);
  expect(screen.getAllByText('Project 3')).toHaveLength(1);
  expect(screen.queryByRole('region', { name: /^My join requests/u })).toBeNull();
});

it('says how a seat ended: in its row at once, and among the requests later', async () => {
  serveWork();
  const user = showWork();
  const team = await waitFor(() => section('Teams I’m in 1'));
  await user.hover(team.getByRole('button', { name: 'Leave Project 3' }));
  act(() => requests.patch(3, { status: 'withdrawn', left_team: true }));
  screen.getByText('Left the team');
  expect(screen.getAllByText('Project 3')).toHaveLength(1);
  await leave(user);
  const asked = await waitFor(() => section('My join requests 3'));
  await asked.findByText('Left the team');
  act(() => requests.patch(3, { left_team: undefined, ended_by: 'removed' }));
  asked.getByText('Removed from the team');
});

it('shows a former creator’s team without saying that they asked to join', async () => {
  const handedOver = { status: 'accepted', message: 'Created this project and handed it over.' } as const;
  serveWork({ 'GET /api/project-requests/mine': () => ok({ requests: [mine(3, handedOver)] }, 1) });
  showWork();
  const team = await waitFor(() => section('Teams I’m in 1'));
  team.getByText('Created this project and handed it over.');
  expect(team.queryByText(/asked/iu)).toBeNull();
});

it('shows finished projects separately, and ended requests with their reason and note', async () => {
  const gone = { status: 'withdrawn', ended_by: 'project_deleted' } as const;
  const removed = { status: 'withdrawn', ended_by: 'removed', end_word: 'Too many of us' } as const;
  serveWork({
    'GET /api/projects/mine': ({ query }) =>
      ok({ projects: [query.get('finished') === 'yes' ? project(8, { state: 'finished' }) : project(9)] }, 1),
    'GET /api/project-requests/mine': ({ query }) =>
      query.get('status') === 'accepted'
        ? ok({ requests: [] }, 0)
        : ok({ requests: [mine(4, gone), mine(3, removed)] }, 2),
    'GET /api/projects/connections/mine': () =>
      ok({ connections: [{ ...myInterest, status: 'denied', ended_by: 'project_finished' }] }, 1),
  });
  showWork();
  const finished = await waitFor(() => section('Projects I finished 1'));
  finished.getByText('Finished');
  expect(section('Projects I created 1').queryByText('Finished')).toBeNull();
  const asked = section('My join requests 2');
  asked.getByText('No longer available');
  expect(asked.getByText('Note from the creator').nextSibling?.textContent).toBe('Too many of us');
  expect(asked.getAllByRole('link').map((link) => link.textContent)).toEqual(['Project 3']);
  section('My interest 1').getByText('Project finished');
});

/** Waits longer, since new rows appear only once the reader rests. */
const atRest = <Found,>(find: () => Found): Promise<Found> => waitFor(find, { timeout: 10_000 });

it('follows live decisions, and offers Withdraw only while it is possible', async () => {
  serveWork();
  showWork();
  await waitFor(() => section('My interest 1'));
  act(() => {
    requests.patch(4, { status: 'accepted' });
    requests.patch(3, { status: 'withdrawn' });
    interests.patch(id, { status: 'denied' });
    projects.upsert(project(9, { current_members: 4 }));
  });
  await atRest(() => section('Teams I’m in 1').getByRole('button', { name: 'Leave Project 4' }));
  const asked = section('My join requests 2');
  asked.getByText('Withdrawn');
  expect(asked.queryByRole('button')).toBeNull();
  section('My interest 1').getByText('Denied');
  section('Projects I created 1').getByText('4/5 members');
  // The server's counts stay while an event changes the rest.
  section('Projects I created 1').getByText('2 join requests');
});

it('waits for the projects to ask next, and shows no empty card if there are none', async () => {
  const late = held(ok({ projects: [] }, 0));
  const { of } = serveWork({
    'GET /api/project-requests/mine': () => ok({ requests: [mine(4, { status: 'rejected' })] }, 1),
    'GET /api/projects/suited': late.reply,
  });
  showWork();
  await waitFor(() => expect(of('GET /api/projects/suited')).toHaveLength(1));
  screen.getByText('Loading your work');
  late.release();
  const next = (await screen.findByRole('region', { name: 'My join requests 1' })).nextElementSibling;
  expect([next?.textContent, next?.className]).toEqual(['', expect.stringContaining('empty:hidden')]);
});

it('withdraws an accepted member’s other requests after a confirmation, in one call', async () => {
  const waiting = [mine(6), mine(5, { place: 2 })];
  const { of } = serveWork({
    'GET /api/project-requests/mine': ({ query }) =>
      query.get('status') === 'accepted'
        ? ok({ requests: [mine(3, { status: 'accepted' })] }, 1)
        : ok({ requests: [...waiting, mine(4, { offered_until: soon }), mine(3, { status: 'accepted' })] }, 4),
    // The other one was decided in the meantime.
    'POST /api/project-requests/withdrawals': () =>
      ok({ requests: [mine(6, { status: 'withdrawn' }), mine(5, { status: 'rejected' })] }, 2),
  });
  const user = showWork();
  const withdraw = { name: 'Withdraw my other requests (2)' };
  const asked = await waitFor(() => section('My join requests 2'));
  await user.click(asked.getByRole('button', withdraw));
  const question = within(asked.getByRole('group', { name: 'Withdraw 2 other requests?' }));
  await user.click(question.getByRole('button', { name: 'Keep them' }));
  await user.click(asked.getByRole('button', withdraw));
  await user.dblClick(asked.getByRole('button', { name: 'Withdraw' }));
  await screen.findByText('Withdrew 1 request');
  expect(of('POST /api/project-requests/withdrawals').map(({ body }) => body)).toEqual([{ request_ids: [6, 5] }]);
  expect(asked.queryByRole('button', { name: /other request/u })).toBeNull();
});

it('offers to withdraw the other requests only to accepted members, and reports a failure', async () => {
  serveWork({
    'GET /api/project-requests/mine': () => ok({ requests: [mine(5), mine(4), mine(3, { status: 'rejected' })] }, 3),
    'POST /api/project-requests/withdrawals': () => 'network',
  });
  const user = showWork();
  await waitFor(() => section('My interest 1'));
  expect(screen.queryByRole('button', { name: /other request/u })).toBeNull();
  act(() => requests.patch(3, { status: 'accepted' }));
  await user.click(screen.getByRole('button', { name: 'Withdraw my other requests (2)' }));
  await user.click(within(screen.getByRole('group')).getByRole('button', { name: 'Withdraw' }));
  await screen.findByText('Failed to withdraw join requests. Check your connection and try again.');
  expect(screen.queryByRole('group')).toBeNull();
});

it('shows a request’s place on the waitlist, and lets a seat offer be accepted or declined', async () => {
  const until = new Date(Date.now() + hourMs).toISOString();
  const { of } = serveWork({
    'PUT /api/project-requests/:id/offer': () =>
      ok({ request: mine(4, { status: 'accepted' }), current_members: 2 }, 1),
  });
  const user = showWork();
  await waitFor(() => section('My interest 1'));
  const asked = section('My join requests 2');
  act(() => requests.patch(4, { place: 3 }));
  asked.getByText('On the waitlist');
  asked.getByText(/^3rd on the waitlist/u);
  asked.getByRole('button', { name: 'Withdraw the request to join Project 4' });
  act(() => requests.patch(4, { place: undefined, offered_until: until }));
  // Items that need an answer come first, and only once.
  const offered = await atRest(() => section('Seats offered to me 1'));
  expect(screen.getAllByRole('region')[0]).toBe(screen.getByRole('region', { name: 'Seats offered to me 1' }));
  section('My join requests 1');
  expect(screen.getAllByText('Project 4')).toHaveLength(1);
  offered.getByText('Seat offered');
  offered.getByText(/^A free seat is offered to you until/u);
  offered.getByRole('button', { name: 'Decline the seat in Project 4' });
  await user.click(offered.getByRole('button', { name: 'Accept the seat in Project 4' }));
  await waitFor(() => section('Teams I’m in 2'));
  expect(of('PUT /api/project-requests/:id/offer').map(({ body }) => body)).toEqual([{ status: 'accepted' }]);
  // An ended offer isn't shown.
  act(() => requests.upsert(mine(5, { offered_until: '2026-01-01T00:00:00.000Z' })));
  await leave(user);
  await atRest(() => section('Seats offered to me 1').getByText('Seat offer expired'));
  expect(section('Seats offered to me 1').queryByRole('button', { name: /Project 5$/u })).toBeNull();
});

it('fetches the pending counts again when a request arrives', async () => {
  const { of } = serveWork();
  showWork();
  await waitFor(() => section('My interest 1'));
  const before = of('GET /api/projects/mine').length;
  act(() => requests.upsert(joinRequest({ id: 20, project_id: 9 })));
  await waitFor(() => expect(of('GET /api/projects/mine').length).toBeGreaterThan(before), { timeout: 2_000 });
});

it('shows five of the teams, and all at their address', async () => {
  const joined = Array.from({ length: 7 }, (_, index) => mine(90 - index, { status: 'accepted' }));
  serveWork({ 'GET /api/project-requests/mine': () => ok({ requests: joined }, 7) });
  const user = showWork();
  const teams = await waitFor(() => section('Teams I’m in 7'));
  expect(teams.getAllByRole('listitem')).toHaveLength(5);
  await user.click(teams.getByRole('link', { name: 'All teams' }));
  await waitFor(() => expect(section('Teams I’m in 7').getAllByRole('listitem')).toHaveLength(7));
});

/** Accepted requests, the newest ones, and an older pending one. */
const longAgo = (seats: number) => [
  ...Array.from({ length: seats }, (_, index) => mine(900 - index, { status: 'accepted' })),
  mine(4),
];

it.each([
  ['loads a request below many that became seats', 60],
  ['finds a request below those that a page loads, with one press', 320],
])('%s, and counts only that one', async (_, seats) => {
  const all = longAgo(seats);
  serveWork({
    'GET /api/project-requests/mine': ({ query }) => {
      const before = Number(query.get('before') ?? 1_000);
      const found = all.filter(({ id, status }) => id < before && (query.get('status') ?? status) === status);
      const page = found.slice(0, Number(query.get('limit') ?? 50));
      const total = query.get('status') === 'accepted' ? seats : seats + 1;
      return { body: { success: true, data: { requests: page, total, has_more: found.length > page.length } } };
    },
  });
  const user = showWork();
  const asked = await waitFor(() => section('My join requests 1'));
  if (seats > 200) {
    expect(asked.queryByText('Project 4')).toBeNull();
    await user.click(asked.getByRole('button', { name: 'Show more join requests' }));
  }
  await waitFor(() => section('My join requests 1').getByText('Project 4'));
  expect(asked.queryByRole('button', { name: 'Show more join requests' })).toBeNull();
});

it('doesn’t fetch the projects again for older requests, which change no count', async () => {
  const asked = (id: number) => joinRequest({ id, user_id: 20 + id });
  const { of } = serveWork({
    'GET /api/project-requests/incoming': ({ query }) => ({
      body: {
        success: true,
        data: query.has('before')
          ? { requests: [asked(30)], total: 2, has_more: false }
          : { requests: [asked(31)], total: 2, has_more: true },
      },
    }),
  });
  showWork();
  await waitFor(() => expect(incomingRequests.items()).toHaveLength(2));
  await waitFor(() => section('My interest 1'));
  await new Promise((resolve) => setTimeout(resolve, 700));
  // The finished ones, and all others.
  expect(of('GET /api/projects/mine')).toHaveLength(2);
});

it('keeps invitations that ended, and says how', async () => {
  const ended = {
    id: 61,
    project_id: 8,
    project_title: 'Kiosk',
    creator_id: 5,
    creator_name: 'Asha',
    user_id: ME,
    user_name: 'Me',
    message: '',
    created_at,
  };
  serveWork({
    'GET /api/invitations/received': ({ query }) =>
      query.get('ended') === 'yes'
        ? ok({ invitations: [{ ...ended, status: 'withdrawn', ended_by: 'project_closed' }] }, 1)
        : ok({ invitations: [] }, 0),
  });
  showWork();
  const list = await screen.findByRole('region', { name: /^Earlier invitations/u });
  within(list).getByText('New requests stopped');
  expect(within(list).getByRole('link', { name: 'Kiosk' }).getAttribute('href')).toBe('/projects/8');
});

it('marks a team whose project a moderator hid', async () => {
  serveWork({
    'GET /api/project-requests/mine': () =>
      ok({ requests: [mine(3, { status: 'accepted', project_hidden: true })] }, 1),
  });
  showWork();
  within(await screen.findByRole('region', { name: /^Teams I’m in/u })).getByText('Hidden by a moderator');
});

it('says at once that a team’s project is finished, and no longer is', async () => {
  serveWork({
    'GET /api/project-requests/mine': () =>
      ok({ requests: [mine(3, { status: 'accepted', project_finished: true })] }, 1),
  });
  showWork();
  const teams = within(await screen.findByRole('region', { name: /^Teams I’m in/u }));
  teams.getByText('Finished');
  act(() => applyUpdate(project(3)));
  expect(teams.queryByText('Finished')).toBeNull();
  act(() => applyUpdate(project(3, { state: 'finished' })));
  teams.getByText('Finished');
});

it('keeps the state in place of a decided request, beside its title, and leaves no line to the button that is gone', async () => {
  serveWork({ 'GET /api/project-requests/mine': () => ok({ requests: [mine(3)] }, 1) });
  showWork();
  const row = within(await screen.findByRole('region', { name: /^My join requests/u }));
  const title = row.getByRole('link', { name: 'Project 3' }).parentElement;
  expect(title?.textContent).toBe('Project 3Pending');
  // Its button is in the same line.
  const button = row.getByRole('button', { name: /^Withdraw the request/u });
  expect(title?.nextElementSibling?.contains(button)).toBe(true);
  act(() => requests.patch(3, { status: 'withdrawn' }));
  expect(title?.textContent).toBe('Project 3Withdrawn');
});

it.each([
  ['join requests', 'GET /api/project-requests/incoming', /^Join requests to my projects/u],
  ['interest', 'GET /api/projects/connections/incoming', /^Interest in my projects/u],
  ['invitations', 'GET /api/invitations/received', /^Invitations to me/u],
] as const)('says in its own part that %s failed to load', async (what, call, name) => {
  serveWork({
    [call]: ({ query }: { query: URLSearchParams }) => (query.has('ended') ? ok({ invitations: [] }, 0) : 'network'),
  });
  // A refresh fetches them on any screen.
  await receivedInvitations.load();
  showWork();
  const region = await screen.findByRole('region', { name });
  within(region).getByText(`Failed to load ${what}`);
  within(region).getByRole('button', { name: 'Retry' });
});

it('names each interest to answer for assistive technology', async () => {
  serveWork({ 'GET /api/projects/connections/incoming': () => ok({ connections: [interest] }, 1) });
  showWork();
  const row = await screen.findByRole('article', { name: `${interest.requester_name}’s interest` });
  within(row).getByRole('button', { name: `Approve ${interest.requester_name}` });
});

it('reports a list that cannot be loaded, and shows the next step in place of empty lists', async () => {
  let reply: Reply = 'network';
  serveWork({
    'GET /api/projects/mine': () => reply,
    'GET /api/project-requests/mine': () => ok({ requests: [] }, 0),
    'GET /api/projects/connections/mine': () => ok({ connections: [] }, 0),
  });
  const user = showWork();
  await screen.findByText('Failed to load projects');
  expect(screen.queryByRole('region', { name: /^Teams/u })).toBeNull();
  screen.getByText('Nothing here yet');
  reply = ok({ projects: [] }, 0);
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(screen.queryByText('Failed to load projects')).toBeNull());
  screen.getByRole('link', { name: 'Browse projects' });
  expect(screen.queryByRole('heading', { level: 2 })).toBeNull();
});

it('shows the finished projects although the others failed to load, and one failure if both did', async () => {
  let finished: Reply = 'network';
  serveWork({ 'GET /api/projects/mine': ({ query }) => (query.get('finished') === 'yes' ? finished : 'network') });
  showWork();
  await screen.findByText('Failed to load projects');
  expect(screen.queryByRole('region', { name: /^Projects I finished/u })).toBeNull();
  finished = ok({ projects: [project(9, { state: 'finished' })] }, 1);
  await act(() => myFinishedProjects.load());
  section('Projects I finished 1').getByRole('link', { name: 'Project 9' });
  screen.getByText('Failed to load projects');
});

it('shows its sections once all have loaded, so that none moves, and cached ones while the server does not answer', async () => {
  const { reply, release } = held(ok({ offers: [] }, 0));
  const { of } = serveWork({ 'GET /api/projects/offers': reply });
  const page = () => screen.queryByRole('region', { name: /^Projects I created/u });
  showWork();
  screen.getByText('Loading your work');
  await waitFor(() => expect(of('GET /api/projects/mine').length).toBeGreaterThan(0));
  expect(page()).toBeNull();
  cleanup();
  useSession.setState({ isUnanswered: true });
  showWork();
  expect(page()).not.toBeNull();
  // The server answers again, and the content stays.
  act(() => useSession.setState({ isUnanswered: false }));
  expect(page()).not.toBeNull();
  cleanup();
  showWork();
  expect(page()).toBeNull();
  release();
  await waitFor(() => expect(page()).not.toBeNull());
});

it('shows the loaded lists when one takes long', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  serveWork({ 'GET /api/projects/offers': held(ok({ offers: [] }, 0)).reply });
  showWork();
  await screen.findByText('Loading your work');
  await act(() => vi.advanceTimersByTimeAsync(WAITS_MAX_MS));
  section('Projects I created 1').getByRole('link', { name: 'Project 9' });
});

it('is fetched again with a refresh while it is on screen, and not afterwards', async () => {
  const { of } = serveWork();
  const asked = () => of('GET /api/projects/mine').length;
  showWork();
  await waitFor(() => section('My interest 1'));
  const before = asked();
  await act(refreshShownLists);
  expect(asked()).toBe(before + 2);
  cleanup();
  await refreshShownLists();
  expect(asked()).toBe(before + 2);
});

it('lists transfers to the member, and accepts one once', async () => {
  const taken = project(7, { creator_id: ME });
  let offers = [offer({ answer_by: new Date(nowMs() + 60_000).toISOString() })];
  const { of } = serveWork({
    'GET /api/projects/offers': () => ok({ offers }, offers.length),
    'PUT /api/projects/:id/offer/status': () => {
      offers = [];
      return { body: { success: true, data: { project: taken } } };
    },
  });
  const user = showWork();
  const offered = await waitFor(() => section('Transfers to me 1'));
  offered.getByText(/is leaving Sangam\. The first member of the team to accept becomes the creator of/u);
  offered.getByText(/^The project closes if nobody accepts by/u);
  // Only the number of items that need an answer is highlighted.
  expect(screen.getAllByRole('region').map((each) => each.querySelector('h2 .bg-accent') !== null)).toEqual(
    screen.getAllByRole('region').map((each) => each === screen.getByRole('region', { name: 'Transfers to me 1' })),
  );
  await user.dblClick(offered.getByRole('button', { name: 'Accept the transfer of Project 7' }));
  // The row shows the answer until the pointer has left.
  await offered.findByText('Accepted');
  await leave(user);
  await waitFor(() => expect(screen.queryByRole('region', { name: /^Transfers/u })).toBeNull());
  const sent = of('PUT /api/projects/:id/offer/status').map(({ path, body }) => [path, body]);
  expect(sent).toEqual([['/api/projects/7/offer/status', { status: 'accepted' }]]);
});

it('shows the member’s own answer to a transfer, even if a live update arrives first', async () => {
  let arrive = () => {};
  const { of } = serveWork({
    'GET /api/projects/offers': () => ok({ offers: [offer()] }, 1),
    'PUT /api/projects/:id/offer/status': () =>
      new Promise((resolve) => {
        arrive = () => resolve({ body: { success: true, data: { project: project(7, { creator_id: ME }) } } });
      }),
  });
  const user = showWork();
  const offered = await waitFor(() => section('Transfers to me 1'));
  offered.getByText(/^If you accept, you’ll manage it and answer its requests\..* stays in the team\.$/u);
  await user.click(offered.getByRole('button', { name: 'Accept the transfer of Project 7' }));
  expect(of('PUT /api/projects/:id/offer/status')).toHaveLength(1);
  act(() => transfers.remove(offer().id));
  await offered.findByText('Accepted');
  await act(async () => arrive());
  offered.getByText('Accepted');
});
