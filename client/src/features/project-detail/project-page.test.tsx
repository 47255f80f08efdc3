import type { JoinRequest } from '@sangam/shared/contract/join-requests';
import type { Project } from '@sangam/shared/contract/projects';
import type { User } from '@sangam/shared/contract/users';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { nowMs } from '../../lib/clock';
import { localTime } from '../../lib/local-time';
import { type DispatchContext, dispatch } from '../../realtime/dispatch';
import { interests } from '../../stores/entities/interests';
import { projects } from '../../stores/entities/projects';
import { requests } from '../../stores/entities/requests';
import { moment } from '../../stores/entities/table';
import { useJoinDialog } from '../../stores/join-dialog';
import { loadProject } from '../../stores/project-pages';
import { useSession } from '../../stores/session';
import { useStanding } from '../../stores/standing';
import { fakeServer, refusal } from '../../testing/fake-server';
import { held, show } from '../../testing/render';
import { interest, joinRequest, ME, member, OTHER, offer, project } from '../../testing/samples';
import { InterestsPanel } from './InterestsPanel';
import { JoinRequestsPanel } from './JoinRequestsPanel';
import { ProjectDetailPage } from './ProjectDetailPage';
import { ProjectView } from './ProjectView';
import { TakePart } from './TakePart';

type Reply = ReturnType<typeof refusal>;
const theirs = project(7, { creator_id: OTHER, creator_name: 'Other', title: 'Stepwell puzzles' });
const page = { teamIds: [], teamSkills: [], isMember: false, creatorId: OTHER };
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

/** The actions of the page's reader, as the page puts them together. */
function Actions({ project: shown }: { project: Project }) {
  const userId = useSession(({ user }) => user?.id ?? null);
  return <TakePart project={shown} standing={useStanding(shown, page)} member={userId !== null} />;
}

const button = (name: string) => screen.getByRole('button', { name });

it('a page that cannot be loaded says so, and loads with Retry', async () => {
  let reply: Reply = 'network';
  fakeServer({ 'GET /api/projects/:id': () => reply });
  const user = show(<ProjectDetailPage />, { path: '/projects/7', route: '/projects/:id' });
  within(await screen.findByRole('alert')).getByText('Failed to load project details');
  reply = { body: detail };
  await user.click(button('Retry'));
  await screen.findByRole('heading', { name: 'Stepwell puzzles', level: 1 });
  screen.getByText('Login to request to connect with the project owner.');
});

it('links in a description can be followed, and nothing else in it is more than text', async () => {
  // Loaded when it is first needed, which takes its time on a busy machine.
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
  expect(text?.querySelectorAll('*')).toHaveLength(1);
});

it('a project that does not exist is told apart from one that cannot be loaded', async () => {
  fakeServer({ 'GET /api/projects/:id': () => refusal(404, 'NOT_FOUND') });
  show(<ProjectDetailPage />, { path: '/projects/999', route: '/projects/:id' });
  await screen.findByRole('heading', { name: 'Project not found' });
  screen.getByText('The project you are looking for does not exist.');
});

it('interest fails with words, is sent once for two clicks, and shows as requested', async () => {
  let reply: () => Reply | Promise<Reply> = () => 'network';
  const { of } = fakeServer({ 'POST /api/projects/:id/connect': () => reply() });
  const user = show(<Actions project={theirs} />, { as: member });
  await user.click(button("I'm Interested"));
  await screen.findByText('Failed to send interest');
  const mine = { id: 6, project_id: 7, status: 'pending', created_at: interest.created_at };
  const late = held<Reply>({ status: 201, body: { success: true, data: { connection: mine } } });
  reply = late.reply;
  await user.dblClick(button("I'm Interested"));
  late.release();
  await screen.findByText('Interest sent successfully!');
  screen.getByText('Requested');
  expect(of('POST /api/projects/:id/connect')).toHaveLength(2);
});

it.each([
  ['pending', 'Requested', 0],
  ['approved', 'Approved', 0],
  ['denied', 'Denied', 1],
] as const)('%s interest shows as %s; only denied interest may be shown again', (status, word, buttons) => {
  interests.merge([{ id: 6, project_id: 7, requester_id: ME, status, created_at: interest.created_at }], moment());
  show(<Actions project={theirs} />, { as: member });
  screen.getByText(word);
  expect(screen.queryAllByRole('button', { name: "I'm Interested" })).toHaveLength(buttons);
});

it('a visitor is told to log in', async () => {
  const { calls } = fakeServer({});
  const user = show(<Actions project={theirs} />);
  await user.click(button("I'm Interested"));
  await screen.findByText('Please login to show interest');
  screen.getByText('Login to request to connect with the project owner.');
  const link = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect(link('Sign in')).toBe('/login?next=%2Fprojects%2F7%3Fintent%3Dinterest');
  expect(link('Sign in to join')).toBe('/login?next=%2Fprojects%2F7%3Fintent%3Djoin');
  expect(calls).toEqual([]);
});

it('a visitor may write to the creator, after a sign-in', async () => {
  fakeServer({ 'GET /api/projects/:id': () => ({ body: detail }) });
  show(<ProjectDetailPage />, { path: '/projects/7', route: '/projects/:id' });
  const message = await screen.findByRole('link', { name: 'Message Other' });
  expect(message.getAttribute('href')).toBe(`/messages/${OTHER}`);
});

it.each([
  ['join', 'Join the team', 7],
  ['interest', "I'm Interested", null],
])('a member who comes to %s has that under the fingers, once', (intent, name, form) => {
  show(<Actions project={theirs} />, {
    as: member,
    path: `/projects/7?intent=${intent}`,
    route: '/projects/7',
  });
  expect(document.activeElement).toBe(button(name));
  expect(useJoinDialog.getState().projectId).toBe(form);
  expect(screen.getByTestId('address').textContent).toBe('/projects/7');
});

it('a visitor’s address keeps what they came for', () => {
  show(<Actions project={theirs} />, {
    path: '/projects/7?intent=join',
    route: '/projects/7',
  });
  expect(screen.getByTestId('address').textContent).toBe('/projects/7?intent=join');
});

it('a request is withdrawn, and a failure to do so is told', async () => {
  requests.merge([joinRequest({ user_id: ME })], moment());
  let withdrawal: Reply = 'network';
  fakeServer({ 'DELETE /api/project-requests/:id': () => withdrawal });
  const user = show(<Actions project={theirs} />, { as: member });
  await user.click(button('Withdraw'));
  await screen.findByText('Failed to withdraw join request');
  withdrawal = { body: { success: true, data: { request: joinRequest({ user_id: ME, status: 'withdrawn' }) } } };
  await user.click(button('Withdraw'));
  await waitFor(() => button('Join the team'));
});

it('leaving is asked for twice, a double click leaves nothing, and a failure is told', async () => {
  requests.merge([joinRequest({ user_id: ME, status: 'accepted' })], moment());
  const { of } = fakeServer({ 'DELETE /api/projects/:id/members/me': () => 'network' });
  const user = show(<Actions project={theirs} />, { as: member });
  screen.getByText('Member');
  await user.click(button('Leave'));
  expect(document.activeElement).toBe(button('Stay'));
  await user.click(button('Stay'));
  expect(of('DELETE /api/projects/:id/members/me')).toEqual([]);
  await user.click(button('Leave'));
  await user.click(button('Leave the team'));
  await screen.findByText('Failed to leave the project');
  expect(of('DELETE /api/projects/:id/members/me')).toHaveLength(1);
});

const weekAway = () => new Date(nowMs() + 7 * 24 * 3_600_000).toISOString();

it('who was declined sees why, and from when they may ask again', () => {
  const ask_again_at = weekAway();
  fakeServer({});
  const said = { decline_reason: 'seats_taken', end_word: 'Next time!' } as const;
  requests.merge([joinRequest({ user_id: ME, status: 'rejected', ask_again_at, ...said })], moment());
  show(<Actions project={theirs} />, { as: member });
  screen.getByText('Rejected');
  screen.getByText('Reason: The seats went to others');
  screen.getByText('The creator’s word: Next time!');
  expect(screen.queryByRole('button', { name: 'Join the team' })).toBeNull();
  const later = screen.getByRole<HTMLButtonElement>('button', { name: `Ask again from ${localTime(ask_again_at)}` });
  expect(later.disabled).toBe(true);
});

it('who was declined is shown open projects that need what they know, live', async () => {
  const needs = { ...project(21, { title: 'Tide clock', creator_id: OTHER }), covers: ['Go', 'SQL'] };
  fakeServer({ 'GET /api/projects/suited': () => ({ body: { success: true, data: { projects: [needs] } } }) });
  requests.merge([joinRequest({ user_id: ME })], moment());
  show(<Actions project={theirs} />, { as: member });
  expect(screen.queryByText('These projects need what you know')).toBeNull();
  act(() => requests.patch(joinRequest().id, { status: 'rejected' }));
  const link = await screen.findByRole('link', { name: /Tide clock/u });
  expect([link.getAttribute('href'), link.textContent]).toEqual(['/projects/21', 'Tide clockGo, SQL']);
  act(() => projects.patch(21, { state: 'closed' }));
  expect(screen.queryByRole('link', { name: /Tide clock/u })).toBeNull();
});

it('who waits sees until when; who got no answer is told, and may ask again', () => {
  const answer_by = weekAway();
  requests.merge([joinRequest({ user_id: ME, answer_by })], moment());
  show(<Actions project={theirs} />, { as: member });
  screen.getByText(`Answer by ${localTime(answer_by)}`);
  act(() => requests.patch(joinRequest().id, { status: 'withdrawn', ended_by: 'no_answer' }));
  screen.getByText('No answer in time');
  expect(screen.queryByText(/^Answer by/u)).toBeNull();
  button('Join the team');
});

it('a rejected request may be asked again once its time has come', async () => {
  fakeServer({});
  const ask_again_at = new Date(nowMs() - 1_000).toISOString();
  requests.merge([joinRequest({ user_id: ME, status: 'rejected', ask_again_at })], moment());
  const user = show(<Actions project={theirs} />, { as: member });
  screen.getByText('Rejected');
  await user.click(button('Join the team'));
  expect(useJoinDialog.getState().projectId).toBe(7);
});

it.each<{
  standing: string;
  as?: User;
  project?: Project;
  status?: JoinRequest['status'];
  primary: string[];
  quiet: string[];
}>([
  { standing: 'visitor', primary: ['Sign in to join'], quiet: ["I'm Interested", 'Message Other'] },
  { standing: 'visitor of a full team', project: full, primary: ["I'm Interested"], quiet: ['Message Other'] },
  { standing: 'stranger', as: member, primary: ['Join the team'], quiet: ["I'm Interested", 'Message Other'] },
  {
    standing: 'asked',
    as: member,
    status: 'pending',
    primary: ['Message Other'],
    quiet: ['Withdraw', "I'm Interested"],
  },
  { standing: 'member', as: member, status: 'accepted', primary: ['Message Other'], quiet: ['Leave'] },
  { standing: 'full', as: member, project: full, primary: ["I'm Interested"], quiet: ['Message Other'] },
  { standing: 'creator', as: { ...member, id: OTHER }, primary: [], quiet: ['Hide', 'Manage'] },
])(
  '$standing: one loud action, and the others beside it',
  ({ as, project: shown = theirs, status, primary, quiet }) => {
    if (status) requests.merge([joinRequest({ user_id: ME, status })], moment());
    fakeServer({});
    show(<ProjectView project={shown} page={page} userId={as?.id ?? null} />, as ? { as } : {});
    const names = (loud: boolean) =>
      [...document.querySelectorAll('button, a[class*="font-semibold"][class*="justify-center"]')]
        .filter((element) => element.className.split(' ').includes('bg-accent') === loud)
        .map((element) => element.getAttribute('aria-label') ?? element.textContent);
    expect(names(true)).toEqual(primary);
    expect(names(false).toSorted()).toEqual(quiet.toSorted());
    // The difference is told where both can be chosen.
    expect(screen.queryAllByText(/Interest takes no seat/u)).toHaveLength(
      quiet.concat(primary).includes("I'm Interested") ? 1 : 0,
    );
  },
);

it('a decision that fails is told and may be made again; one that is made leaves the status alone', async () => {
  interests.merge([{ ...interest, requester_name: 'Devi Rao' }], moment());
  let reply: () => Reply | Promise<Reply> = () => 'network';
  const { of } = fakeServer({ 'PUT /api/projects/connections/:id': () => reply() });
  const user = show(<InterestsPanel projectId={7} />, { as: member });
  screen.getByText('1 pending');
  await user.click(button('Approve Devi Rao'));
  await screen.findByText('Failed to update connection status');
  const approved = { ...interest, requester_name: 'Devi Rao', status: 'approved' };
  const late = held<Reply>({ body: { success: true, data: { connection: approved } } });
  reply = late.reply;
  await user.click(button('Approve Devi Rao'));
  // Either answer waits while one is under way.
  await user.click(button('Deny Devi Rao'));
  late.release();
  await screen.findByText('Connection approved');
  screen.getByText('Approved');
  expect(screen.queryByRole('button', { name: 'Approve Devi Rao' })).toBeNull();
  expect(of('PUT /api/projects/connections/:id').map(({ body }) => body)).toEqual([
    { status: 'approved' },
    { status: 'approved' },
  ]);
  await user.click(button('Hide'));
  expect(screen.getByText('Approved').closest('[hidden]')).not.toBeNull();
  await user.click(button('Show'));
  expect(screen.getByText('Approved').closest('[hidden]')).toBeNull();
});

it('a panel without requests says so', () => {
  fakeServer({});
  show(<InterestsPanel projectId={7} />, { as: member });
  screen.getByText('No connection requests yet');
});

it('the creator’s page lists who asks to join, with the answers', async () => {
  const ok = (data: object): Reply => ({ body: { success: true, data } });
  const { of } = fakeServer({
    'GET /api/project-requests/incoming': () => ok({ requests: [joinRequest()], has_more: false, total: 1 }),
    'PUT /api/project-requests/:id/status': (_, id) =>
      ok({ request: joinRequest({ id, status: 'accepted' }), current_members: 2 }),
  });
  const user = show(<JoinRequestsPanel project={project(7)} teamSkills={[]} />, { as: member });
  await screen.findByText('1 pending request');
  expect(of('GET /api/project-requests/incoming')[0]?.query.get('project_id')).toBe('7');
  act(() => {
    const answers = [{ question: 'Why this?', answer: 'It flies.' }];
    requests.upsert(joinRequest({ id: 6, user_name: 'Devi Rao', answers }));
    requests.upsert(joinRequest({ id: 8, project_id: 9 }));
  });
  screen.getByText('2 pending requests');
  expect(screen.getByRole('term').textContent).toBe('Why this?');
  expect(screen.getByRole('definition').textContent).toBe('It flies.');
  await user.click(button('Accept Devi Rao'));
  await screen.findByText('1 pending request');
  button('Accept Other');
});

it('each request says what it adds, and those that are ticked what the team would have with them', async () => {
  const asha = joinRequest({ id: 5, user_name: 'Asha', user_skills: ['golang', 'Rust'] });
  const bina = joinRequest({ id: 6, user_name: 'Bina', user_skills: ['figma', 'Go'] });
  const chitra = joinRequest({ id: 8, user_name: 'Chitra', user_skills: ['react'] });
  fakeServer({
    'GET /api/project-requests/incoming': () => ({
      body: { success: true, data: { requests: [chitra, bina, asha], has_more: false, total: 3 } },
    }),
  });
  const shown = project(7, { required_skills: ['React', 'Go', 'Figma', 'SQL'], max_members: 2 });
  const user = show(<JoinRequestsPanel project={shown} teamSkills={['ReactJS']} />, { as: member });
  await screen.findByText('The team has 1 of 4: React; missing: Go, Figma, SQL.');
  const box = (name: string) => screen.getByRole('checkbox', { name });
  await user.click(box('Adds Go: count Asha in'));
  screen.getByText('With Asha the team would have 2 of 4: React, Go; missing: Figma, SQL.');
  await user.click(box('Adds Go, Figma: count Bina in'));
  screen.getByText('With Bina, Asha the team would have 3 of 4: React, Go, Figma; missing: SQL. Free seats: 1.');
  await user.click(box('Adds Go: count Asha in'));
  box('Adds no missing skill: count Chitra in');
  act(() => requests.patch(6, { status: 'accepted' }));
  screen.getByText('The team has 1 of 4: React; missing: Go, Figma, SQL.');
});

it('a project that requires no skills has nothing to tick', async () => {
  fakeServer({
    'GET /api/project-requests/incoming': () => ({
      body: { success: true, data: { requests: [joinRequest()], has_more: false, total: 1 } },
    }),
  });
  show(<JoinRequestsPanel project={project(7, { required_skills: [] })} teamSkills={[]} />, { as: member });
  await screen.findByText('1 pending request');
  expect(screen.queryByRole('checkbox')).toBeNull();
});

it('a page that cannot be loaded shows what a list has brought of the project, and loads with Retry', async () => {
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

it.each(['closed', 'finished'] as const)('a %s project offers neither Join nor interest', (state) => {
  fakeServer({});
  show(<Actions project={{ ...theirs, state }} />, { as: member });
  screen.getByText(state === 'closed' ? 'Closed' : 'Finished');
  expect(screen.queryByRole('button')).toBeNull();
});

it('an offer stands on the page of its two sides, who answer it there or take it back, and goes with the page’s answer', async () => {
  let now = { ...detail, is_member: true, offer: offer() as ReturnType<typeof offer> | null };
  const { of } = fakeServer({
    'GET /api/projects/:id': () => ({ body: now }),
    'PUT /api/projects/:id/offer/status': () => refusal(409, 'OFFER_GONE', 'This offer does not stand any more.'),
  });
  const user = show(<ProjectDetailPage />, { as: member, path: '/projects/7', route: '/projects/:id' });
  await screen.findByText(/^Other asks you to take this project over/u);
  await user.click(button('Decline to take over Stepwell puzzles'));
  await waitFor(() => expect(screen.queryByText(/asks you to take/u)).toBeNull());
  expect(of('PUT /api/projects/:id/offer/status').map(({ body }) => body)).toEqual([{ status: 'declined' }]);
  now = { ...now, offer: offer({ id: 10 }) };
  await act(async () => void (await loadProject(7)));
  screen.getByText(/^Other asks you to take this project over/u);
  now = { ...now, offer: null };
  await act(async () => void (await loadProject(7)));
  expect(screen.queryByText(/asks you to take/u)).toBeNull();
});

it('a project that has another creator shows nothing of the former one, and is fetched again', async () => {
  const ofOther = { creator_college: 'IIT', creator_email: 'other@example.org' };
  let now: object = { ...detail, project: { ...detail.project, ...ofOther } };
  fakeServer({ 'GET /api/projects/:id': () => ({ body: now }) });
  show(<ProjectDetailPage />, { as: member, path: '/projects/7', route: '/projects/:id' });
  await screen.findByText('IIT');
  const other = { ...theirs, creator_id: 3, creator_name: 'Chitra' };
  now = { ...detail, project: { ...detail.project, ...other, creator_college: 'NIT' } };
  const context = {} as DispatchContext;
  act(() => dispatch('project:updated', other, context));
  expect([screen.queryByText('IIT'), screen.queryByText('other@example.org')]).toEqual([null, null]);
  await screen.findByText('NIT');
});
