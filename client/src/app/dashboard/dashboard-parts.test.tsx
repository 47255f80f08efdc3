import { dayMs, hourMs } from '@sangam/shared/core/limits';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { dropProject } from '../../projects/state/project-changes';
import { loadSuited } from '../../projects/state/suited-projects';
import { incomingInterests } from '../../requests/state/interests';
import { myProjects, myTeams } from '../../requests/state/my-work';
import { incomingRequests, myRequests, requests } from '../../requests/state/requests';
import { fakeServer, refusal } from '../../testing/fake-server';
import { held } from '../../testing/held';
import { leave, show } from '../../testing/render';
import { interest, joinRequest, ME, member, OTHER, project } from '../../testing/samples';
import { IncomingInterests } from '../work/IncomingInterests';
import { AllJoinRequests, JoinRequests } from '../work/JoinRequests';
import { ActivityFeed } from './ActivityFeed';
import { FirstSteps } from './DashboardPage';
import { loadActivity, loadStats, recentProjects } from './dashboard-store';
import { FurtherAnswers } from './FurtherAnswers';
import { ProjectsToJoin } from './ProjectsToJoin';
import { RecentProjects } from './RecentProjects';
import { YourTeams } from './YourTeams';

type Reply = ReturnType<typeof refusal>;
const button = (name: string) => screen.getByRole('button', { name });
const ok = (data: unknown): Reply => ({ body: { success: true, data } });

it.each([
  {
    part: <ActivityFeed />,
    call: 'GET /api/dashboard/recent-activity',
    load: loadActivity,
    what: 'activity',
    data: [{ id: 'a', type: 'project', icon: 'Plus', message: 'You created it', time: '2026-01-01T00:00:00.000Z' }],
    shows: 'You created it',
  },
  {
    part: <RecentProjects above={[]} />,
    call: 'GET /api/projects',
    load: recentProjects.load,
    what: 'projects',
    data: {
      projects: [{ ...project(7), creator_id: member.id + 1 }],
      my_join_requests: [{ id: 3, project_id: 7, status: 'pending', created_at: '2026-01-01T00:00:00.000Z' }],
      has_more: false,
    },
    // The member's state in the project, even if their request is old.
    shows: 'Pending',
  },
  {
    part: <JoinRequests />,
    call: 'GET /api/project-requests/incoming',
    load: incomingRequests.load,
    what: 'join requests',
    data: { requests: [joinRequest()], has_more: false },
    shows: 'Other',
  },
] as const)(
  '$what that cannot be loaded say so, and load with Retry',
  async ({ part, call, load, what, data, shows }) => {
    let reply: Reply = 'network';
    fakeServer({ [call]: () => reply });
    const user = show(part, { as: member });
    await load();
    await screen.findByText(`Failed to load ${what}`);
    reply = ok(data);
    await user.click(button('Retry'));
    await screen.findByText(shows);
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  },
);

it('a failure to load teams leaves the other rows, and Retry loads them', async () => {
  let reply: Reply = 'network';
  const seat = joinRequest({ user_id: ME, project_id: 8, project_title: 'Tide clock', status: 'accepted' });
  fakeServer({
    'GET /api/projects/mine': () => ok({ projects: [project(7)], has_more: false, total: 1 }),
    'GET /api/project-requests/mine': () => reply,
  });
  const user = show(<YourTeams />, { as: member });
  await Promise.all([myProjects.load(), myTeams.load()]);
  await screen.findByText('Failed to load teams');
  screen.getByText('Project 7');
  reply = ok({ requests: [seat], has_more: false, total: 1 });
  await user.click(button('Retry'));
  await screen.findByText('Tide clock');
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
});

it('recent projects say so when all of them are among those that fit the member’s skills', async () => {
  fakeServer({
    'GET /api/projects': () => ok({ projects: [project(7)], has_more: false }),
    'GET /api/projects/suited': () => ok({ projects: [{ ...project(7), covers: ['Go'], suited_by: 'skills' }] }),
  });
  show(<ProjectsToJoin />, { as: member });
  await act(() => loadSuited());
  await act(() => recentProjects.load());
  await screen.findByText('The newest projects are listed above.');
  expect(screen.getAllByRole('link', { name: 'Project 7' })).toHaveLength(1);
});

it('a suggestion the member asks to join moves to the recent projects, but not under the pointer', async () => {
  const listed = [7, 8].map((id) => project(id, { creator_id: OTHER }));
  fakeServer({
    'GET /api/projects': () => ok({ projects: listed, has_more: false }),
    'GET /api/projects/suited': () =>
      ok({ projects: listed.map((each) => ({ ...each, covers: ['Go'], suited_by: 'skills' })) }),
  });
  const user = show(<ProjectsToJoin />, { as: member });
  await act(() => Promise.all([loadSuited(), recentProjects.load()]));
  const parts = () =>
    ['Projects that fit your skills', 'Recent projects'].map((name) => screen.getByRole('region', { name }));
  await user.hover(button('Join Project 7'));
  act(() => requests.upsert(joinRequest({ user_id: ME, project_id: 7 })));
  screen.getByText('Pending');
  expect(screen.getAllByRole('link', { name: 'Project 7' })).toHaveLength(1);
  await leave(user);
  const titles = () => parts().map((part) => within(part).getAllByRole('link', { name: /^Project/u }));
  await waitFor(() =>
    expect(titles().map((links) => links.map(({ textContent }) => textContent))).toEqual([
      ['Project 8'],
      ['Project 7'],
    ]),
  );
});

it('a project that is deleted keeps its place while the pointer is in its list', async () => {
  let newest = [9, 7, 5];
  const suited = [8, 6].map((id) => ({ ...project(id, { creator_id: OTHER }), covers: ['Go'], suited_by: 'skills' }));
  fakeServer({
    'GET /api/projects': () =>
      ok({ projects: newest.map((id) => project(id, { creator_id: OTHER })), has_more: false }),
    'GET /api/projects/suited': () => ok({ projects: suited }),
  });
  const user = show(<ProjectsToJoin />, { as: member });
  await act(() => Promise.all([loadSuited(), recentProjects.load()]));
  const titles = () => screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
  newest = [7, 5, 3];
  for (const [over, gone] of [
    ['Project 7', 9],
    ['Project 6', 8],
  ] as const) {
    await user.hover(screen.getByText(over));
    act(() => dropProject({ id: gone, title: `Project ${gone}`, creator_id: OTHER }));
  }
  const item = (id: number) => within(screen.getByText(`Project ${id}`).closest('article') ?? document.body);
  for (const id of [8, 9]) item(id).getByText('No longer available');
  await screen.findByText('Project 3');
  expect(titles()).toEqual([8, 6, 9, 7, 5, 3].map((id) => `Project ${id}`));
  await leave(user);
  await waitFor(() => expect(titles()).toEqual([6, 7, 5, 3].map((id) => `Project ${id}`)));
});

it.each([
  {
    part: <ActivityFeed />,
    call: 'GET /api/dashboard/recent-activity',
    load: loadActivity,
    data: [],
    says: 'No activity yet',
  },
  {
    part: <RecentProjects above={[]} />,
    call: 'GET /api/projects',
    load: recentProjects.load,
    data: { projects: [], has_more: false },
    says: 'No projects listed right now',
  },
  {
    part: <JoinRequests />,
    call: 'GET /api/project-requests/incoming',
    load: incomingRequests.load,
    data: { requests: [], has_more: false },
    says: 'No pending requests',
  },
] as const)('an empty part says “$says”', async ({ part, call, load, data, says }) => {
  fakeServer({ [call]: () => ok(data) });
  show(part, { as: member });
  await load();
  await screen.findByText(says);
});

const lineOf = (id: number, rest: object) => ({
  id,
  type: 'project',
  icon: 'Plus',
  time: '2026-01-01T00:00:00.000Z',
  ...rest,
});
/** A line that the list of requests already shows. */
const askedLine = lineOf(2, {
  kind: 'request:received',
  message: 'Other asked to join',
  project_id: 7,
  member_id: OTHER,
});

it('starts the activity with older lines if other sections show all the newest, even while the reader moves', async () => {
  const older = held<Reply>({
    body: { success: true, data: [lineOf(1, { message: 'You created “Kite”' })], has_more: false },
  });
  fakeServer({
    'GET /api/project-requests/incoming': () => ok({ requests: [joinRequest()], has_more: false, total: 1 }),
    'GET /api/dashboard/recent-activity': ({ query }) =>
      query.has('before') ? older.reply() : { body: { success: true, data: [askedLine], has_more: true } },
  });
  const user = show(<ActivityFeed />, { as: member });
  await incomingRequests.load();
  await loadActivity();
  await screen.findByText('Loading activity');
  await user.hover(button('Show more activity'));
  older.release();
  await screen.findByText('You created “Kite”');
});

it('offers Retry if those older lines can’t be fetched', async () => {
  let fails = true;
  fakeServer({
    'GET /api/project-requests/incoming': () => ok({ requests: [joinRequest()], has_more: false, total: 1 }),
    'GET /api/dashboard/recent-activity': ({ query }) => {
      if (!query.has('before')) return { body: { success: true, data: [askedLine], has_more: true } };
      if (fails) return 'network';
      return { body: { success: true, data: [lineOf(1, { message: 'You created “Kite”' })], has_more: false } };
    },
  });
  const user = show(<ActivityFeed />, { as: member });
  await incomingRequests.load();
  await loadActivity();
  const retry = await screen.findByRole('button', { name: 'Retry' });
  expect(screen.queryByText('Loading activity')).toBeNull();
  fails = false;
  await user.click(retry);
  await screen.findByText('You created “Kite”');
});

it('counts all requests beyond a page, shows more on request, and loads more as they are answered', async () => {
  const pages: number[][] = [];
  fakeServer({
    'GET /api/project-requests/incoming': ({ query }) => {
      const before = Number(query.get('before') ?? 88);
      const ids = Array.from({ length: 87 }, (_, index) => 87 - index).filter((id) => id < before);
      const page = ids.slice(0, Number(query.get('limit')));
      pages.push(page);
      const list = page.map((id) => joinRequest({ id, user_name: `Member ${id}` }));
      return ok({ requests: list, has_more: page.length < ids.length, total: 87 });
    },
    'PUT /api/project-requests/:id/status': (_, id) =>
      ok({ request: joinRequest({ id, status: 'rejected' }), current_members: 1 }),
  });
  const user = show(<AllJoinRequests title="Join requests" />, { as: member });
  await incomingRequests.load();
  await screen.findByText('87 pending requests');
  expect(screen.getAllByText('Members you accept can read the whole team chat.')).toHaveLength(1);
  expect(document.querySelectorAll('article')).toHaveLength(50);
  screen.getByText('Show more join requests');
  await user.click(screen.getByLabelText('Reject Member 87'));
  await user.click(button('Reject request'));
  await screen.findByText('86 pending requests');
  requests.upsert(joinRequest({ id: 88 }));
  await screen.findByText('87 pending requests');
  // Answering the requests on screen loads the next ones.
  act(() => {
    for (let id = 88; id > 46; id -= 1) requests.patch(id, { status: 'rejected' });
  });
  await screen.findByLabelText('Accept Member 1');
  screen.getByText('46 pending requests');
  expect(screen.queryByText('Show more join requests')).toBeNull();
  expect(pages.map(([first]) => first)).toEqual([87, 37]);
});

it('keeps a request whose decision fails, and reports it; a decided one disappears', async () => {
  let reply: () => Reply | Promise<Reply> = () => 'network';
  const { of } = fakeServer({
    'GET /api/project-requests/incoming': () => ok({ requests: [joinRequest()], has_more: false }),
    'PUT /api/project-requests/:id/status': () => reply(),
  });
  const user = show(<JoinRequests />, { as: member });
  await incomingRequests.load();
  await user.click(await screen.findByRole('button', { name: 'Accept Other' }));
  await screen.findByText('Failed to update join request. Check your connection and try again.');
  screen.getByText('1 pending request');
  const late = held<Reply>(ok({ request: joinRequest({ status: 'accepted' }), current_members: 2 }));
  reply = late.reply;
  await user.click(button('Accept Other'));
  // Both buttons wait while an answer is being sent.
  await user.click(button('Reject Other'));
  late.release();
  await screen.findByText('Other joined Project 7');
  await waitFor(() => screen.getByText('0 pending requests'));
  expect(of('PUT /api/project-requests/:id/status').map(({ body }) => body)).toEqual([
    { status: 'accepted' },
    { status: 'accepted' },
  ]);
});

it('adds a request without a free seat to the waitlist, which removes it from the pending ones', async () => {
  const { of } = fakeServer({
    'GET /api/project-requests/incoming': () => ok({ requests: [joinRequest()], has_more: false, total: 1 }),
    'PUT /api/project-requests/:id/status': () => refusal(409, 'PROJECT_FULL', 'This project is already full.'),
    'PUT /api/project-requests/:id/line': () => ok({ request: joinRequest({ place: 2 }) }),
  });
  const user = show(<JoinRequests />, { as: member });
  await incomingRequests.load();
  await user.click(await screen.findByRole('button', { name: 'Accept Other' }));
  await screen.findByText('No free seat.');
  await user.click(button('Add to waitlist: Other'));
  await screen.findByText('Other is on the waitlist');
  screen.getByText('0 pending requests');
  // The row stays for a moment; it can still be rejected.
  screen.getByText(/^2nd on the waitlist/u);
  expect(screen.queryByRole('button', { name: /^(Accept|Add)/u })).toBeNull();
  button('Reject Other');
  await leave(user);
  await waitFor(() => expect(screen.queryByRole('button', { name: /Other$/u })).toBeNull());
  expect(of('PUT /api/project-requests/:id/status')).toHaveLength(1);
});

it('a decided request keeps its row, shows the outcome, and can be reopened there', async () => {
  const reopen_until = new Date(Date.now() + hourMs).toISOString();
  const { of } = fakeServer({
    'GET /api/project-requests/incoming': () => ok({ requests: [joinRequest()], has_more: false, total: 1 }),
    'PUT /api/project-requests/:id/status': () =>
      ok({ request: joinRequest({ status: 'rejected', reopen_until, end_word: 'Sorry' }), current_members: 1 }),
    'POST /api/project-requests/:id/reopen': () => ok({ request: joinRequest() }),
  });
  const user = show(<JoinRequests />, { as: member });
  await incomingRequests.load();
  await user.dblClick(await screen.findByRole('button', { name: 'Reject Other' }));
  // The question leaves the request readable.
  screen.getByRole('group', { name: 'Reject Other' });
  screen.getByText(joinRequest().message);
  await user.click(button('Cancel'));
  expect(screen.queryByRole('group', { name: 'Reject Other' })).toBeNull();
  await user.click(button('Reject Other'));
  await user.click(screen.getByRole('radio', { name: 'Other skills are needed' }));
  await user.type(screen.getByLabelText('Note to the applicant (optional)'), ' Next time! ');
  await user.dblClick(button('Reject request'));
  await screen.findByText('Rejected');
  screen.getByText('0 pending requests');
  screen.getByText(joinRequest().message);
  // The reason and the note stay in their place.
  screen.getByDisplayValue('Next time!', { normalizer: (text) => text.trim() });
  expect(screen.queryByText('No pending requests')).toBeNull();
  await user.dblClick(button('Reopen Other’s request'));
  await screen.findByText('1 pending request');
  button('Accept Other');
  expect(of('POST /api/project-requests/:id/reopen')).toHaveLength(1);
  expect(of('PUT /api/project-requests/:id/status').map(({ body }) => body)).toEqual([
    { status: 'rejected', reason: 'other_skills', word: 'Next time!' },
  ]);
});

it('shows the outcome of an interest in place of its buttons, gives it their focus, and sends it once', async () => {
  const { of } = fakeServer({
    'GET /api/projects/connections/incoming': () => ok({ connections: [interest], has_more: false, total: 1 }),
    'PUT /api/projects/connections/:id': () => ok({ connection: { ...interest, status: 'approved' } }),
  });
  const user = show(<IncomingInterests />, { as: member });
  await act(() => incomingInterests.load());
  (await screen.findByRole('button', { name: 'Approve Other' })).focus();
  await user.keyboard('{Enter}{Enter}');
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Approved'));
  expect(screen.queryByRole('button', { name: /^(Approve|Deny) / })).toBeNull();
  expect(of('PUT /api/projects/connections/:id')).toHaveLength(1);
});

it('shows in place of its button that a waitlist awaiting confirmation was left', async () => {
  const waiting = joinRequest({ user_id: ME, place: 2, waits_until: new Date(Date.now() + dayMs).toISOString() });
  fakeServer({
    'GET /api/project-requests/mine': () => ok({ requests: [waiting], has_more: false, total: 1 }),
    'DELETE /api/project-requests/:id': () =>
      ok({ request: { ...waiting, place: undefined, status: 'withdrawn', ended_by: 'withdrawn' } }),
  });
  const user = show(<FurtherAnswers />, { as: member });
  await act(() => myRequests.load());
  await user.click(await screen.findByRole('button', { name: 'Withdraw the request to join Project 7' }));
  screen.getByText(/^You lose your place on the waitlist\./u);
  await user.click(screen.getByRole('button', { name: 'Withdraw request' }));
  await screen.findByText('Withdrawn');
  expect(screen.queryByRole('button', { name: /^Withdraw/u })).toBeNull();
});

it('a request decided elsewhere keeps its row under the pointer, and disappears when pointer and focus leave', async () => {
  const list = [joinRequest({ id: 6, user_name: 'Bina' }), joinRequest({ id: 5, user_name: 'Devi' })];
  fakeServer({ 'GET /api/project-requests/incoming': () => ok({ requests: list, has_more: false, total: 2 }) });
  const user = show(<JoinRequests />, { as: member });
  await incomingRequests.load();
  const names = () => screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent);
  await user.hover(await screen.findByText('Bina'));
  act(() => requests.patch(6, { status: 'withdrawn' }));
  expect(names()).toEqual(['Devi', 'Bina']);
  screen.getByText('Withdrawn');
  // A new request moves nothing either.
  act(() => requests.upsert(joinRequest({ id: 9, user_name: 'Chitra' })));
  expect(names()).toEqual(['Devi', 'Bina']);
  await user.hover(document.body);
  await waitFor(() => expect(names()).toEqual(['Devi', 'Chitra']), { timeout: 10_000 });
});

it('links an activity to its project or chat; one without ids stays text', async () => {
  const line = { type: 'project', icon: 'Plus', time: '2026-01-01T00:00:00.000Z' };
  const data = [
    { ...line, id: 3, message: 'Devi wrote', project_id: null, user_id: 4 },
    { ...line, id: 2, message: 'You created “Rover”', project_id: 7, user_id: null },
    { ...line, id: 1, message: 'From before', project_id: null, user_id: null },
  ];
  fakeServer({ 'GET /api/dashboard/recent-activity': () => ({ body: { success: true, data, has_more: false } }) });
  show(<ActivityFeed />, { as: member });
  await loadActivity();
  const href = (name: RegExp) => screen.getByRole('link', { name }).getAttribute('href');
  await screen.findByText('Devi wrote');
  expect(href(/Devi wrote/u)).toBe('/messages/4');
  expect(href(/You created/u)).toBe('/projects/7');
  expect(screen.queryByRole('link', { name: /From before/u })).toBeNull();
});

it.each([
  ['sees what to do first', 0, 1],
  ['sees no first steps with a project of their own', 1, 0],
])('a member %s', async (_, totalProjects, shown) => {
  fakeServer({
    'GET /api/dashboard/stats': () => ok({ totalProjects, activeCollaborations: 0 }),
    'GET /api/project-requests/mine': () => ok({ requests: [], has_more: false }),
  });
  show(<FirstSteps />, { as: member });
  await act(() => Promise.all([loadStats(), myRequests.load()]));
  await waitFor(() => expect(screen.queryAllByRole('heading', { name: 'Start here' })).toHaveLength(shown));
  expect(screen.queryAllByRole('link', { name: 'Browse projects' })).toHaveLength(shown);
});

it('fetches older activity while other sections show all of the fetched lines', async () => {
  const asked = (id: number) => ({
    id: `${id}`,
    kind: 'request:received',
    type: 'join_request',
    icon: 'Users',
    message: `Line ${id}`,
    project_id: 7,
    member_id: 20 + id,
    user_id: null,
    time: new Date().toISOString(),
  });
  const pages = [[asked(3)], [asked(2)], [{ ...asked(1), kind: 'project:created' }]];
  const { of } = fakeServer({
    'GET /api/dashboard/recent-activity': () => {
      const data = pages.shift() ?? [];
      return { body: { success: true, data, has_more: pages.length > 0 } };
    },
    'GET /api/project-requests/incoming': () =>
      ok({
        requests: [3, 2].map((id) => joinRequest({ id, project_id: 7, user_id: 20 + id })),
        total: 2,
        has_more: false,
      }),
  });
  show(<ActivityFeed />, { as: member });
  await act(() => Promise.all([incomingRequests.load(), loadActivity()]));
  await screen.findByText('Line 1');
  const calls = of('GET /api/dashboard/recent-activity').map(({ query }) => query.get('limit') ?? query.get('before'));
  expect(calls).toEqual(['12', '3', '2']);
});

describe('the number above the activity', () => {
  const line = (id: string, daysAgo: number) => ({
    id,
    type: 'project',
    icon: 'Plus',
    message: `Line ${id}`,
    project_id: null,
    user_id: null,
    time: new Date(Date.now() - daysAgo * dayMs).toISOString(),
  });
  const feed = async (lines: readonly object[], has_more: boolean) => {
    fakeServer({
      'GET /api/dashboard/recent-activity': () => ({ body: { success: true, data: lines, has_more } }),
      // This number includes lines that other sections show.
      'GET /api/dashboard/stats': () => ok({ totalProjects: 1, recentActivity: 9 }),
    });
    show(<ActivityFeed />, { as: member });
    await act(() => Promise.all([loadActivity(), loadStats()]));
  };

  it('counts this week’s lines', async () => {
    await feed([line('1', 0), line('2', 6), line('3', 8)], true);
    screen.getByText('2 this week');
  });

  it('says that Show more loads more of this week’s lines', async () => {
    await feed([line('1', 0), line('2', 1)], true);
    screen.getByText('2+ this week');
    button('Show more activity');
  });

  it('is absent in a quiet week', async () => {
    await feed([line('1', 9)], false);
    screen.getByText('Line 1');
    expect(screen.queryByText(/this week/u)).toBeNull();
  });
});
