// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { interests } from '../../stores/entities/interests';
import { requests } from '../../stores/entities/requests';
import { moment } from '../../stores/entities/table';
import { fakeServer, refusal } from '../../testing/fake-server';
import { held, show } from '../../testing/render';
import { interest, joinRequest, ME, member, OTHER, project } from '../../testing/samples';
import { InterestsPanel } from './InterestsPanel';
import { JoinAction } from './JoinAction';
import { ProjectDetailPage } from './ProjectDetailPage';
import { TakePart } from './TakePart';

type Reply = ReturnType<typeof refusal>;
const theirs = project(7, { creator_id: OTHER, creator_name: 'Other', title: 'Stepwell puzzles' });
const page = { teamIds: [], isMember: false };
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

it('a project that does not exist is told apart from one that cannot be loaded', async () => {
  fakeServer({ 'GET /api/projects/:id': () => refusal(404, 'NOT_FOUND') });
  show(<ProjectDetailPage />, { path: '/projects/999', route: '/projects/:id' });
  await screen.findByRole('heading', { name: 'Project not found' });
  screen.getByText('The project you are looking for does not exist.');
});

it('interest fails with words, is sent once for two clicks, and shows as requested', async () => {
  let reply: () => Reply | Promise<Reply> = () => 'network';
  const { of } = fakeServer({ 'POST /api/projects/:id/connect': () => reply() });
  const user = show(<TakePart project={theirs} page={page} userId={ME} />, { as: member });
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
  show(<TakePart project={theirs} page={page} userId={ME} />, { as: member });
  screen.getByText(word);
  expect(screen.queryAllByRole('button', { name: "I'm Interested" })).toHaveLength(buttons);
});

it('a visitor is told to log in', async () => {
  const { calls } = fakeServer({});
  const user = show(<TakePart project={theirs} page={page} userId={null} />);
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
  ['join', 'Join the team'],
  ['interest', "I'm Interested"],
])('a member who comes to %s has that under the fingers, once', (intent, name) => {
  show(<TakePart project={theirs} page={page} userId={ME} />, {
    as: member,
    path: `/projects/7?intent=${intent}`,
    route: '/projects/7',
  });
  expect(document.activeElement).toBe(button(name));
  expect(screen.getByTestId('address').textContent).toBe('/projects/7');
});

it('a visitor’s address keeps what they came for', () => {
  show(<TakePart project={theirs} page={page} userId={null} />, {
    path: '/projects/7?intent=join',
    route: '/projects/7',
  });
  expect(screen.getByTestId('address').textContent).toBe('/projects/7?intent=join');
});

it('joining fails with words, and shows as requested once it was sent; withdrawing as well', async () => {
  let reply: Reply = 'network';
  const own = joinRequest({ user_id: ME });
  const withdrawn = { ...own, status: 'withdrawn' };
  let withdrawal: Reply = 'network';
  fakeServer({
    'POST /api/project-requests': () => reply,
    'DELETE /api/project-requests/:id': () => withdrawal,
  });
  const user = show(<JoinAction project={theirs} page={page} />, { as: member });
  await user.click(button('Join the team'));
  await screen.findByText('Failed to send join request');
  reply = { status: 201, body: { success: true, data: { request: own } } };
  await user.click(button('Join the team'));
  await screen.findByText('Join request sent successfully!');
  screen.getByText('Requested');
  await user.click(button('Withdraw'));
  await screen.findByText('Failed to withdraw join request');
  withdrawal = { body: { success: true, data: { request: withdrawn } } };
  await user.click(button('Withdraw'));
  await waitFor(() => button('Join the team'));
});

it('leaving is asked for twice, a double click leaves nothing, and a failure is told', async () => {
  requests.merge([joinRequest({ user_id: ME, status: 'accepted' })], moment());
  const { of } = fakeServer({ 'DELETE /api/projects/:id/members/me': () => 'network' });
  const user = show(<JoinAction project={theirs} page={page} />, { as: member });
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

it('a full team and a rejected request say so', () => {
  requests.merge([joinRequest({ user_id: ME, status: 'rejected' })], moment());
  show(<JoinAction project={theirs} page={page} />, { as: member });
  screen.getByText('Rejected');
  button('Join the team');
  show(<JoinAction project={{ ...theirs, id: 8, current_members: 5 }} page={page} />, { as: member });
  screen.getByText('Full');
});

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
  show(<InterestsPanel projectId={7} />, { as: member });
  screen.getByText('No connection requests yet');
});
