import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { useSession } from '../../../core/session/session';
import { moment } from '../../../core/store/table';
import { intentLink } from '../../../lib/links/next-path';
import { projects } from '../../../projects/state/project-table';
import { fakeServer, refusal } from '../../../testing/fake-server';
import { held } from '../../../testing/held';
import { show } from '../../../testing/render';
import { joinRequest, ME, member, OTHER, project } from '../../../testing/samples';
import { joinDialog, requests } from '../../state/requests';
import { JoinDialog } from './JoinDialog';
import { TakePart } from './TakePart';

type Reply = ReturnType<typeof refusal>;
const own = joinRequest({ user_id: ME, project_id: 7 });
const created: Reply = { status: 201, body: { success: true, data: { request: own } } };
const field = () => screen.getByLabelText<HTMLTextAreaElement>('Message to the creator (optional)');
const send = () => screen.getByRole('button', { name: 'Send request' });

/** The form fetches the number of requests left. */
beforeEach(() => void fakeServer({}));

function open() {
  projects.merge([project(7, { creator_id: OTHER, title: 'Stepwell puzzles' })], moment());
  joinDialog.open(7);
  return show(<JoinDialog />, { as: member });
}

it('sends the message once for two clicks, keeps it on failure, and closes', async () => {
  let reply: () => Reply | Promise<Reply> = () => 'network';
  const { of } = fakeServer({ 'POST /api/project-requests': () => reply() });
  const user = open();
  expect(screen.getByRole('dialog', { name: 'Join the team' }).textContent).toContain('Stepwell puzzles');
  await user.type(field(), '  I build <b>rovers</b>. ');
  await user.click(send());
  within(await screen.findByRole('alert')).getByText('Failed to send join request');
  expect(field().value).toBe('  I build <b>rovers</b>. ');
  const late = held<Reply>(created);
  reply = late.reply;
  await user.dblClick(send());
  late.release();
  await screen.findByText('Join request sent successfully!');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const body = { project_id: 7, message: 'I build <b>rovers</b>.' };
  expect(of('POST /api/project-requests').map((call) => call.body)).toEqual([body, body]);
});

it('gives the focus to the request’s state once it is sent', async () => {
  await import('./OwnSeatOrRequest');
  fakeServer({ 'POST /api/project-requests': () => created });
  const theirs = project(7, { creator_id: OTHER, title: 'Stepwell puzzles' });
  projects.merge([theirs], moment());
  const Page = () => {
    const isAsked = requests.use(({ byId }) => Object.keys(byId).length > 0);
    return (
      <main id="main" tabIndex={-1}>
        <TakePart project={theirs} joinState={isAsked ? 'asked' : 'stranger'} isSignedIn />
        <JoinDialog />
      </main>
    );
  };
  const user = show(<Page />, { as: member });
  await user.click(screen.getByRole('button', { name: 'Join the team' }));
  await user.click(send());
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Pending'));
});

it('is closed by Cancel, which keeps the text for the next time', async () => {
  const { of } = fakeServer({ 'POST /api/project-requests': () => created });
  const user = open();
  await user.type(field(), 'I build rovers.');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  act(() => joinDialog.open(7));
  expect(field().value).toBe('I build rovers.');
  expect(of('POST /api/project-requests')).toEqual([]);
});

it('opens with what was typed before a reload', async () => {
  const user = open();
  await user.type(field(), 'I build rovers.');
  cleanup();
  open();
  expect(field().value).toBe('I build rovers.');
});

it('leaves another project’s form open that was opened while the request was being sent', async () => {
  const late = held<Reply>(created);
  fakeServer({ 'POST /api/project-requests': late.reply });
  const user = open();
  await user.click(send());
  await user.keyboard('{Escape}');
  projects.merge([project(8, { creator_id: OTHER, title: 'Kiosk' })], moment());
  act(() => joinDialog.open(8));
  late.release();
  await screen.findByText('Join request sent successfully!');
  expect((await screen.findByRole('dialog')).textContent).toContain('Kiosk');
});

it('closes when its project disappears, and stays closed when the project returns', async () => {
  open();
  screen.getByRole('dialog');
  act(() => projects.remove(7));
  expect(screen.queryByRole('dialog')).toBeNull();
  act(() => projects.merge([project(7, { creator_id: OTHER })], moment()));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('sends no message when it is left blank: the placeholder shows the greeting that the server writes', async () => {
  const { of } = fakeServer({ 'POST /api/project-requests': () => created });
  const user = open();
  expect(field().placeholder).toBe(
    'Hi! I\'m interested in joining your project "Stepwell puzzles". I\'d love to collaborate with you!',
  );
  await user.type(field(), '   ');
  await user.click(send());
  await screen.findByText('Join request sent successfully!');
  expect(of('POST /api/project-requests')[0]?.body).toEqual({ project_id: 7 });
});

it('asks a member to confirm their address before they write', async () => {
  projects.merge([project(7, { creator_id: OTHER })], moment());
  joinDialog.open(7);
  show(<JoinDialog />, { as: { ...member, must_verify_email: true } });
  screen.getByText('Confirm your email address before you send this.');
  expect(screen.getByRole('link', { name: 'Account settings' }).getAttribute('href')).toBe('/settings/account');
  act(() => useSession.setState({ user: member }));
  expect(screen.queryByText(/^Confirm your email/u)).toBeNull();
});

it('hides the refusal once the address is confirmed, even in another tab', async () => {
  fakeServer({ 'POST /api/project-requests': () => refusal(403, 'EMAIL_NOT_VERIFIED', 'Confirm your email first') });
  projects.merge([project(7, { creator_id: OTHER })], moment());
  joinDialog.open(7);
  const user = show(<JoinDialog />, { as: { ...member, must_verify_email: true } });
  await user.click(send());
  await screen.findByText('Confirm your email first');
  act(() => useSession.setState({ user: member }));
  expect(screen.queryByText('Confirm your email first')).toBeNull();
});

it('says that the member has joined, if they were invited to the seat', async () => {
  const request = { ...own, status: 'accepted' };
  fakeServer({ 'POST /api/project-requests': () => ({ status: 201, body: { success: true, data: { request } } }) });
  const user = open();
  await user.click(send());
  await screen.findByText(/^You joined Stepwell puzzles: .+ had already invited you$/u);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('reports a message that is too long at its field, and sends nothing', async () => {
  const { of } = fakeServer({});
  const user = open();
  await user.click(field());
  screen.getByText('Up to 1,000 characters');
  await user.paste('x'.repeat(800));
  screen.getByText('800 of 1,000 characters');
  await user.paste('x'.repeat(201));
  screen.getByText('1,001 of 1,000 characters');
  await user.click(send());
  await screen.findByText('Message must be at most 1,000 characters long');
  expect(document.activeElement).toBe(field());
  expect(of('POST /api/project-requests')).toEqual([]);
});

it('keeps the text after Escape', async () => {
  const user = open();
  await user.type(field(), 'Half a thought');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  act(() => joinDialog.open(7));
  expect(field().value).toBe('Half a thought');
});

it('closes when the member sends a request in another tab', async () => {
  open();
  act(() => requests.upsert(own));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(joinDialog.get()).toBeNull();
});

it.each([
  [['React', 'SQL', 'Figma', 'Go'], 'You have 3 of 4 skills: React, SQL, Figma; missing: Go'],
  [['Go', 'Kotlin'], 'Required skills: Go, Kotlin'],
  [[], null],
])('says which of the required skills %j the member has', (required_skills, words) => {
  projects.merge([project(7, { creator_id: OTHER, required_skills })], moment());
  joinDialog.open(7);
  show(<JoinDialog />, { as: { ...member, skills: ['reactjs', 'sql', 'figma', 'Rust'] } });
  if (words === null) expect(screen.queryByText(/^You have|^Required skills/u)).toBeNull();
  else screen.getByText(words);
});

it('asks the creator’s questions, requires each answer, and keeps those of unchanged questions', async () => {
  let reply: Reply = refusal(409, 'QUESTIONS_CHANGED', 'This project’s questions have changed.');
  const asked = (questions: string[]) => project(7, { creator_id: OTHER, title: 'Stepwell puzzles', questions });
  const { of } = fakeServer({ 'POST /api/project-requests': () => reply });
  projects.merge([asked(['Why this?', 'How much time?'])], moment());
  joinDialog.open(7);
  const user = show(<JoinDialog />, { as: member });
  const answer = (question: string) => screen.getByLabelText<HTMLTextAreaElement>(question);
  await user.type(answer('Why this?'), ' I like wells. ');
  await user.click(send());
  await screen.findByText('Answer this question.');
  expect(document.activeElement).toBe(answer('How much time?'));
  await user.type(answer('How much time?'), 'Weekends');
  await user.click(send());
  await screen.findAllByText('This project’s questions have changed.');
  act(() => projects.upsert(asked(['Why this?', 'Which tools?'])));
  expect(answer('Why this?').value).toBe(' I like wells. ');
  await user.type(answer('Which tools?'), 'Pen');
  reply = created;
  await user.click(send());
  await screen.findByText('Join request sent successfully!');
  expect(of('POST /api/project-requests').map((call) => call.body)).toEqual([
    {
      project_id: 7,
      answers: [
        { question: 'Why this?', answer: 'I like wells.' },
        { question: 'How much time?', answer: 'Weekends' },
      ],
    },
    {
      project_id: 7,
      answers: [
        { question: 'Why this?', answer: 'I like wells.' },
        { question: 'Which tools?', answer: 'Pen' },
      ],
    },
  ]);
});

it.each([
  [{ asked: 10, answered: 9, days: 2 }, 'Answered 9 of the last 10 requests within 2 days'],
  [{ asked: 5, answered: 5, days: 1 }, 'Answered 5 of the last 5 requests within a day'],
  [{ asked: 6, answered: 0, days: 0 }, 'Answered none of the last 6 requests'],
])('opened from a card, it shows the creator’s record: %j', async (answer_record, words) => {
  const creator = { creator_college: '', creator_email: null, creator_skills: [], creator_github: null };
  const shown = { ...project(7, { creator_id: OTHER }), skills_needed: [], ...creator, answer_record };
  const page = { connections: [], team: [], is_member: false, offer: null, my_connection: null, my_join_request: null };
  const { of } = fakeServer({ 'GET /api/projects/:id': () => ({ body: { success: true, project: shown, ...page } }) });
  open();
  await screen.findByText(words);
  expect(of('GET /api/projects/:id')).toHaveLength(1);
});

it('asks for the waitlist while no seat is free, and follows the seats while it is open', async () => {
  const { of } = fakeServer({
    'GET /api/projects/:id': () => 'network',
    'GET /api/knocks': () => ({
      body: {
        success: true,
        data: { requests_left: 5, waitlists_left: 1, first_messages_left: 5, messages_left: null },
      },
    }),
    'POST /api/project-requests': () => created,
  });
  const user = open();
  send();
  // The last seat is reserved by a seat offer.
  act(() => projects.patch(7, { max_members: 2, current_members: 1, offered_seats: 1 }));
  const dialog = within(screen.getByRole('dialog', { name: 'Join the waitlist' }));
  await dialog.findByText('You can join 1 more waitlist.');
  dialog.getByText(/^No free seat now\./u);
  await user.click(dialog.getByRole('button', { name: 'Join the waitlist' }));
  await screen.findByText('You asked to join the waitlist');
  expect(of('POST /api/project-requests')[0]?.body).toEqual({ project_id: 7, waitlist: true });
});

it('switches to the waitlist when the last seat has been taken', async () => {
  const full = project(7, { creator_id: OTHER, title: 'Stepwell puzzles', max_members: 2, current_members: 2 });
  const page = { team: [], is_member: false, offer: null, connections: [], my_connection: null, my_join_request: null };
  fakeServer({
    'GET /api/projects/:id': () => ({
      body: { success: true, project: { ...full, skills_needed: [], creator_college: '', creator_email: '' }, ...page },
    }),
    'POST /api/project-requests': () => refusal(409, 'PROJECT_FULL', 'This project is already full.'),
    'GET /api/project-requests/mine': () => ({
      body: { success: true, data: { requests: [], total: 0, has_more: false } },
    }),
  });
  projects.merge([project(7, { creator_id: OTHER, title: 'Stepwell puzzles' })], moment());
  const user = open();
  await user.click(send());
  within(await screen.findByRole('dialog', { name: 'Join the waitlist' })).getByText('This project is already full.');
  // A live event frees a seat: the form asks for it again, and the refusal disappears.
  act(() => projects.patch(7, { current_members: 1, member_count: 1 }));
  await screen.findByRole('dialog', { name: 'Join the team' });
  expect(screen.queryByText('This project is already full.')).toBeNull();
});

it('asks for a role, preselects the first with a free seat, and offers the waitlist of a full one', async () => {
  const role = (id: number, name: string, taken: number) => ({ id, name, seats: 1, taken, skills: ['Go'] });
  const roles = [role(1, 'Backend', 1), role(2, 'Design', 0)];
  const { of } = fakeServer({
    'POST /api/project-requests': () => refusal(409, 'ROLES_CHANGED', 'This project’s roles have changed.'),
  });
  projects.merge([project(7, { creator_id: OTHER, max_members: 5, current_members: 2, roles })], moment());
  joinDialog.open(7);
  const user = show(<JoinDialog />, { as: { ...member, skills: ['golang'] } });
  const radio = (name: RegExp) => screen.getByRole<HTMLInputElement>('radio', { name });
  expect(radio(/Design.*1 free seat · Go/u).checked).toBe(true);
  radio(/No specific role.*2 free seats/u);
  screen.getByText('You have the required skill: Go');
  await user.click(send());
  await screen.findByText('This project’s roles have changed.');
  await user.click(radio(/Backend.*No free seat/u));
  screen.getByText(/^No free seat for Backend now\./u);
  await user.click(screen.getByRole('button', { name: 'Join the waitlist' }));
  await user.click(radio(/No specific role/u));
  await user.click(send());
  await waitFor(() => expect(of('POST /api/project-requests')).toHaveLength(3));
  expect(of('POST /api/project-requests').map(({ body }) => body)).toEqual([
    { project_id: 7, role_id: 2 },
    { project_id: 7, role_id: 1, waitlist: true },
    { project_id: 7 },
  ]);
});

const roles = [
  { id: 3, name: 'Backend', seats: 1, skills: ['Go'], taken: 0 },
  { id: 4, name: 'Design', seats: 1, skills: ['React'], taken: 0 },
];
const withRoles = () => project(7, { creator_id: OTHER, max_members: 3, roles });
const chosen = () => screen.getByRole('radio', { checked: true }).closest('label')?.textContent;

it('preselects the role that fits the member’s skills', () => {
  projects.merge([withRoles()], moment());
  joinDialog.open(7);
  show(<JoinDialog />, { as: { ...member, skills: ['React'] } });
  expect(chosen()).toMatch(/^Design/u);
  expect(document.activeElement).toBe(screen.getByRole('radio', { checked: true }));
});

it('preselects a role that the member would take, even if it needs no skills', () => {
  const [backend, design] = roles as [(typeof roles)[number], (typeof roles)[number]];
  projects.merge([{ ...withRoles(), roles: [backend, { ...design, skills: [] }] }], moment());
  joinDialog.open(7);
  show(<JoinDialog />, { as: { ...member, skills: ['Go'], takes_roles: ['design'] } });
  expect(chosen()).toMatch(/^Design/u);
});

it('preselects a seat without a role for a member who suits no role', () => {
  projects.merge([{ ...withRoles(), max_members: 4 }], moment());
  joinDialog.open(7);
  show(<JoinDialog />, { as: { ...member, skills: ['Kotlin'] } });
  expect(chosen()).toMatch(/^No specific role/u);
});

it.each([
  ['React', /^Design/u],
  ['Kotlin', /^No specific role/u],
])('preselects what suits a member with %s on a waitlist, too', (skill, expected) => {
  const taken = roles.map((role) => ({ ...role, taken: 1 }));
  projects.merge([{ ...withRoles(), max_members: 4, current_members: 4, roles: taken }], moment());
  joinDialog.open(7);
  show(<JoinDialog />, { as: { ...member, skills: [skill] } });
  screen.getByRole('dialog', { name: 'Join the waitlist' });
  expect(chosen()).toMatch(expected);
});

it('offers the seat that a former creator has left, when the new creator’s seat has a role', () => {
  const taken = roles.map((role) => ({ ...role, taken: 1 }));
  projects.merge([{ ...withRoles(), current_members: 2, roles: taken }], moment());
  joinDialog.open(7);
  show(<JoinDialog />, { as: member });
  expect(chosen()).toMatch(/^No specific role1 free seat/u);
});

it('keeps the role that a visitor chose before they signed in', async () => {
  projects.merge([withRoles()], moment());
  const path = intentLink(7, 'join', 3);
  show(
    <>
      <TakePart project={withRoles()} joinState="stranger" isSignedIn />
      <JoinDialog />
    </>,
    { as: { ...member, skills: ['React'] }, path, route: '/projects/:id' },
  );
  await waitFor(() => expect(chosen()).toMatch(/^Backend/u));
});
