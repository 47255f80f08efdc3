import { act, screen, waitFor } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { setConnection } from '../../core/realtime/connection-status';
import { loadNotifications } from '../../notices/state/notifications';
import { applyTransfer, applyUpdate } from '../../projects/state/project-changes';
import { projects } from '../../projects/state/project-table';
import { useSuited } from '../../projects/state/suited-projects';
import { incomingInterests } from '../../requests/state/interests';
import { receivedInvitations } from '../../requests/state/invitations';
import { incomingRequests, myRequests } from '../../requests/state/requests';
import { fakeServer } from '../../testing/fake-server';
import { held } from '../../testing/held';
import { creatorChange } from '../../testing/live-samples';
import { show } from '../../testing/render';
import { inboxItem, interest, invitation, joinRequest, ME, member, OTHER, offer, project } from '../../testing/samples';
import { ProjectsPage } from '../projects/ProjectsPage';
import { DashboardPage } from './DashboardPage';
import { loadActivity } from './dashboard-store';

const ok = (data: object) => ({ body: { success: true, data } });
const nothing = { has_more: false, total: 0 };
const stats = { totalProjects: 0, activeCollaborations: 0, totalMessages: 0, recentActivity: 0 };
const left = inboxItem(8, { kind: 'seat:left', title: 'Project 8' });
const inbox = ok({ items: [left], has_more: false, total: 1, unread: 1, version: 1 });

/** Shows a new member's dashboard, and loads its lists. */
async function begin(
  reply: () => typeof inbox | Promise<typeof inbox>,
  invited: object[] = [],
  others: Parameters<typeof fakeServer>[0] = {},
  page = <DashboardPage />,
) {
  const server = fakeServer({
    'GET /api/invitations/received': () => ok({ invitations: invited, ...nothing, total: invited.length }),
    'GET /api/dashboard/stats': () => ok(stats),
    'GET /api/dashboard/recent-activity': () => ({ body: { success: true, data: [], has_more: false } }),
    'GET /api/projects': () => ok({ projects: [], my_join_requests: [], ...nothing }),
    'GET /api/projects/mine': () => ok({ projects: [], ...nothing }),
    'GET /api/project-requests/incoming': () => ok({ requests: [], ...nothing }),
    'GET /api/project-requests/mine': () => ok({ requests: [], ...nothing }),
    'GET /api/inbox': reply,
    ...others,
  });
  show(page, { as: member });
  // In the application, the first refresh fetches these.
  const lists = [incomingRequests, incomingInterests, myRequests, receivedInvitations];
  await Promise.all([loadNotifications(), ...lists.map((list) => list.load())]);
  return server;
}

it('shows its sections once all have loaded, so that none moves', async () => {
  const { reply, release } = held(inbox);
  const loaded = begin(reply);
  screen.getByText('Loading your dashboard');
  expect(screen.queryByRole('region')).toBeNull();
  release();
  await loaded;
  for (const name of ['Start here', 'While you were away', 'Recent projects', 'Quick actions'])
    await screen.findByRole('region', { name });
  expect(screen.queryByText('Loading your dashboard')).toBeNull();
});

it('shows the loaded sections when one takes long', async () => {
  void begin(held(inbox).reply);
  screen.getByText('Loading your dashboard');
  await waitFor(() => screen.getByRole('region', { name: 'Start here' }));
  expect(screen.queryByRole('region', { name: 'While you were away' })).toBeNull();
});

const ownProject = { 'GET /api/projects/mine': () => ok({ projects: [project(7)], ...nothing, total: 1 }) };

const incoming = (count: number) => ({
  'GET /api/project-requests/incoming': () => {
    const requests = Array.from({ length: count }, (_, index) => joinRequest({ id: count - index }));
    return ok({ requests, has_more: false, total: count });
  },
});

/** Puts only this many rows of each list on screen. */
function showRows(count: number): void {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      targets: Element[] = [];
      constructor(private readonly report: (entries: { isIntersecting: boolean; target: Element }[]) => void) {}
      observe(target: Element) {
        this.targets.push(target);
        if (this.targets.length <= count) queueMicrotask(() => this.report([{ isIntersecting: true, target }]));
      }
      disconnect() {}
      unobserve() {}
    },
  );
  onTestFinished(() => void vi.unstubAllGlobals());
}

it.each([0, 1])('marks offers’ notifications as read once they are on screen, %d rows of each', async (rows) => {
  const offered = joinRequest({ id: 31, user_id: ME, offered_until: '2099-01-01T00:00:00.000Z' });
  const items = [
    inboxItem(3, { kind: 'invitation:received', subject_id: invitation().id }),
    inboxItem(2, { kind: 'offer:received', subject_id: offer().id }),
    inboxItem(1, { kind: 'seat:offered', subject_id: 31 }),
  ];
  const seen = vi.fn();
  showRows(rows);
  await begin(() => ok({ items, has_more: false, total: 3, unread: 3, version: 1 }) as typeof inbox, [invitation()], {
    'GET /api/project-requests/mine': () => ok({ requests: [offered], ...nothing, total: 1 }),
    'GET /api/projects/offers': () => ok({ offers: [offer()], ...nothing, total: 1 }),
    'PUT /api/inbox/seen': ({ body }) => {
      seen(body);
      return ok({ unread: 3, version: 1, added: [], read_ids: [], cleared_ids: [] });
    },
  });
  for (const name of [/^Invitations to me/u, /^Transfers to me/u, /^Seats offered to me/u])
    await screen.findByRole('region', { name });
  const all = [
    { place: 'seats', subject_ids: [31] },
    { place: 'invitations', subject_ids: [invitation().id] },
    { place: 'transfers', subject_ids: [offer().id] },
  ];
  await waitFor(() =>
    expect(seen.mock.calls.map(([body]) => body)).toEqual(rows === 0 ? [] : expect.arrayContaining(all)),
  );
});

it('shows the three requests whose deadlines are next, and marks the notifications of those on screen as read', async () => {
  const requests = Array.from({ length: 33 }, (_, index) =>
    joinRequest({
      id: 33 - index,
      user_id: 100 + index,
      user_name: `Applicant ${33 - index}`,
      answer_by: `2099-01-${10 + ((index * 7) % 20)}T00:00:00.000Z`,
    }),
  );
  const next = requests.toSorted((a, b) => `${a.answer_by}`.localeCompare(`${b.answer_by}`) || a.id - b.id).slice(0, 3);
  const items = requests.map(({ id }) => inboxItem(id, { subject_id: id }));
  const seen = vi.fn();
  showRows(2);
  const { of } = await begin(
    () => ok({ items, has_more: false, total: 33, unread: 33, version: 1 }) as typeof inbox,
    [],
    {
      ...ownProject,
      'GET /api/project-requests/incoming': ({ query }) => {
        const rest = requests.filter(({ id }) => !query.has('before') || id < Number(query.get('before')));
        const page = rest.slice(0, 20);
        return ok({ requests: page, has_more: rest.length > page.length, total: 33 });
      },
      'PUT /api/inbox/seen': ({ body }) => {
        seen(body);
        return ok({
          unread: 31,
          version: 2,
          added: [],
          read_ids: next.slice(0, 2).map(({ id }) => id),
          cleared_ids: [],
        });
      },
    },
  );
  await screen.findByText('33 pending requests');
  const region = screen.getByRole('region', { name: /^Join requests/u });
  expect([...region.querySelectorAll('h3')].map(({ textContent }) => textContent)).toEqual(
    next.map(({ user_name }) => user_name),
  );
  expect(screen.getByRole('link', { name: 'All join requests' }).getAttribute('href')).toBe('/work#requests');
  await waitFor(() =>
    expect(seen).toHaveBeenCalledWith({ place: 'requests', subject_ids: next.slice(0, 2).map(({ id }) => id) }),
  );
  expect(seen.mock.calls.map(([body]) => body.place)).not.toContain('dashboard');
  expect(of('GET /api/project-requests/incoming').length).toBeGreaterThan(1);
});

it.each([
  ['above an empty list of join requests', 0, /^Invitations to me/u],
  ['below a few join requests', 3, /^Join requests/u],
  ['above a long list of join requests', 4, /^Invitations to me/u],
])('puts an invitation %s', async (_, count, heading) => {
  await begin(() => inbox, [invitation()], { ...ownProject, ...incoming(count) });
  await screen.findByText(`${count} pending requests`);
  const [first] = screen.getAllByRole('region').filter((region) => !/Start here/u.test(region.textContent ?? ''));
  expect(first?.textContent).toMatch(heading);
});

it.each([
  [
    'takes over',
    () => applyTransfer({ ...creatorChange, former_id: OTHER, creator_id: ME, creator_name: 'Me' }, ME),
    { creator_id: OTHER },
  ],
  ['reopens', () => applyUpdate(project(7)), { state: 'closed' as const }],
])('suggests members for a project that the member %s', async (_, change, before) => {
  const fitting = { id: 9, name: 'Asha', headline: '', college: 'IIT', skills: ['Go'], looks_for: '' };
  let chosen: object = { project: null, members: [] };
  const { of } = await begin(() => inbox, [], { 'GET /api/people/suggested': () => ok(chosen) });
  await screen.findByRole('region', { name: 'Start here' });
  act(() => projects.upsert(project(7, before)));
  chosen = { project: { id: 7, title: 'Project 7' }, members: [fitting] };
  act(change);
  await screen.findByRole('region', { name: 'People who fit your project' });
  screen.getByRole('link', { name: 'Asha' });
  expect(of('GET /api/people/suggested')).toHaveLength(2);
});

it('shows a new member no empty list of requests or activity, but each once it has an item', async () => {
  const line = { type: 'project', icon: 'Plus', message: 'You created “Project 7”', project_id: 7, user_id: null };
  let lines: object[] = [];
  await begin(() => ok({ items: [], has_more: false, total: 0, unread: 0, version: 1 }), [], {
    'GET /api/dashboard/recent-activity': () => ({ body: { success: true, data: lines, has_more: false } }),
  });
  await screen.findByRole('region', { name: 'Start here' });
  const part = (name: string) => screen.queryByRole('region', { name });
  expect([part('Join requests'), part('Recent activity')]).toEqual([null, null]);
  lines = [{ ...line, id: 1, kind: 'project:created', time: '2026-01-01T00:00:00.000Z' }];
  act(() => projects.upsert(project(7, { creator_id: ME })));
  await act(() => loadActivity());
  await screen.findByText('No pending requests');
  await screen.findByText('You created “Project 7”');
});

it('shows current suggestions after a reconnect', async () => {
  const fits = { name: 'Asha', headline: '', college: 'IIT', skills: ['Go'], looks_for: '' };
  let members = [{ id: 9, ...fits }];
  let suited = [project(21, { creator_id: OTHER })];
  await begin(() => inbox, [], {
    'GET /api/people/suggested': () => ok({ project: { id: 7, title: 'Project 7' }, members }),
    'GET /api/projects/suited': () =>
      ok({ projects: suited.map((each) => ({ ...each, covers: ['Go'], suited_by: 'skills' })) }),
  });
  await screen.findByRole('link', { name: 'Asha' });
  act(() => setConnection('away'));
  members = [{ id: 10, ...fits, name: 'Bina' }];
  suited = [...suited, project(22, { creator_id: OTHER })];
  act(() => setConnection('online'));
  await screen.findByRole('link', { name: 'Bina' });
  expect(screen.queryByRole('link', { name: 'Asha' })).toBeNull();
  await waitFor(() => expect(useSuited.getState().data?.map(({ id }) => id)).toEqual([21, 22]));
});

it('asks only once for members who fit a project if nobody does', async () => {
  const { of } = await begin(() => inbox, [], {
    'GET /api/people/suggested': () => ok({ project: null, members: [] }),
  });
  await screen.findByRole('region', { name: 'Start here' });
  for (const title of ['A', 'B', 'C']) act(() => applyUpdate(project(7, { title })));
  expect(of('GET /api/people/suggested')).toHaveLength(2);
});

it.each([
  ['dashboard', <DashboardPage key="dashboard" />],
  ['list', <ProjectsPage key="list" />],
])('the %s says when a member whose interest was denied may ask again', async (_, page) => {
  const denied = { ...interest, requester_id: ME, status: 'denied', ask_again_at: '2999-01-05T12:00:00.000Z' };
  const others = {
    'GET /api/projects': () => ok({ projects: [project(7, { creator_id: OTHER })], ...nothing }),
    'GET /api/projects/connections/mine': () => ok({ connections: [denied], ...nothing, total: 1 }),
  };
  await begin(() => inbox, [], others, page);
  await screen.findByText(/^Ask again from/u);
  expect(screen.queryByRole('button', { name: /^Join/u })).toBeNull();
});

it('shows what needs an answer first, then changes, teams and projects, and nothing twice', async () => {
  const line = (id: number, kind: string, member_id: number) => ({
    id,
    kind,
    member_id,
    project_id: 7,
    user_id: null,
    type: 'collaboration',
    icon: 'Users',
    message: `${kind} ${member_id}`,
    time: '2026-01-01T00:00:00.000Z',
  });
  const pending = joinRequest({ created_at: '2026-01-01T00:00:00.000Z' });
  const seat = { ...joinRequest({ id: 12, user_id: member.id, project_title: 'Offered' }), place: 1 };
  const others = { creator_id: member.id + 1, creator_name: 'Other' };
  fakeServer({
    'GET /api/dashboard/stats': () => ok({ ...stats, totalProjects: 1 }),
    'GET /api/dashboard/recent-activity': () => ({
      body: {
        success: true,
        data: [line(3, 'request:received', pending.user_id), line(2, 'request:received', 99)],
        has_more: false,
      },
    }),
    'GET /api/projects': () => ok({ projects: [project(21, others), project(20, others)], ...nothing }),
    'GET /api/projects/suited': () =>
      ok({ projects: [{ ...project(21, others), covers: ['Go'], suited_by: 'skills' }] }),
    'GET /api/projects/mine': () => ok({ projects: [project(7)], ...nothing, total: 1 }),
    'GET /api/projects/offers': () => ok({ offers: [offer()], ...nothing, total: 1 }),
    'GET /api/projects/connections/incoming': () => ok({ connections: [interest], ...nothing, total: 1 }),
    'GET /api/project-requests/incoming': () => ok({ requests: [pending], ...nothing, total: 1 }),
    'GET /api/project-requests/mine': ({ query }) =>
      ok({
        requests: query.get('status') === 'accepted' ? [] : [{ ...seat, offered_until: '2099-01-01T00:00:00.000Z' }],
        ...nothing,
        total: 1,
      }),
    'GET /api/inbox': () => inbox,
  });
  show(<DashboardPage />, { as: member });
  await Promise.all([
    loadNotifications(),
    ...[incomingRequests, incomingInterests, myRequests].map((list) => list.load()),
  ]);
  await screen.findByRole('button', { name: `Approve ${interest.requester_name}` });
  const regions = screen.getAllByRole('region').map((region) => region.getAttribute('aria-labelledby') ?? '');
  expect(regions.map((id) => document.getElementById(id)?.textContent?.replace(/\d+$/u, ''))).toEqual([
    ...['Join requests', 'Seats offered to me', 'Transfers to me', 'Interest in my projects', 'While you were away'],
    ...['Your teams', 'Projects that fit your skills', 'Recent projects', 'Your statistics'],
    ...['Quick actions', 'Recent activity', 'Platform features'],
  ]);
  expect(screen.getAllByRole('link', { name: 'Project 21' })).toHaveLength(1);
  screen.getByText('request:received 99');
  expect(screen.queryByText(`request:received ${pending.user_id}`)).toBeNull();
});
