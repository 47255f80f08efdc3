import { dayMs } from '@sangam/shared/core/limits';
import type { Project } from '@sangam/shared/projects/projects';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useSession } from '../../../core/session/session';
import { moment } from '../../../core/store/table';
import { nowMs } from '../../../lib/clock';
import { localTime } from '../../../lib/text/local-time';
import { projects } from '../../../projects/state/project-table';
import { fakeServer, type refusal } from '../../../testing/fake-server';
import { held } from '../../../testing/held';
import { plain, settled, show } from '../../../testing/render';
import { interest, invitation, joinRequest, ME, member, OTHER, project } from '../../../testing/samples';
import { interests } from '../../state/interests';
import { invitations } from '../../state/invitations';
import { useJoinState } from '../../state/join-state';
import { joinDialog, myRequests, requests } from '../../state/requests';
import { ProjectRoles } from './ProjectRoles';
import { TakePart } from './TakePart';

type Reply = ReturnType<typeof refusal>;
/** The time as queries match it, with plain spaces for non-breaking ones. */
const shownTime = (iso: string): string => plain(localTime(iso));

const theirs = project(7, { creator_id: OTHER, creator_name: 'Other', title: 'Stepwell puzzles' });
const page = {
  teamIds: [],
  teamSkills: [],
  teamRoles: {},
  isMember: false,
  creatorId: OTHER,
};
/** The reader's actions as the page combines them. */
function Actions({ project: shown }: { project: Project }) {
  const userId = useSession(({ user }) => user?.id ?? null);
  return <TakePart project={shown} joinState={useJoinState(shown, page)} isSignedIn={userId !== null} />;
}

const button = (name: string) => screen.getByRole('button', { name });

it('interest reports a failure, is sent once for two clicks, and shows as pending', async () => {
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
  await screen.findByText('Pending');
  expect(of('POST /api/projects/:id/connect')).toHaveLength(2);
});

it.each([
  ['pending', 'Pending', 0],
  ['approved', 'Approved', 0],
  ['denied', 'Denied', 1],
] as const)('%s interest shows as %s; only denied interest may be shown again', async (status, word, buttons) => {
  fakeServer({});
  interests.merge([{ id: 6, project_id: 7, requester_id: ME, status, created_at: interest.created_at }], moment());
  show(<Actions project={theirs} />, { as: member });
  await screen.findByText(word);
  expect(screen.queryAllByRole('button', { name: "I'm Interested" })).toHaveLength(buttons);
});

it('asks a visitor to log in', async () => {
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

it.each([
  ['join', 'Join the team', 7],
  ['interest', "I'm Interested", null],
])('focuses the button for a member who comes to %s, once', (intent, name, form) => {
  show(<Actions project={theirs} />, {
    as: member,
    path: `/projects/7?intent=${intent}`,
    route: '/projects/7',
  });
  expect(document.activeElement).toBe(button(name));
  expect(joinDialog.get()).toBe(form);
  expect(screen.getByTestId('address').textContent).toBe('/projects/7');
});

it('a visitor’s address keeps their intent', () => {
  show(<Actions project={theirs} />, {
    path: '/projects/7?intent=join',
    route: '/projects/7',
  });
  expect(screen.getByTestId('address').textContent).toBe('/projects/7?intent=join');
});

it('withdraws a request after a question that names the pause, and reports a failure', async () => {
  requests.merge([joinRequest({ user_id: ME })], moment());
  let withdrawal: Reply = 'network';
  const { of } = fakeServer({ 'DELETE /api/project-requests/:id': () => withdrawal });
  const user = show(<Actions project={theirs} />, { as: member });
  await user.click(await screen.findByRole('button', { name: 'Withdraw' }));
  screen.getByText(/If you withdraw a second time within 30 days, you can’t ask again for 7 days\.$/u);
  await user.click(button('Keep it'));
  expect(of('DELETE /api/project-requests/:id')).toEqual([]);
  await user.click(button('Withdraw'));
  await user.click(button('Withdraw request'));
  await screen.findByText('Failed to withdraw join request. Check your connection and try again.');
  withdrawal = { body: { success: true, data: { request: joinRequest({ user_id: ME, status: 'withdrawn' }) } } };
  await user.click(button('Withdraw request'));
  await waitFor(() => button('Join the team'));
  await waitFor(() => expect(document.activeElement?.textContent).toBe('You withdrew your request'));
  // The message stays readable.
  screen.getByText(joinRequest().message);
});

it('withdraws an interest in its place: nothing else moves under the pointer, and the outcome has the focus', async () => {
  const own = { id: 6, project_id: 7, requester_id: ME, status: 'pending', created_at: interest.created_at } as const;
  interests.merge([own], moment());
  fakeServer({
    'DELETE /api/projects/connections/:id': () => ({
      body: { success: true, data: { connection: { ...interest, ...own, status: 'denied', ended_by: 'withdrawn' } } },
    }),
  });
  const user = show(<Actions project={theirs} />, { as: member });
  await user.click(await screen.findByRole('button', { name: 'Withdraw your interest' }));
  await user.click(button('Withdraw interest'));
  await waitFor(() => button("I'm Interested"));
  const outcome = screen.getByText('You withdrew your interest');
  await waitFor(() => expect(document.activeElement).toBe(outcome.closest('[data-outcome]')));
  // The element that keeps its height while the pointer is on it.
  expect(outcome.closest('[data-decision]')?.contains(button("I'm Interested"))).toBe(false);
});

it('says that joining ended an interest while the page is open, and not later', async () => {
  const own = { id: 6, project_id: 7, requester_id: ME, status: 'pending', created_at: interest.created_at } as const;
  interests.merge([own], moment());
  const view = () => show(<Actions project={theirs} />, { as: member });
  view();
  await screen.findByRole('button', { name: 'Withdraw your interest' });
  act(() => interests.upsert({ ...own, status: 'denied', ended_by: 'joined' }));
  screen.getByText('Joined the team');
  cleanup();
  view();
  await settled();
  expect(screen.queryByText('Your interest')).toBeNull();
});

it('claims no withdrawal of an interest that is approved while the withdrawal is being sent', async () => {
  const own = { id: 6, project_id: 7, requester_id: ME, status: 'pending', created_at: interest.created_at } as const;
  interests.merge([own], moment());
  const late = held<Reply>('network');
  fakeServer({ 'DELETE /api/projects/connections/:id': late.reply });
  const user = show(<Actions project={theirs} />, { as: member });
  await user.click(await screen.findByRole('button', { name: 'Withdraw your interest' }));
  await user.click(button('Withdraw interest'));
  act(() => interests.upsert({ ...own, status: 'approved' }));
  await screen.findByText('Approved');
  expect(screen.queryByText('You withdrew your interest')).toBeNull();
  late.release();
  await screen.findByText(/^Failed to withdraw interest/u);
});

it('does not ask about a new request because a question about the last one was open', async () => {
  const own = joinRequest({ user_id: ME });
  requests.merge([own], moment());
  fakeServer({});
  const user = show(<Actions project={theirs} />, { as: member });
  await user.click(await screen.findByRole('button', { name: 'Withdraw' }));
  // In another tab, the member withdraws it and asks again.
  act(() => requests.upsert({ ...own, status: 'withdrawn', ended_by: 'withdrawn' }));
  act(() => requests.upsert(joinRequest({ id: own.id + 1, user_id: ME })));
  await screen.findByText('Pending');
  expect(screen.queryByRole('button', { name: 'Withdraw request' })).toBeNull();
});

it('an accepted member withdraws their other requests', async () => {
  const own = [
    joinRequest({ id: 1, user_id: ME, status: 'accepted' }),
    joinRequest({ id: 2, user_id: ME, project_id: 8 }),
  ];
  const withdrawn = joinRequest({ id: 2, user_id: ME, project_id: 8, status: 'withdrawn' });
  const { of } = fakeServer({
    'GET /api/project-requests/mine': () => ({
      body: { success: true, data: { requests: own, total: 2, has_more: false } },
    }),
    'POST /api/project-requests/withdrawals': () => ({ body: { success: true, data: { requests: [withdrawn] } } }),
  });
  const user = show(<Actions project={theirs} />, { as: member });
  await act(() => myRequests.load());
  await user.click(await screen.findByRole('button', { name: /^Withdraw my request to / }));
  await user.click(button('Withdraw'));
  await screen.findByText('Withdrew 1 request');
  expect(of('POST /api/project-requests/withdrawals').map(({ body }) => body)).toEqual([{ request_ids: [2] }]);
  expect(screen.queryByRole('button', { name: /^Withdraw my request/u })).toBeNull();
});

it('Leave names the consequence first, a second press doesn’t leave, and a failure is reported', async () => {
  requests.merge([joinRequest({ user_id: ME, status: 'accepted' })], moment());
  const { of } = fakeServer({ 'DELETE /api/projects/:id/members/me': () => 'network' });
  const user = show(<Actions project={theirs} />, { as: member });
  screen.getByText('Member');
  await user.click(button('Leave'));
  // A second press of Enter leaves nothing.
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('group', { name: /^Leave/u })));
  await user.click(button('Leave'));
  await user.click(button('Stay'));
  expect(of('DELETE /api/projects/:id/members/me')).toEqual([]);
  await user.click(button('Leave'));
  await user.click(button('Leave the team'));
  await screen.findByText('Failed to leave the project. Check your connection and try again.');
  expect(of('DELETE /api/projects/:id/members/me')).toHaveLength(1);
});

const weekAway = () => new Date(nowMs() + 7 * dayMs).toISOString();

it.each([
  ['left', { left_team: true }, 'Left the team'],
  ['was removed from', { ended_by: 'removed', end_word: 'We needed a designer' }, 'Removed from the team'],
] as const)('a member who %s the team still sees that later, and when they may ask again', (_, change, words) => {
  fakeServer({});
  const ask_again_at = weekAway();
  const ended = joinRequest({ user_id: ME, status: 'withdrawn', role_name: 'Design', ask_again_at, ...change });
  requests.merge([ended], moment());
  show(<Actions project={theirs} />, { as: member });
  screen.getByText('Your seat as Design');
  screen.getByText(words);
  screen.getByText(joinRequest().message);
  expect(screen.queryByText('Withdrawn')).toBeNull();
  const note = screen.queryByText('Note from the creator')?.nextSibling?.textContent;
  expect(note).toBe('end_word' in change ? change.end_word : undefined);
  screen.getByRole('button', { name: `Ask again from ${localTime(ask_again_at)}` });
});

it.each([
  ['waitlist_lapsed', 'Waitlist time ended'],
  // The creator has deleted their account; the project is offered to its team.
  ['project_deleted', 'No longer available'],
  ['project_finished', 'Project finished'],
] as const)('an applicant still sees later how their request ended: %s', (ended_by, words) => {
  fakeServer({});
  requests.merge([joinRequest({ user_id: ME, status: 'withdrawn', ended_by })], moment());
  show(<Actions project={theirs} />, { as: member });
  screen.getByText('Your request');
  screen.getByText(words);
  screen.getByText(joinRequest().message);
});

it('a declined applicant sees the reason, and from when they may ask again', () => {
  const ask_again_at = weekAway();
  fakeServer({});
  const said = { decline_reason: 'seats_taken', end_word: 'Next time!' } as const;
  requests.merge([joinRequest({ user_id: ME, status: 'rejected', ask_again_at, ...said })], moment());
  show(<Actions project={theirs} />, { as: member });
  screen.getByText('Rejected');
  expect(screen.getByText('Reason').nextSibling?.textContent).toBe('The seats are taken');
  expect(screen.getByText('Note from the creator').nextSibling?.textContent).toBe('Next time!');
  expect(screen.queryByRole('button', { name: 'Join the team' })).toBeNull();
  const later = screen.getByRole<HTMLButtonElement>('button', { name: `Ask again from ${localTime(ask_again_at)}` });
  expect(later.disabled).toBe(true);
});

it('a declined applicant sees open projects that need their skills, live', async () => {
  const needs = { ...project(21, { title: 'Tide clock', creator_id: OTHER }), covers: ['Go', 'SQL'] };
  fakeServer({ 'GET /api/projects/suited': () => ({ body: { success: true, data: { projects: [needs] } } }) });
  requests.merge([joinRequest({ user_id: ME })], moment());
  show(<Actions project={theirs} />, { as: member });
  expect(screen.queryByText('These projects need your skills')).toBeNull();
  await act(async () => requests.patch(joinRequest().id, { status: 'rejected' }));
  const link = await screen.findByRole('link', { name: /Tide clock/u });
  expect([link.getAttribute('href'), link.textContent]).toEqual(['/projects/21', 'Tide clockGo, SQL']);
  act(() => projects.patch(21, { state: 'closed' }));
  expect(screen.queryByRole('link', { name: /Tide clock/u })).toBeNull();
});

it.each([
  ['got no answer', { status: 'withdrawn', ended_by: 'no_answer' }],
  ['was removed', { status: 'withdrawn', ended_by: 'removed' }],
  ['lost the project, which was finished', { status: 'withdrawn', ended_by: 'project_finished' }],
] as const)('an applicant who %s sees other projects, and one who withdrew does not', async (_, change) => {
  const newest = { ...project(21, { title: 'Tide clock', category: 'blockchain' }), covers: [], suited_by: 'newest' };
  const { of } = fakeServer({
    'GET /api/projects/suited': () => ({ body: { success: true, data: { projects: [newest] } } }),
  });
  requests.merge([joinRequest({ user_id: ME, status: 'withdrawn' })], moment());
  show(<Actions project={theirs} />, { as: member });
  expect(of('GET /api/projects/suited')).toEqual([]);
  await act(async () => requests.patch(joinRequest().id, change));
  const link = await screen.findByRole('link', { name: /Tide clock/u });
  expect(link.textContent).toBe('Tide clockBlockchain');
  screen.getByText('New projects with free seats');
  expect(of('GET /api/projects/suited').map(({ query }) => query.get('project_id'))).toEqual(['7']);
});

it('an applicant sees the deadline, and may ask again without an answer', () => {
  const answer_by = weekAway();
  fakeServer({});
  requests.merge([joinRequest({ user_id: ME, answer_by })], moment());
  show(<Actions project={theirs} />, { as: member });
  screen.getByText(`Other answers by ${shownTime(answer_by)}`);
  act(() => requests.patch(joinRequest().id, { status: 'withdrawn', ended_by: 'no_answer' }));
  screen.getByText('No answer in time');
  expect(screen.queryByText(/answers by/u)).toBeNull();
  button('Join the team');
});

it('a rejected applicant may ask again once the waiting time is over', async () => {
  fakeServer({});
  const ask_again_at = new Date(nowMs() - 1_000).toISOString();
  requests.merge([joinRequest({ user_id: ME, status: 'rejected', ask_again_at })], moment());
  const user = show(<Actions project={theirs} />, { as: member });
  screen.getByText('Rejected');
  await user.click(button('Join the team'));
  expect(joinDialog.get()).toBe(7);
});

it.each(['closed', 'finished'] as const)('a %s project offers neither Join nor interest', (state) => {
  fakeServer({});
  show(<Actions project={{ ...theirs, state }} />, { as: member });
  screen.getByText(state === 'closed' ? 'No new requests' : 'Finished');
  expect(screen.queryByRole('button')).toBeNull();
});

it('an applicant sees only once that the project was finished', () => {
  fakeServer({});
  requests.merge([joinRequest({ user_id: ME, status: 'withdrawn', ended_by: 'project_finished' })], moment());
  show(<Actions project={{ ...theirs, state: 'finished' }} />, { as: member });
  expect(screen.getAllByText(/finished/iu).map(({ textContent }) => textContent)).toEqual(['Project finished']);
});

it('a rejected applicant sees the reason above their message, and for which role', () => {
  fakeServer({});
  const rejected = { status: 'rejected', role_name: 'Design', message: 'My words', end_word: 'Found one' } as const;
  requests.merge([joinRequest({ user_id: ME, ...rejected })], moment());
  show(<Actions project={theirs} />, { as: member });
  screen.getByText('Your request as Design');
  const [reason, own] = [screen.getByText(/Found one/u), screen.getByText('My words')];
  expect(reason.compareDocumentPosition(own)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

it('keeps showing a withdrawn invitation while the pointer is on it', async () => {
  fakeServer({});
  const invited = invitation({ user_id: ME, project_id: 7, creator_id: OTHER });
  invitations.merge([invited], moment());
  const user = show(<Actions project={theirs} />, { as: member });
  const answer = await screen.findByRole('button', { name: /^Accept the invitation/u });
  await user.hover(answer);
  act(() => invitations.upsert({ ...invited, status: 'withdrawn' }));
  screen.getByText('Withdrawn');
  await user.hover(screen.getByRole('heading', { name: 'Take part' }));
  await waitFor(() => expect(screen.queryByText('Withdrawn')).toBeNull(), { timeout: 8_000 });
  expect(screen.queryByText(/invited you to join/u)).toBeNull();
});

it.each([
  [0, ['Join the waitlist for Backend', 'Join as Design']],
  [1, []],
] as const)('with %i free seats in the invitation’s role, the roles offer %j', (free, offers) => {
  fakeServer({});
  const role = (id: number, name: string, taken: number) => ({ id, name, seats: 1, taken, skills: [] });
  const roles = [role(1, 'Backend', 1), role(2, 'Design', 0), role(3, 'Tests', 1 - free)];
  const shown = { ...theirs, max_members: 6, current_members: 3, roles };
  invitations.merge([invitation({ user_id: ME, project_id: 7, creator_id: OTHER, role_id: 3 })], moment());
  show(<ProjectRoles project={shown} joinState="stranger" isSignedIn />, { as: member });
  const buttons = screen.queryAllByRole('button').map((each) => each.getAttribute('aria-label'));
  expect(buttons.filter((name) => !name?.endsWith('Tests'))).toEqual(offers);
});
