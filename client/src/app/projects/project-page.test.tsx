import { hourMs } from '@sangam/shared/core/limits';
import type { User } from '@sangam/shared/people/users';
import type { Project, ProjectDeletion } from '@sangam/shared/projects/projects';
import type { JoinRequest } from '@sangam/shared/requests/join-requests';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { useTeams } from '../../chat/state/teams';
import { toListed } from '../../chat/state/teams.reduce';
import { moment } from '../../core/store/table';
import { nowMs } from '../../lib/clock';
import { members } from '../../people/state/members';
import { presence } from '../../people/state/presence';
import { loadProject } from '../../projects/state/project-pages';
import { projects } from '../../projects/state/project-table';
import { transfers } from '../../projects/state/transfers';
import { invitations } from '../../requests/state/invitations';
import { myRequests, requests } from '../../requests/state/requests';
import { fakeServer, refusal } from '../../testing/fake-server';
import { held } from '../../testing/held';
import { leave, settled, show } from '../../testing/render';
import { interest, invitation, joinRequest, ME, member, OTHER, offer, project, team } from '../../testing/samples';
import { reportDialog } from '../../trust/state/report-dialog';
import { dispatch } from '../live/subjects';
import { ProjectDetailPage } from './ProjectDetailPage';
import { ProjectView } from './ProjectView';

type Reply = ReturnType<typeof refusal>;
const theirs = project(7, { creator_id: OTHER, creator_name: 'Other', title: 'Stepwell puzzles' });
const page = {
  teamIds: [],
  teamSkills: [],
  teamRoles: {},
  answerRecord: null,
  isMember: false,
  creatorId: OTHER,
};
const detail = {
  success: true,
  project: {
    ...theirs,
    skills_needed: [],
    creator_college: '',
    creator_email: null,
    creator_skills: [],
    creator_github: null,
  },
  connections: [],
  team: [],
  my_connection: null,
  my_join_request: null,
  is_member: false,
};
const full = { ...theirs, current_members: 5 };

const button = (name: string) => screen.getByRole('button', { name });

it('reports a page that cannot be loaded, and loads it with Retry', async () => {
  let reply: Reply = 'network';
  fakeServer({ 'GET /api/projects/:id': () => reply });
  const user = show(<ProjectDetailPage />, { path: '/projects/7', route: '/projects/:id' });
  within(await screen.findByRole('alert')).getByText('Failed to load project details');
  reply = { body: detail };
  await user.click(button('Retry'));
  await screen.findByRole('heading', { name: 'Stepwell puzzles', level: 1 });
  screen.getByText('Login to request to connect with the project owner.');
});

it('shows links in a description as links, and everything else as text', async () => {
  // Preloaded, since loading it takes a while on a busy machine.
  await import('../../ui/LinkedText');
  const description = 'See https://example.org/a?b=1\nand <b>not</b> javascript:alert(1)';
  fakeServer({ 'GET /api/projects/:id': () => ({ body: { ...detail, project: { ...detail.project, description } } }) });
  show(<ProjectDetailPage />, { path: '/projects/7', route: '/projects/:id' });
  const link = await screen.findByRole('link', { name: 'https://example.org/a?b=1' });
  expect([link.getAttribute('href'), link.getAttribute('rel'), link.getAttribute('target')]).toEqual([
    'https://example.org/a?b=1',
    'noopener noreferrer nofollow ugc',
    '_blank',
  ]);
  const text = link.closest('p');
  expect(text?.textContent).toBe(description);
  expect(text?.querySelectorAll(':not(span)')).toHaveLength(1);
});

it.each([
  ['a short description before', 'A map of free seats.', ['description', 'actions']],
  ['a long description after', 'A map of free seats. '.repeat(40), ['actions', 'description']],
])('shows %s what the reader can do', async (_, description, order) => {
  fakeServer({ 'GET /api/projects/:id': () => ({ body: { ...detail, project: { ...detail.project, description } } }) });
  show(<ProjectDetailPage />, { path: '/projects/7', route: '/projects/:id' });
  await screen.findByText('Take part');
  const parts = screen.getAllByText(/^(?:A map of free seats|Take part)/u).filter((part) => !part.closest('[hidden]'));
  expect(parts.map((part) => (part.textContent === 'Take part' ? 'actions' : 'description'))).toEqual(order);
});

it('distinguishes a missing project from one that cannot be loaded', async () => {
  fakeServer({ 'GET /api/projects/:id': () => refusal(404, 'NOT_FOUND') });
  show(<ProjectDetailPage />, { path: '/projects/999', route: '/projects/:id' });
  await screen.findByRole('heading', { name: 'Project not found' });
  screen.getByText('The project you are looking for does not exist.');
});

describe('a project that is gone', () => {
  const ended = {
    project_id: 7,
    project_title: 'Stepwell puzzles',
    user_id: ME,
    status: 'withdrawn',
    ended_by: 'project_deleted',
  } as const;

  it.each([
    ['an applicant', 'join request', { requests: [joinRequest(ended)], invitations: [] }],
    ['an invited member', 'invitation', { requests: [], invitations: [invitation(ended)] }],
  ])('tells %s that it is gone, and what became of their %s', async (_, what, { requests, invitations }) => {
    const page = (rows: object) => ({ body: { success: true, data: { ...rows, has_more: false, total: 1 } } });
    fakeServer({
      'GET /api/projects/:id': () => refusal(404, 'PROJECT_NOT_FOUND'),
      'GET /api/projects/suited': () => ({ body: { success: true, data: { projects: [] } } }),
      'GET /api/project-requests/mine': () => page({ requests }),
      'GET /api/invitations/received': ({ query }) =>
        page({ invitations: query.get('ended') === 'yes' ? invitations : [] }),
    });
    show(<ProjectDetailPage />, { as: member, path: '/projects/7', route: '/projects/:id' });
    const words = await screen.findByText(/is no longer available/u);
    expect(words.textContent).toBe(`Stepwell puzzles is no longer available. Your ${what} ended with it.`);
    expect(screen.getByRole('link', { name: 'See my work' }).getAttribute('href')).toBe('/work');
  });
});

const left = { conversation_id: 31, members: [{ id: OTHER, name: 'Other' }] };
const leftTeam = { kind: 'left', conversation: 31, members: left.members };

it('offers a removed member to report the team, even once the project is deleted', async () => {
  const { of } = fakeServer({
    'GET /api/projects/:id': () => refusal(404, 'PROJECT_NOT_FOUND'),
    'GET /api/projects/suited': () => ({ body: { success: true, data: { projects: [] } } }),
    'GET /api/reports/members': () => ({ body: { success: true, data: left } }),
  });
  const user = show(<ProjectDetailPage />, { as: member, path: '/projects/7', route: '/projects/:id' });
  await user.click(await screen.findByRole('button', { name: 'Report a member of the team' }));
  expect(reportDialog.get()).toEqual(leftTeam);
  expect(of('GET /api/reports/members').map(({ query }) => query.get('project_id'))).toEqual(['7']);
  act(() => reportDialog.close());
});

it.each([
  ['removed', { ended_by: 'removed' }, true],
  ['left', { left_team: true }, true],
  ['withdrawn', {}, false],
] as const)('offers to report the team after a request that ended as %s: %s', async (_, end, isOffered) => {
  fakeServer({
    'GET /api/projects/:id': () => ({ body: detail }),
    'GET /api/reports/members': () => ({ body: { success: true, data: left } }),
  });
  act(() => requests.merge([joinRequest({ project_id: 7, user_id: ME, status: 'withdrawn', ...end })], moment()));
  show(<ProjectView project={theirs} page={page} userId={ME} />, { as: member });
  await screen.findByRole('button', { name: 'Report this project' });
  if (isOffered) await screen.findByRole('button', { name: 'Report a member of the team' });
  else expect(screen.queryByRole('button', { name: 'Report a member of the team' })).toBeNull();
});

it('closes a project that a moderator hides, and shows it once it is shown again', async () => {
  fakeServer({ 'GET /api/projects/:id': () => ({ body: detail }) });
  const page = <ProjectDetailPage />;
  show(page, { path: '/projects/7', route: '/projects/:id' });
  await screen.findByRole('heading', { name: 'Stepwell puzzles', level: 1 });
  const context = { me: ME, announce: () => undefined, eventsMissed: () => undefined };
  act(() => dispatch('project:deleted', { id: 7, title: 'Stepwell puzzles', creator_id: OTHER }, context));
  await screen.findByRole('heading', { name: 'Project not found' });
  cleanup();
  show(page, { path: '/projects/7', route: '/projects/:id' });
  await screen.findByRole('heading', { name: 'Stepwell puzzles', level: 1 });
});

it('shows a project again without a reload once a moderator shows it, but not a deleted one', async () => {
  const answers: Record<'visible' | 'hidden', Reply> = {
    visible: { body: detail },
    hidden: refusal(404, 'PROJECT_NOT_FOUND'),
  };
  let now: keyof typeof answers = 'hidden';
  fakeServer({
    'GET /api/projects/:id': () => answers[now],
    'GET /api/projects': () => ({
      body: { success: true, data: { projects: now === 'visible' ? [theirs] : [], has_more: false } },
    }),
  });
  const context = { me: ME, announce: () => undefined, eventsMissed: () => undefined };
  const send = (...[name, payload]: ['project:deleted', ProjectDeletion] | ['project:updated', Project]) =>
    act(() => (name === 'project:deleted' ? dispatch(name, payload, context) : dispatch(name, payload, context)));
  const found = () => screen.findByRole('heading', { name: 'Stepwell puzzles', level: 1 });
  const missing = () => screen.findByRole('heading', { name: 'Project not found' });

  // The page is opened while the project is hidden.
  show(<ProjectDetailPage />, { path: '/projects/7', route: '/projects/:id' });
  await missing();
  now = 'visible';
  send('project:updated', theirs);
  await found();
  // The project is hidden while the page is open. Late events change nothing.
  now = 'hidden';
  send('project:deleted', { id: 7, title: theirs.title, creator_id: OTHER });
  await missing();
  send('project:updated', theirs);
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  await missing();
  expect(projects.get(7)).toBeUndefined();
  now = 'visible';
  send('project:updated', theirs);
  await found();
});

it('closes a project that is deleted while its page is being fetched again', async () => {
  let reply: () => ReturnType<typeof refusal> | Promise<ReturnType<typeof refusal>> = () => ({ body: detail });
  fakeServer({ 'GET /api/projects/:id': () => reply() });
  show(<ProjectDetailPage />, { path: '/projects/7', route: '/projects/:id' });
  await screen.findByRole('heading', { name: 'Stepwell puzzles', level: 1 });
  const late = held({ body: detail });
  reply = late.reply;
  const context = { me: ME, announce: () => undefined, eventsMissed: () => undefined };
  await act(async () => {
    const fetched = loadProject(7);
    reply = () => refusal(404, 'PROJECT_NOT_FOUND');
    dispatch('project:deleted', { id: 7, title: 'Stepwell puzzles', creator_id: OTHER }, context);
    late.release();
    await fetched;
  });
  await screen.findByRole('heading', { name: 'Project not found' });
});

it('a visitor can message the creator after signing in', async () => {
  fakeServer({ 'GET /api/projects/:id': () => ({ body: detail }) });
  show(<ProjectDetailPage />, { path: '/projects/7', route: '/projects/:id' });
  const message = await screen.findByRole('link', { name: 'Message Other' });
  expect(message.getAttribute('href')).toBe(`/messages/${OTHER}?about=7`);
  // Screen readers list each landmark of a page, even an empty one.
  expect(screen.queryByRole('complementary')).toBeNull();
});

it.each<{
  joinState: string;
  as?: User;
  project?: Project;
  status?: JoinRequest['status'];
  primary: string[];
  quiet: string[];
}>([
  { joinState: 'visitor', primary: ['Sign in to join'], quiet: ["I'm Interested", 'Message Other'] },
  {
    joinState: 'visitor of a full team',
    project: full,
    primary: ['Sign in to join the waitlist'],
    quiet: ["I'm Interested", 'Message Other'],
  },
  {
    joinState: 'stranger',
    as: member,
    primary: ['Join the team'],
    quiet: ["I'm Interested", 'Message Other', 'Report this project'],
  },
  {
    joinState: 'asked',
    as: member,
    status: 'pending',
    primary: ['Message Other'],
    quiet: ['Withdraw', 'Report this project'],
  },
  {
    joinState: 'member',
    as: member,
    status: 'accepted',
    primary: ['Open team chat for Project 7'],
    quiet: ['Leave', 'Message Other', 'Report this project'],
  },
  {
    joinState: 'full',
    as: member,
    project: full,
    primary: ['Join the waitlist'],
    quiet: ["I'm Interested", 'Message Other', 'Report this project'],
  },
  {
    joinState: 'creator',
    as: { ...member, id: OTHER },
    primary: [],
    quiet: ['Show interest', 'Manage', 'Show invitations'],
  },
])(
  '$joinState: one loud action, and the others beside it',
  async ({ joinState, as, project: shown = theirs, status, primary, quiet }) => {
    if (status) requests.merge([joinRequest({ user_id: ME, status })], moment());
    if (joinState === 'member') useTeams.setState({ list: [toListed(team())] });
    fakeServer({});
    show(<ProjectView project={shown} page={page} userId={as?.id ?? null} />, as ? { as } : {});
    const names = (loud: boolean) =>
      [...document.querySelectorAll('button, a[class*="font-semibold"][class*="justify-center"]')]
        .filter((element) => element.className.split(' ').includes('bg-accent') === loud)
        .map((element) => element.getAttribute('aria-label') ?? element.textContent);
    // The creator's lists get no answer in this test, so they show Retry.
    await waitFor(() => expect(names(false)).toEqual(expect.arrayContaining([...quiet, 'Share project'])));
    if (joinState !== 'creator') expect(names(false)).toHaveLength(quiet.length + 1);
    expect(names(true)).toEqual(primary);
    // The difference is explained where both are offered.
    expect(screen.queryAllByText(/Interest takes no seat/u)).toHaveLength(
      quiet.concat(primary).includes("I'm Interested") ? 1 : 0,
    );
  },
);

it('shows a creator only once: on their card while they are alone, otherwise in the team', async () => {
  fakeServer({});
  members.upsert({ id: ME, name: 'Asha' });
  const view = (teamIds: number[]) => <ProjectView project={theirs} page={{ ...page, teamIds }} userId={OTHER} />;
  show(view([OTHER]), { as: { ...member, id: OTHER } });
  await screen.findByRole('heading', { name: 'Creator' });
  cleanup();
  show(view([OTHER, ME]), { as: { ...member, id: OTHER } });
  await screen.findByRole('heading', { name: 'Team' });
  expect(screen.queryByRole('heading', { name: 'Creator' })).toBeNull();
});

it('shows a creator first the items that need their answer, once all have loaded', async () => {
  const mine = { ...detail, project: { ...detail.project, creator_id: ME, questions: ['Why?'] } };
  const page = (list: object) => ({ body: { success: true, data: { ...list, has_more: false, total: 1 } } });
  const late = held(page({ requests: [joinRequest({ user_name: 'Devi Rao' })] }));
  fakeServer({
    'GET /api/projects/:id': () => ({ body: mine }),
    'GET /api/project-requests/incoming': ({ query }) =>
      query.get('waitlist') === 'no' ? late.reply() : page({ requests: [] }),
    'GET /api/projects/connections/incoming': () => page({ connections: [{ ...interest, requester_name: 'Ira Sen' }] }),
  });
  show(<ProjectDetailPage />, { as: member, path: '/projects/7', route: '/projects/:id' });
  await screen.findByText('Loading project');
  await settled();
  expect(screen.queryByRole('heading', { name: 'Stepwell puzzles' })).toBeNull();
  late.release();
  await screen.findByRole('button', { name: 'Accept Devi Rao' });
  const inOrder = [
    ...[button('Manage'), screen.getByText('What it is about'), button('Accept Devi Rao'), button('Approve Ira Sen')],
    ...[
      screen.getByRole('heading', { name: 'Skills needed' }),
      screen.getByText('Why?'),
      button('Show decided requests'),
    ],
  ];
  expect(inOrder.toSorted(byPlace)).toEqual(inOrder);
});

it('says that only the team sees a hidden project, and offers its creator neither to share it nor to find people', async () => {
  const mine = { ...detail.project, creator_id: ME, hidden: true as const };
  const none = { has_more: false, total: 0 };
  fakeServer({
    'GET /api/projects/:id': () => ({ body: { ...detail, project: mine } }),
    'GET /api/project-requests/incoming': () => ({ body: { success: true, data: { requests: [], ...none } } }),
    'GET /api/projects/connections/incoming': () => ({ body: { success: true, data: { connections: [], ...none } } }),
  });
  show(<ProjectDetailPage />, { as: member, path: '/projects/7', route: '/projects/:id' });
  await screen.findByText('No pending requests');
  screen.getByText('Hidden by a moderator');
  screen.getByText('Only its team sees this project.');
  expect(screen.queryByRole('button', { name: 'Share project' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Find people' })).toBeNull();
  act(() => projects.upsert({ ...theirs, creator_id: ME }));
  await screen.findByRole('link', { name: 'Find people' });
  button('Share project');
  expect(screen.queryByText('Only its team sees this project.')).toBeNull();
});

it('shows a rejected applicant the page once the projects to ask next have loaded, so that nothing moves', async () => {
  const needs = { ...project(21, { title: 'Tide clock', creator_id: OTHER }), covers: ['Go'] };
  const late = held({ body: { success: true, data: { projects: [needs] } } });
  const mine = joinRequest({ user_id: ME, status: 'rejected' });
  const { of } = fakeServer({
    'GET /api/projects/:id': () => ({ body: { ...detail, my_join_request: { id: mine.id, status: mine.status } } }),
    'GET /api/project-requests/mine': () => ({
      body: { success: true, data: { requests: [mine], has_more: false, total: 1 } },
    }),
    'GET /api/projects/suited': late.reply,
  });
  show(<ProjectDetailPage />, { as: member, path: '/projects/7', route: '/projects/:id' });
  await waitFor(() => expect(requests.get(mine.id)).toBeDefined());
  await act(() => myRequests.load());
  await waitFor(() => expect(of('GET /api/projects/suited')).toHaveLength(1));
  await settled();
  expect(screen.queryByRole('heading', { name: 'Stepwell puzzles' })).toBeNull();
  late.release();
  await screen.findByRole('heading', { name: 'Stepwell puzzles' });
  screen.getByRole('link', { name: /Tide clock/u });
});
const byPlace = (a: Node, b: Node): number =>
  a.compareDocumentPosition(b) === Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;

const myRequestIs = (change: Partial<JoinRequest>) =>
  requests.merge([joinRequest({ user_id: ME, ...change })], moment());

it.each([
  [
    'a seat that is offered',
    'Accept the seat',
    () => myRequestIs({ offered_until: new Date(nowMs() + hourMs).toISOString() }),
  ],
  [
    'a transfer',
    'Accept the transfer of Stepwell puzzles',
    () => {
      myRequestIs({ status: 'accepted' });
      transfers.upsert(offer());
      useTeams.setState({ list: [toListed(team())] });
    },
  ],
  ['an invitation', 'Accept the invitation to Project 7', () => invitations.merge([invitation()], moment())],
])('%s is the one primary action where it needs an answer', async (_, answer, arrive) => {
  fakeServer({});
  arrive();
  show(<ProjectView project={theirs} page={page} userId={ME} />, { as: member });
  const loud = () => [...document.querySelectorAll('.bg-accent')].map((element) => element.getAttribute('aria-label'));
  await waitFor(() => expect(loud()).toEqual([answer]));
});

it('shows a list’s data of a project whose page cannot be loaded, and loads the page with Retry', async () => {
  let reply: Reply = 'network';
  fakeServer({ 'GET /api/projects/:id': () => reply });
  projects.merge([theirs], moment());
  const user = show(<ProjectDetailPage />, { as: member, path: '/projects/7', route: '/projects/:id' });
  within(await screen.findByRole('alert')).getByText('Failed to load project details');
  screen.getByRole('heading', { name: 'Stepwell puzzles', level: 1 });
  screen.getByText('What it is about');
  reply = { body: detail };
  await user.click(button('Retry'));
  await screen.findByRole('button', { name: 'Join the team' });
  expect(screen.queryByRole('alert')).toBeNull();
});

it('shows a transfer to both sides, who can answer or cancel it there, and removes it when the page’s answer has none', async () => {
  let now = { ...detail, is_member: true, offer: offer() as ReturnType<typeof offer> | null };
  const { of } = fakeServer({
    'GET /api/projects/:id': () => ({ body: now }),
    'PUT /api/projects/:id/offer/status': () => refusal(409, 'OFFER_GONE', 'This transfer is no longer pending.'),
  });
  const user = show(<ProjectDetailPage />, { as: member, path: '/projects/7', route: '/projects/:id' });
  await screen.findByText(/wants to transfer this project to you/u);
  await user.click(button('Decline the transfer of Stepwell puzzles'));
  await screen.findByText('No longer pending');
  await leave(user);
  await waitFor(() => expect(screen.queryByText(/wants to transfer/u)).toBeNull());
  expect(of('PUT /api/projects/:id/offer/status').map(({ body }) => body)).toEqual([{ status: 'declined' }]);
  now = { ...now, offer: offer({ id: 10 }) };
  await act(async () => void (await loadProject(7)));
  screen.getByText(/wants to transfer this project to you/u);
  now = { ...now, offer: null };
  await act(async () => void (await loadProject(7)));
  await waitFor(() => expect(screen.queryByText(/wants to transfer/u)).toBeNull());
});

it('clears the former creator’s details when a project gets another creator, and fetches the page again', async () => {
  const ofOther = { creator_college: 'IIT', creator_email: 'other@example.org' };
  let now: object = { ...detail, project: { ...detail.project, ...ofOther } };
  fakeServer({ 'GET /api/projects/:id': () => ({ body: now }) });
  show(<ProjectDetailPage />, { as: member, path: '/projects/7', route: '/projects/:id' });
  await screen.findByText('IIT');
  const other = { ...theirs, creator_id: 3, creator_name: 'Chitra' };
  now = { ...detail, project: { ...detail.project, ...other, creator_college: 'NIT' } };
  const context = { me: ME, announce: () => undefined, eventsMissed: () => undefined };
  act(() => dispatch('project:updated', other, context));
  expect([screen.queryByText('IIT'), screen.queryByText('other@example.org')]).toEqual([null, null]);
  await screen.findByText('NIT');
});

it('hides the creator’s address once their presence is hidden, as by a block, which no event reports', async () => {
  let now: object = { ...detail, project: { ...detail.project, creator_email: 'other@example.org' } };
  fakeServer({ 'GET /api/projects/:id': () => ({ body: now }) });
  show(<ProjectDetailPage />, { as: member, path: '/projects/7', route: '/projects/:id' });
  await screen.findByText('other@example.org');
  now = { ...detail, project: { ...detail.project, creator_email: '' } };
  act(() => presence.upsert({ id: theirs.creator_id, is_online: false, last_active: null }));
  await waitFor(() => expect(screen.queryByText('other@example.org')).toBeNull());
});

it('tells its creator that a moderator hid the project, why, and where to write', async () => {
  const own = { ...detail, project: { ...detail.project, creator_id: ME }, is_member: true };
  let answer: object = own;
  fakeServer({
    'GET /api/projects/:id': () => ({ body: answer }),
    'GET /api/project-requests/incoming': () => ({
      body: { success: true, data: { requests: [], has_more: false, total: 0 } },
    }),
  });
  show(<ProjectDetailPage />, { as: member, path: '/projects/7', route: '/projects/:id' });
  await screen.findByText('Requests to join this project appear here.');
  expect(screen.queryByText(/A moderator hid/u)).toBeNull();
  const hidden = project(7, { creator_id: ME, hidden: true });
  answer = { ...own, project: { ...own.project, hidden: true }, hidden_reason: 'spam', hidden_words: 'No prices.' };
  const context = { me: ME, announce: () => undefined, eventsMissed: () => undefined };
  act(() => dispatch('project:updated', hidden, context));
  const notice = await screen.findByText('A moderator hid this project.');
  await waitFor(() => expect(notice.parentElement?.textContent).toContain('Reason: Spam or advertising.'));
  screen.getByText('No prices.');
  expect(screen.getByRole('link', { name: 'Contact support' }).getAttribute('href')).toBe('/support');
  expect(screen.queryByText('Requests to join this project appear here.')).toBeNull();
});

it('aligns a right-to-left title with its description', async () => {
  const [title, description] = ['مشروع جديد', 'وصف المشروع'];
  fakeServer({
    'GET /api/projects/:id': () => ({ body: { ...detail, project: { ...detail.project, title, description } } }),
  });
  show(<ProjectDetailPage />, { path: '/projects/7', route: '/projects/:id' });
  const heading = await screen.findByRole('heading', { name: title, level: 1 });
  // The direction is that of the element's own text: an inner bdi would not count.
  expect([heading.dir, heading.children.length]).toEqual(['auto', 0]);
  expect((await screen.findByText(description)).closest('p')?.dir).toBe('auto');
});
