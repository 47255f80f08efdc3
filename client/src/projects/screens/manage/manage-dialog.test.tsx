import { dayMs } from '@sangam/shared/core/limits';
import { projectServerLimits } from '@sangam/shared/projects/limits';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ready } from '../../../core/store/loadable';
import { moment } from '../../../core/store/table';
import { members } from '../../../people/state/members';
import { fakeServer, refusal } from '../../../testing/fake-server';
import { show } from '../../../testing/render';
import { ME, member, OTHER, offer, project } from '../../../testing/samples';
import { manageDialog } from '../../state/dialogs';
import { useProjectPages } from '../../state/project-pages';
import { projects } from '../../state/project-table';
import { transfers } from '../../state/transfers';
import { ManageDialog } from './ManageDialog';

const mine = project(7, { title: 'Stepwell puzzles', timeline: 'Spring' });
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);

it('an edit sends its own changes, and not those of another tab', async () => {
  const { of } = fakeServer({
    'PATCH /api/projects/:id': () => ({ body: { success: true, data: { project: { ...mine, title: 'Wells' } } } }),
  });
  projects.upsert(mine);
  manageDialog.open({ projectId: 7, act: 'edit' });
  const user = show(<ManageDialog />, { as: member });
  act(() => projects.patch(7, { timeline: 'Autumn', max_members: 9 }));
  await user.clear(field('Title'));
  await user.type(field('Title'), 'Wells');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(manageDialog.get()).toBeNull());
  expect(of('PATCH /api/projects/:id').map(({ body }) => body)).toEqual([{ title: 'Wells' }]);
  expect(projects.get(7)?.title).toBe('Wells');
});

it('an edit without a change sends nothing, and a refused one shows its error at the field and keeps the text', async () => {
  const message = '3 seats are taken. Max members can’t be fewer.';
  const { of } = fakeServer({
    'PATCH /api/projects/:id': () => ({
      status: 400,
      body: { success: false, code: 'INVALID', message, errors: [{ field: 'max_members', message }] },
    }),
  });
  projects.upsert(mine);
  manageDialog.open({ projectId: 7, act: 'edit' });
  const user = show(<ManageDialog />, { as: member });
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(manageDialog.get()).toBeNull());
  expect(of('PATCH /api/projects/:id')).toEqual([]);

  act(() => manageDialog.open({ projectId: 7, act: 'edit' }));
  await user.clear(field('Max members'));
  await user.type(field('Max members'), '2');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(document.activeElement).toBe(field('Max members')));
  expect(field('Max members').value).toBe('2');
});

it('an edit left unsaved opens again with its own changes on the newest project, until it is saved or cancelled', async () => {
  const role = (id: number, name: string) => ({ id, name, seats: 1, skills: [], taken: 0 });
  const { of } = fakeServer({
    'PATCH /api/projects/:id': ({ body }) => ({
      body: { success: true, data: { project: { ...mine, ...Object(body) } } },
    }),
  });
  projects.upsert({ ...mine, roles: [role(1, 'Designer'), role(2, 'Writer')] });
  const edit = () => act(() => manageDialog.open({ projectId: 7, act: 'edit' }));
  const user = show(<ManageDialog />, { as: member });
  edit();
  await user.type(field('Title'), ' two');
  await user.type((await screen.findAllByLabelText('Skills for this role (optional)'))[0] as HTMLElement, 'Figma');
  await user.click(screen.getByRole('button', { name: 'Remove Writer' }));
  await user.click(screen.getByRole('button', { name: 'Add a role' }));
  await user.keyboard('Editor');
  await user.keyboard('{Escape}{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  act(() =>
    projects.patch(7, {
      timeline: 'Autumn',
      title: 'Wells',
      roles: [role(1, 'Designer'), role(2, 'Writer'), role(3, 'Tester')],
    }),
  );
  edit();
  expect(field('Title').value).toBe('Stepwell puzzles two');
  expect(field('Timeline (optional)').value).toBe('Autumn');
  await waitFor(() =>
    expect(screen.getAllByLabelText<HTMLInputElement>('Role').map(({ value }) => value)).toEqual([
      'Designer',
      'Tester',
      'Editor',
    ]),
  );
  screen.getByText('Removes');
  const save = () => user.click(screen.getByRole('button', { name: 'Save changes' }));
  await save();
  await screen.findByText(/^This was changed elsewhere to “.*Wells.*”\. Save again to replace that\.$/u);
  expect(of('PATCH /api/projects/:id')).toEqual([]);
  await save();
  await waitFor(() => expect(manageDialog.get()).toBeNull());
  const sent = { seats: 1, skills: [] };
  expect(of('PATCH /api/projects/:id').map(({ body }) => body)).toEqual([
    {
      title: 'Stepwell puzzles two',
      roles: [
        { ...sent, id: 1, name: 'Designer', skills: ['Figma'] },
        { ...sent, id: 3, name: 'Tester' },
        { ...sent, name: 'Editor' },
      ],
    },
  ]);

  edit();
  await user.type(field('Title'), '!');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  edit();
  expect(field('Title').value).toBe('Stepwell puzzles two');
});

it('an edit left open keeps roles as they were added, removed and changed elsewhere', async () => {
  const role = (id: number, name: string, seats = 1) => ({ id, name, seats, skills: [], taken: 0 });
  const { of } = fakeServer({
    'PATCH /api/projects/:id': ({ body }) => ({
      body: { success: true, data: { project: { ...mine, ...Object(body) } } },
    }),
  });
  projects.upsert({ ...mine, roles: [role(1, 'Designer'), role(2, 'Writer')] });
  manageDialog.open({ projectId: 7, act: 'edit' });
  const user = show(<ManageDialog />, { as: member });
  const [designer] = await screen.findAllByLabelText<HTMLInputElement>('Role');
  await user.type(designer as HTMLElement, 's');
  await user.click(screen.getByRole('button', { name: 'Add a role' }));
  await user.keyboard('Editor');
  act(() => projects.patch(7, { roles: [role(1, 'Artist', 2), role(3, 'Tester')] }));
  const save = () => user.click(screen.getByRole('button', { name: 'Save changes' }));
  await save();
  await screen.findByText(/^This was changed elsewhere to “.*Artist.*”\. Save again to replace that\.$/u);
  const names = () => screen.getAllByLabelText<HTMLInputElement>('Role').map(({ value }) => value);
  expect([names(), of('PATCH /api/projects/:id')]).toEqual([['Designers', 'Tester', 'Editor'], []]);
  await save();
  await waitFor(() => expect(manageDialog.get()).toBeNull());
  expect(of('PATCH /api/projects/:id').map(({ body }) => body)).toEqual([
    {
      roles: [
        { id: 1, name: 'Designers', seats: 2, skills: [] },
        { id: 3, name: 'Tester', seats: 1, skills: [] },
        { name: 'Editor', seats: 1, skills: [] },
      ],
    },
  ]);
});

it('an edit of the title leaves a role alone that was added elsewhere', async () => {
  const { of } = fakeServer({
    'PATCH /api/projects/:id': () => ({ body: { success: true, data: { project: { ...mine, title: 'Wells' } } } }),
  });
  projects.upsert({ ...mine, roles: [] });
  manageDialog.open({ projectId: 7, act: 'edit' });
  const user = show(<ManageDialog />, { as: member });
  await user.clear(field('Title'));
  await user.type(field('Title'), 'Wells');
  act(() => projects.patch(7, { roles: [{ id: 3, name: 'Tester', seats: 1, skills: [], taken: 0 }] }));
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(manageDialog.get()).toBeNull());
  expect(of('PATCH /api/projects/:id').map(({ body }) => body)).toEqual([{ title: 'Wells' }]);
});

it('a removal sends the note; if refused, it says why and keeps the note', async () => {
  let reply: () => ReturnType<typeof refusal> = () => refusal(404, 'NOT_FOUND', 'This member isn’t in the project.');
  const { of } = fakeServer({ 'DELETE /api/projects/:id/members/:userId': () => reply() });
  projects.upsert(mine);
  members.upsert({ id: OTHER, name: 'Bina' });
  manageDialog.open({ projectId: 7, act: 'remove', userId: OTHER });
  const user = show(<ManageDialog />, { as: member });
  await user.type(field('Message to Bina (optional)'), ' Thanks ');
  await user.click(screen.getByRole('button', { name: 'Remove from the team' }));
  await screen.findByRole('alert');
  expect(field('Message to Bina (optional)').value).toBe(' Thanks ');
  reply = () => ({ body: { success: true, data: { project: mine } } });
  await user.click(screen.getByRole('button', { name: 'Remove from the team' }));
  await waitFor(() => expect(manageDialog.get()).toBeNull());
  const sent = of('DELETE /api/projects/:id/members/:userId').map(({ path, body }) => [path, body]);
  expect(sent).toEqual(Array(2).fill([`/api/projects/7/members/${OTHER}`, { word: 'Thanks' }]));
});

it('deleting asks first, sends once, and removes the project everywhere', async () => {
  const { of } = fakeServer({
    'DELETE /api/projects/:id': () => ({ body: { success: true, data: { id: 7, title: mine.title, creator_id: ME } } }),
  });
  projects.upsert(mine);
  const asked = moment();
  manageDialog.open({ projectId: 7, act: 'delete' });
  const user = show(<ManageDialog />, { as: member, path: '/projects/7' });
  expect(of('DELETE /api/projects/:id')).toEqual([]);
  await user.dblClick(screen.getByRole('button', { name: 'Delete project' }));
  await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/work'));
  expect(of('DELETE /api/projects/:id')).toHaveLength(1);
  expect(projects.get(7)).toBeUndefined();
  // An outdated answer of a list can't bring the project back.
  projects.merge([mine], asked);
  expect(projects.get(7)).toBeUndefined();
});

it('offers the project to a team member, and cancels the transfer', async () => {
  const made = offer({ creator_id: ME, creator_name: 'Me', user_id: 3, user_name: 'Chitra' });
  const { of } = fakeServer({
    'PUT /api/projects/:id/offer': () => ({ body: { success: true, data: { offer: made } } }),
    'DELETE /api/projects/:id/offer': () => ({ body: { success: true, data: { offer: made } } }),
  });
  projects.upsert(mine);
  for (const one of [member, { id: OTHER, name: 'Bina' }, { id: 3, name: 'Chitra' }]) members.upsert(one);
  const page = ready({
    teamIds: [ME, OTHER, 3],
    teamSkills: [],
    teamRoles: {},
    answerRecord: null,
    isMember: true,
    creatorId: ME,
  });
  useProjectPages.setState({ byId: { 7: page } });
  manageDialog.open({ projectId: 7, act: 'transfer' });
  const user = show(<ManageDialog />, { as: member });
  expect([...screen.getByLabelText('To').querySelectorAll('option')].map((each) => each.textContent)).toEqual([
    'Bina',
    'Chitra',
  ]);
  await user.selectOptions(screen.getByLabelText('To'), 'Chitra');
  await user.click(screen.getByRole('button', { name: 'Transfer project' }));
  await waitFor(() => expect(manageDialog.get()).toBeNull());
  expect(of('PUT /api/projects/:id/offer').map(({ body }) => body)).toEqual([{ user_id: 3 }]);
  act(() => manageDialog.open({ projectId: 7, act: 'transfer' }));
  await screen.findByText('You asked Chitra to become this project’s creator. They haven’t answered yet.');
  await user.click(screen.getByRole('button', { name: 'Cancel transfer' }));
  await waitFor(() => expect(transfers.get(made.id)).toBeUndefined());
});

it.each(['transfer', 'remove'] as const)('names two members of the same name with their addresses: %s', async (act) => {
  fakeServer({});
  projects.upsert(mine);
  for (const one of [member, { id: OTHER, name: 'Ravi' }, { id: 3, name: 'Ravi' }]) members.upsert(one);
  const page = {
    teamIds: [ME, OTHER, 3],
    teamSkills: [],
    teamRoles: {},
    answerRecord: null,
    isMember: true,
    creatorId: ME,
  };
  const teamEmails = { [OTHER]: 'r1@iit.example', 3: 'r2@iit.example' };
  useProjectPages.setState({ byId: { 7: ready({ ...page, teamEmails }) } });
  manageDialog.open(act === 'transfer' ? { projectId: 7, act } : { projectId: 7, act, userId: 3 });
  show(<ManageDialog />, { as: member });
  if (act === 'remove') screen.getByText(/^Ravi \(r2@iit.example\) loses their seat/u);
  else
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      ...['Ravi (r1@iit.example)', 'Ravi (r2@iit.example)'],
    ]);
});

it('an edit renames, adds and removes roles, with the keyboard alone, and shows a refusal at the role', async () => {
  const message = '1 seat of “Backend” is taken or offered. The role can’t have fewer.';
  const { of } = fakeServer({
    'PATCH /api/projects/:id': () => ({
      status: 400,
      body: { success: false, code: 'INVALID', message, errors: [{ field: 'roles.0.seats', message }] },
    }),
  });
  const role = (id: number, name: string) => ({ id, name, seats: 1, taken: 1, skills: ['Go'] });
  projects.upsert({ ...mine, roles: [role(1, 'Backend'), role(2, 'Design')] });
  manageDialog.open({ projectId: 7, act: 'edit' });
  const user = show(<ManageDialog />, { as: member });
  const [name] = await screen.findAllByLabelText<HTMLInputElement>('Role');
  if (!name) throw new Error('no role is shown');
  await user.clear(name);
  await user.type(name, 'Server');
  screen.getByRole('button', { name: 'Remove Design' }).focus();
  await user.keyboard('{Enter}');
  expect(screen.queryByDisplayValue('Design')).toBeNull();
  expect(screen.getByRole('group', { name: 'Roles (optional)' }).contains(document.activeElement)).toBe(true);
  screen.getByRole('button', { name: 'Add a role' }).focus();
  await user.keyboard('{Enter}');
  const added = screen.getAllByLabelText<HTMLInputElement>('Role')[1];
  expect(document.activeElement).toBe(added);
  await user.keyboard('Writing');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await screen.findByText(message);
  expect(document.activeElement).toBe(screen.getAllByLabelText('Seats')[0]);
  expect(of('PATCH /api/projects/:id').map(({ body }) => body)).toEqual([
    {
      roles: [
        { id: 1, name: 'Server', seats: 1, skills: ['Go'] },
        { name: 'Writing', seats: 1, skills: [] },
      ],
    },
  ]);
});

const withRole = async () => {
  fakeServer({
    'GET /api/users/suggestions': () => ({
      body: { success: true, data: { colleges: [], skills: ['PostgreSQL', 'Go'], roles: ['Backend'] } },
    }),
  });
  projects.upsert({ ...mine, max_members: 3, roles: [] });
  manageDialog.open({ projectId: 7, act: 'edit' });
  const user = show(<ManageDialog />, { as: member });
  await user.click(screen.getByRole('button', { name: 'Add a role' }));
  await screen.findByLabelText('Role');
  return user;
};

it('a second press on Add a role focuses the role that is still empty', async () => {
  const user = await withRole();
  await user.click(screen.getByRole('button', { name: 'Add a role' }));
  expect(screen.getAllByLabelText('Role')).toHaveLength(1);
  screen.getByLabelText('Title').focus();
  await user.click(screen.getByRole('button', { name: 'Add a role' }));
  expect(document.activeElement).toBe(screen.getByLabelText('Role'));
  await user.keyboard('Design');
  await user.click(screen.getByRole('button', { name: 'Add a role' }));
  expect(screen.getAllByLabelText('Role')).toHaveLength(2);
});

it('shows a role’s errors when its field is left, before the form is sent', async () => {
  const user = await withRole();
  await user.tab();
  screen.getByText('Name this role, or remove it.');
  await user.type(screen.getByLabelText('Role'), 'Design');
  expect(screen.queryByText('Name this role, or remove it.')).toBeNull();
  await user.clear(screen.getByLabelText('Seats'));
  await user.tab();
  const tooFew = screen.getByText(/^A role needs 1 to/u);
  // The error is below the row, since the field is too narrow for it.
  expect(tooFew.closest('.col-span-full')).not.toBeNull();
  expect(screen.getByLabelText('Seats').getAttribute('aria-describedby')).toBe(tooFew.id);
  await user.type(screen.getByLabelText('Seats'), '9');
  await user.tab();
  screen.getByText(/^The roles have 9 seats/u);
  await user.click(screen.getByRole('button', { name: 'Add a role' }));
  const [, second] = screen.getAllByLabelText('Role');
  expect(screen.queryByText('Name this role, or remove it.')).toBeNull();
  await user.type(second as HTMLElement, 'design');
  await user.tab();
  screen.getByText('Another role has this name.');
});

it('a press on a button works even though leaving the field shows an error', async () => {
  const user = await withRole();
  await user.clear(screen.getByLabelText('Seats'));
  const remove = screen.getByRole('button', { name: 'Remove role 1' });
  await user.pointer({ keys: '[MouseLeft>]', target: remove });
  expect(screen.queryByText(/^A role needs 1 to/u)).toBeNull();
  await user.pointer({ keys: '[/MouseLeft]', target: remove });
  await screen.findByText('Removes', { exact: false });
});

it('finishing says that the project can be reopened, and for how long', () => {
  fakeServer({});
  projects.upsert(mine);
  manageDialog.open({ projectId: 7, act: 'finish' });
  show(<ManageDialog />, { as: member });
  const days = projectServerLimits.reopenableForMs / dayMs;
  screen.getByText(new RegExp(`reopen it for ${days} days`, 'u'));
});
