import { dayMs } from '@sangam/shared/core/limits';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { readFormDraft } from '../../../core/forms/form-drafts';
import { useSession } from '../../../core/session/session';
import { moment } from '../../../core/store/table';
import { nowMs } from '../../../lib/clock';
import { localDay } from '../../../lib/text/local-time';
import { JoinButton } from '../../../requests/screens/join/JoinButton';
import { invitations } from '../../../requests/state/invitations';
import { joinDialog, requests } from '../../../requests/state/requests';
import { fakeServer, type refusal } from '../../../testing/fake-server';
import { held } from '../../../testing/held';
import { plain, show } from '../../../testing/render';
import { invitation, joinRequest, ME, member, OTHER, project } from '../../../testing/samples';
import { createDialog } from '../../state/dialogs';
import { noFilter } from '../../state/project-filter';
import { loadProjects, setProjectFilter } from '../../state/project-list';
import { projects } from '../../state/project-table';
import { CreateProjectDialog } from './CreateProjectDialog';
import { ProjectList } from './ProjectList';

type Reply = ReturnType<typeof refusal>;
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const submit = () => screen.getByRole('button', { name: 'Create Project' });
/** Fills in the fields that a new project needs. */
async function fillIn(user: UserEvent): Promise<void> {
  await user.type(field('Title'), 'Night bus radio');
  await user.type(field('Description'), 'Music for the ride home.');
  await user.selectOptions(field('Category'), 'other');
}
const theirs = project(7, { creator_id: OTHER, title: 'Stepwell puzzles' });

it('creating marks every invalid field, focuses the first, keeps the input on failure, and sends once', async () => {
  const { reply, release } = held<Reply>('network');
  const { of } = fakeServer({ 'POST /api/projects': reply });
  createDialog.open(true);
  const user = show(<CreateProjectDialog />, { as: member, path: '/projects' });
  await user.clear(field('Max members'));
  await user.type(field('Max members'), '21');
  await user.click(submit());
  expect(document.querySelectorAll('[aria-invalid="true"]')).toHaveLength(4);
  expect(document.activeElement).toBe(field('Title'));
  screen.getByText('Max members must be between 2 and 20');
  await fillIn(user);
  await user.clear(field('Max members'));
  await user.type(field('Max members'), '20');
  await user.dblClick(submit());
  release();
  within(await screen.findByRole('alert')).getByText('Failed to create project');
  expect(of('POST /api/projects')).toHaveLength(1);
  expect(field('Title').value).toBe('Night bus radio');
});

it('opens as it was left before a reload, under the same key, and empty once the project was created', async () => {
  let reply: Reply | { body: object } = 'network';
  const { of } = fakeServer({ 'POST /api/projects': () => reply as Reply });
  createDialog.open(true);
  const user = show(<CreateProjectDialog />, { as: member, path: '/projects' });
  await fillIn(user);
  await user.click(screen.getByRole('button', { name: 'Add a role' }));
  const role = () => screen.findByLabelText<HTMLInputElement>('Role');
  await user.type(await role(), 'Designer');
  await user.click(submit());
  await screen.findByText('Failed to create project');
  cleanup();

  const later = show(<CreateProjectDialog />, { as: member, path: '/projects' });
  expect([field('Title').value, field('Category').value, (await role()).value]).toEqual([
    'Night bus radio',
    'other',
    'Designer',
  ]);
  reply = { body: { success: true, data: { project: project(31, { creator_id: ME }) } } };
  await later.click(submit());
  await screen.findByText('Project created successfully!');
  const keys = of('POST /api/projects').map(({ query }) => query.get('client_id'));
  expect(keys[1]).toBe(keys[0]);
  expect(readFormDraft('project')).toEqual({});
});

it('marks the fields that may stay empty', () => {
  fakeServer({});
  createDialog.open(true);
  show(<CreateProjectDialog />, { as: member, path: '/projects' });
  const names = screen.getAllByLabelText<HTMLInputElement>(/\(optional\)$/u).map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['required_skills', 'timeline', 'questions']));
});

it('sends the same key again for the same content, and a new key for changed content', async () => {
  const { of } = fakeServer({ 'POST /api/projects': () => 'network' });
  createDialog.open(true);
  const user = show(<CreateProjectDialog />, { as: member, path: '/projects' });
  await fillIn(user);
  const press = async (times: number) => {
    await user.click(submit());
    await waitFor(() => expect(of('POST /api/projects')).toHaveLength(times));
    await waitFor(() => screen.getByText('Failed to create project'));
  };
  await press(1);
  await press(2);
  await user.type(field('Title'), ' 2');
  await press(3);
  const [first, second, third] = of('POST /api/projects').map(({ query }) => query.get('client_id'));
  expect(first).toMatch(/^[\da-f-]{36}$/u);
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

it('opens the new project’s page, even when created from the list', async () => {
  fakeServer({
    'POST /api/projects': () => ({ body: { success: true, data: { project: project(31, { creator_id: ME }) } } }),
  });
  createDialog.open(true);
  const user = show(<CreateProjectDialog />, { as: member, path: '/projects' });
  await fillIn(user);
  await user.click(submit());
  await vi.waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/projects/31'));
});

it('keeps a project begun while an earlier one was still being sent', async () => {
  const { reply, release } = held({ body: { success: true, data: { project: project(31, { creator_id: ME }) } } });
  fakeServer({ 'POST /api/projects': reply });
  createDialog.open(true);
  const user = show(<CreateProjectDialog />, { as: member, path: '/projects' });
  await fillIn(user);
  await user.click(submit());
  await user.keyboard('{Escape}');
  act(() => createDialog.open(true));
  await user.type(field('Title'), ' at dawn');
  release();
  await vi.waitFor(() => expect(screen.queryByRole('button', { busy: true })).toBeNull());
  expect(field('Title').value).toBe('Night bus radio at dawn');
  expect(screen.getByTestId('address').textContent).toBe('/projects');
});

it('says on a card that the member is invited, instead of offering Join', () => {
  invitations.merge([invitation({ project_id: 7, user_id: ME })], moment());
  show(<JoinButton project={theirs} />, { as: member });
  screen.getByText('Invited');
  expect(screen.queryByRole('button')).toBeNull();
});

it('Join opens the dialog for this project, and sends nothing yet', async () => {
  const { calls } = fakeServer({});
  const user = show(<JoinButton project={theirs} />, { as: member });
  await user.click(screen.getByRole('button', { name: 'Join Stepwell puzzles' }));
  expect(joinDialog.get()).toBe(7);
  expect(calls).toEqual([]);
});

it('asks a visitor who joins to log in', async () => {
  const { calls } = fakeServer({});
  const user = show(<JoinButton project={theirs} />);
  await user.click(screen.getByRole('button', { name: 'Join Stepwell puzzles' }));
  await screen.findByText('Please log in to join projects');
  const signIn = screen.getByRole('link', { name: 'Sign in' });
  expect(signIn.getAttribute('href')).toBe('/login?next=%2Fprojects%2F7%3Fintent%3Djoin');
  expect(calls).toEqual([]);
});

it.each([
  ['pending', 'Pending'],
  ['accepted', 'Member'],
] as const)('a card shows a %s request as %s', (status, word) => {
  requests.merge([joinRequest({ user_id: ME, status })], moment());
  show(<JoinButton project={theirs} />, { as: member });
  screen.getByText(word);
  expect(screen.queryByRole('button')).toBeNull();
});

it('a card says from which day a rejected applicant may ask again', () => {
  const ask_again_at = new Date(nowMs() + 7 * dayMs).toISOString();
  requests.merge([joinRequest({ user_id: ME, status: 'rejected', ask_again_at })], moment());
  show(<JoinButton project={theirs} />, { as: member });
  screen.getByText(`Ask again from ${plain(localDay(ask_again_at))}`);
  expect(screen.queryByRole('button')).toBeNull();
});

it('a card offers Join after a rejection, the waitlist for a full team, and marks the creator’s own project', () => {
  requests.merge([joinRequest({ user_id: ME, status: 'rejected' })], moment());
  show(<JoinButton project={theirs} />, { as: member });
  screen.getByRole('button', { name: 'Join Stepwell puzzles' });
  show(<JoinButton project={{ ...theirs, id: 8, current_members: 5 }} />, { as: member });
  screen.getByRole('button', { name: 'Join the waitlist for Stepwell puzzles' });
  show(<JoinButton project={{ ...theirs, id: 9, title: 'Own', creator_id: ME }} />, { as: member });
  screen.getByText('Yours');
  expect(screen.queryByRole('button', { name: 'Join Own' })).toBeNull();
});

it('a card shows the state of a request that no fetched list has', async () => {
  const own = { id: 3, project_id: theirs.id, status: 'pending', created_at: theirs.created_at };
  fakeServer({
    'GET /api/projects': () => ({
      body: { success: true, data: { projects: [theirs], my_join_requests: [own], has_more: false } },
    }),
  });
  show(<ProjectList Action={JoinButton} />, { as: member });
  await loadProjects();
  await screen.findByText('Pending');
  expect(screen.queryByRole('button', { name: 'Join Stepwell puzzles' })).toBeNull();
});

it('reports a list that could not be loaded, and loads it with Retry', async () => {
  let reply: Reply = 'network';
  fakeServer({ 'GET /api/projects': () => reply });
  const user = show(<ProjectList Action={JoinButton} />);
  await loadProjects();
  within(await screen.findByRole('alert')).getByText('Failed to load projects');
  reply = { body: { success: true, data: { projects: [theirs], has_more: false } } };
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByRole('link', { name: 'Stepwell puzzles' });
  expect(projects.get(7)?.title).toBe('Stepwell puzzles');
});

it('shows above the loaded matches that a search failed, and retries it', async () => {
  const all: Reply = { body: { success: true, data: { projects: [theirs, project(8)], has_more: false } } };
  let reply: Reply = all;
  fakeServer({ 'GET /api/projects': () => reply });
  const user = show(<ProjectList Action={JoinButton} />);
  await act(() => loadProjects());
  reply = 'network';
  await act(() => setProjectFilter({ ...noFilter, search: 'stepwell' }));
  within(screen.getByRole('alert')).getByText('Failed to load projects');
  screen.getByRole('link', { name: 'Stepwell puzzles' });
  expect(screen.queryByRole('link', { name: 'Project 8' })).toBeNull();
  reply = { body: { success: true, data: { projects: [theirs], has_more: false } } };
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  screen.getByRole('link', { name: 'Stepwell puzzles' });
});

it('says that the member is offline, and loads the list when the network is back', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  fakeServer({ 'GET /api/projects': () => 'network' });
  show(<ProjectList Action={JoinButton} />);
  await loadProjects();
  await screen.findByText('You’re offline. This loads when you reconnect.');
  fakeServer({
    'GET /api/projects': () => ({ body: { success: true, data: { projects: [theirs], has_more: false } } }),
  });
  onLine.mockRestore();
  window.dispatchEvent(new Event('online'));
  await screen.findByRole('link', { name: 'Stepwell puzzles' });
});

it('retries the list with growing pauses while the server is down, and keeps the message', async () => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const { of } = fakeServer({ 'GET /api/projects': () => 'network' });
  show(<ProjectList Action={JoinButton} />);
  await act(() => loadProjects());
  const alert = screen.getByRole('alert');
  for (const [afterMs, asked] of [
    [2_000, 2],
    [5_000, 3],
    [10_000, 4],
    [30_000, 5],
  ] as const) {
    await act(() => vi.advanceTimersByTimeAsync(afterMs));
    expect(of('GET /api/projects')).toHaveLength(asked);
    expect(screen.getByRole('alert')).toBe(alert);
  }
  vi.restoreAllMocks();
});

it('an empty list offers a visitor to sign up; a member has the page’s own button', async () => {
  fakeServer({ 'GET /api/projects': () => ({ body: { success: true, data: { projects: [], has_more: false } } }) });
  show(<ProjectList Action={JoinButton} />);
  act(() => useSession.setState({ status: 'signed-out' }));
  await loadProjects();
  await screen.findByText('No projects listed right now');
  screen.getByRole('link', { name: 'Sign up to create one' });
  act(() => useSession.setState({ status: 'signed-in', user: member }));
  screen.getByText('No projects listed right now');
  expect(screen.queryByRole('link')).toBeNull();
  expect(screen.queryByRole('button')).toBeNull();
});

it('offers nothing to join until it is known whether a member reads', async () => {
  fakeServer({
    'GET /api/projects': () => ({ body: { success: true, data: { projects: [theirs], has_more: false } } }),
  });
  show(<ProjectList Action={JoinButton} />);
  act(() => useSession.setState({ status: 'loading' }));
  await act(() => loadProjects());
  screen.getByText('Loading projects');
  expect(screen.queryByRole('button', { name: /^Join/u })).toBeNull();
  act(() => useSession.setState({ status: 'signed-in', user: { ...member, id: OTHER } }));
  screen.getByText('Yours');
});
