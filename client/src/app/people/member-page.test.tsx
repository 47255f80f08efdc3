import type { MemberProfile } from '@sangam/shared/app/member-pages';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { hideAddresses } from '../../contact/sync/hide-addresses';
import { useProjectWatch, useShownMembers } from '../../core/realtime/on-screen';
import { resetStores } from '../../core/store/reset';
import { refreshShownLists } from '../../core/store/shown-lists';
import { moment } from '../../core/store/table';
import { mergePresence, presence } from '../../people/state/presence';
import { applyUpdate, dropProject } from '../../projects/state/project-changes';
import { inviteDialog } from '../../requests/state/invite-dialog';
import { fakeServer, refusal } from '../../testing/fake-server';
import { held } from '../../testing/held';
import { findDialog, show } from '../../testing/render';
import { ME, member, OTHER, project, TEAM, THIRD } from '../../testing/samples';
import { dispatch } from '../live/subjects';
import { MemberParts } from '../member-parts';
import { MemberPage } from './MemberPage';

const profile: MemberProfile = {
  seen_as: 'stranger',
  college: 'IIT Bombay',
  skills: ['React', 'SQL'],
  headline: 'Builds rovers',
  about: 'Third year',
  looks_for: 'A designer',
  github_link: 'https://github.com/other',
  email: '',
  links: ['https://example.org/me'],
  time_zone: 'Asia/Kathmandu',
  runs: [{ id: 7, title: 'Rover', state: 'open' }],
  takes_part_in: [{ id: 8, title: 'Radio', state: 'finished' }],
  finished: 2,
  answer_record: { asked: 10, answered: 9, days: 2 },
};
const answer = (id: number, name: string, part?: object) => ({
  body: { success: true, data: { person: { id, name, ...(part && { profile: part }) } } },
});
const missing = () => refusal(404, 'USER_NOT_FOUND', 'User not found');
const own = { ...member, college: 'IIT Madras', skills: ['Go'], headline: '', about: '', looks_for: '', links: [] };
const ownProfile = { ...profile, seen_as: 'own', runs: [], takes_part_in: [], finished: 0, headline: '', about: '' };
const openOther = () => show(<MemberPage />, { as: member, path: `/people/${OTHER}`, route: '/people/:id' });
const openOwn = (as: object = {}, query = '') =>
  show(<MemberPage />, { as: { ...own, ...as }, path: `/people/${ME}${query}`, route: '/people/:id' });

/** Opens a menu as a browser would; happy-dom has no popovers. */
function openMenu(button: string): void {
  HTMLElement.prototype.hidePopover ??= () => undefined;
  const id = screen.getByRole('button', { name: button }).getAttribute('popovertarget') ?? '';
  const menu = document.getElementById(id);
  if (menu === null) throw new Error('no menu');
  fireEvent(menu, Object.assign(new Event('toggle'), { newState: 'open' }));
}
const menuItems = () => screen.getAllByRole('menuitem', { hidden: true }).map(({ textContent }) => textContent);

it('shows what a stranger may see, with facts, links and actions', async () => {
  fakeServer({ 'GET /api/people/:id': () => answer(OTHER, 'Asha', profile) });
  openOther();
  await screen.findByRole('heading', { name: 'Asha', level: 1 });
  for (const text of ['Builds rovers', 'IIT Bombay', 'Asia/Kathmandu', 'Third year', 'A designer', 'React'])
    screen.getByText(text);
  screen.getByText('Answered 9 of the last 10 requests within 2 days');
  screen.getByText('Finished 2 projects');
  expect(screen.getByRole('link', { name: 'example.org/me' }).getAttribute('rel')).toContain('nofollow');
  within(screen.getByRole('region', { name: 'Creator of' })).getByRole('link', { name: 'Rover' });
  within(screen.getByRole('region', { name: 'Member of' })).getByRole('link', { name: 'Radio' });
  expect(screen.getByRole('link', { name: 'Message Asha' }).getAttribute('href')).toBe(`/messages/${OTHER}`);
  fireEvent.click(screen.getByRole('button', { name: 'Invite to a project…' }));
  expect(inviteDialog.get()).toEqual({ id: OTHER, name: 'Asha', skills: profile.skills });
  act(() => inviteDialog.close());
  openMenu('More for Asha');
  expect(menuItems()).toEqual(['Report member…', 'Block member…']);
  expect(screen.queryByRole('button', { name: /^Edit/u })).toBeNull();
});

it('looks the same for a hidden member and one who does not exist, and so after a block', async () => {
  let reply: () => ReturnType<typeof refusal> = () => answer(OTHER, 'Asha', profile);
  fakeServer({
    'GET /api/people/:id': () => reply(),
    'PUT /api/blocks/:userId': () => ({
      body: { success: true, data: { user_id: OTHER, conversation_id: 3, is_blocked: true } },
    }),
    'GET /api/refresh': () => ({ body: { success: true, data: { inbox_version: 0 } } }),
  });
  const user = openOther();
  await screen.findByText('Builds rovers');
  openMenu('More for Asha');
  await user.click(screen.getByRole('menuitem', { name: 'Block member…', hidden: true }));
  const dialog = await findDialog();
  reply = missing;
  await user.click(within(dialog).getByRole('button', { name: 'Block' }));
  await screen.findByRole('heading', { name: 'Member not found' });
  await screen.findByText('You blocked this member. Unblock them in your privacy settings to open their page.');
  // Unblocked on another device.
  reply = () => answer(OTHER, 'Asha', profile);
  const context = { me: ME, announce: () => undefined, eventsMissed: () => undefined };
  act(() => dispatch('block:changed', { user_id: OTHER, conversation_id: 3, is_blocked: false }, context));
  await screen.findByText('Builds rovers');
});

it('hides a teammate’s address as soon as either leaves the team', async () => {
  const teammate = { ...profile, seen_as: 'team', email: 'asha@example.org' };
  fakeServer({ 'GET /api/people/:id': () => answer(OTHER, 'Asha', teammate) });
  openOther();
  await screen.findByRole('link', { name: 'asha@example.org' });
  const later = held(answer(OTHER, 'Asha', { ...profile, headline: 'Looks for a team' }));
  fakeServer({ 'GET /api/people/:id': later.reply });
  const context = { me: ME, announce: () => undefined, eventsMissed: () => undefined };
  act(() => dispatch('conversation:left', { conversation_id: TEAM }, context));
  await waitFor(() => expect(screen.queryByRole('link', { name: 'asha@example.org' })).toBeNull());
  screen.getByText('Builds rovers');
  later.release();
  await screen.findByText('Looks for a team');
});

it.each([
  ['their presence is hidden', () => presence.upsert({ id: OTHER, is_online: false, last_active: null })],
  ['the next refresh', () => void refreshShownLists()],
])('closes for a reader whom the member has blocked, which no event reports, with %s', async (_, happen) => {
  const teammate = { ...profile, seen_as: 'team', email: 'asha@example.org' };
  fakeServer({ 'GET /api/people/:id': () => answer(OTHER, 'Asha', teammate) });
  openOther();
  await screen.findByRole('link', { name: 'asha@example.org' });
  fakeServer({ 'GET /api/people/:id': missing });
  act(happen);
  await screen.findByRole('heading', { name: 'Member not found' });
  expect(screen.queryByRole('link', { name: 'asha@example.org' })).toBeNull();
  // The refresh counts as successful, so it isn't repeated.
  expect(await act(refreshShownLists)).toBe(true);
});

it.each([
  ['their presence is shown again', { is_online: false, last_active: '2026-11-30T10:00:00.000Z' }],
  ['presence that they hide is sent again', { is_online: false, last_active: null }],
])('opens once the member has restored their account, with %s', async (_, shown) => {
  fakeServer({ 'GET /api/people/:id': missing });
  openOther();
  await screen.findByRole('heading', { name: 'Member not found' });
  // The answer about the members on screen.
  act(() => mergePresence([{ id: OTHER, is_online: false, last_active: null }], moment()));
  fakeServer({ 'GET /api/people/:id': () => answer(OTHER, 'Asha', profile) });
  act(() => presence.upsert({ id: OTHER, ...shown }));
  await screen.findByText('Builds rovers');
});

it('also follows a stranger’s presence, which a block hides', async () => {
  fakeServer({ 'GET /api/people/:id': () => answer(OTHER, 'Asha', profile) });
  openOther();
  await screen.findByRole('heading', { name: 'Asha', level: 1 });
  expect(useShownMembers.getState()[OTHER]).toBeGreaterThan(0);
  cleanup();
  expect(useShownMembers.getState()).toEqual({});
});

it('ignores an address in an answer that is older than a departure', async () => {
  const teammate = held(answer(OTHER, 'Asha', { ...profile, seen_as: 'team', email: 'asha@example.org' }));
  const stranger = held(answer(OTHER, 'Asha', { ...profile, headline: 'Looks for a team' }));
  let reply = teammate.reply;
  const { of } = fakeServer({ 'GET /api/people/:id': () => reply() });
  openOther();
  await waitFor(() => expect(of('GET /api/people/:id')).toHaveLength(1));
  hideAddresses((id) => id === OTHER);
  // The code that clears addresses loads when it is first needed.
  await vi.dynamicImportSettled();
  reply = stranger.reply;
  teammate.release();
  await waitFor(() => expect(of('GET /api/people/:id')).toHaveLength(2));
  expect(screen.queryByText('asha@example.org')).toBeNull();
  stranger.release();
  await screen.findByText('Looks for a team');
});

it('fetches only the page on screen again when addresses are hidden', async () => {
  const { of } = fakeServer({
    'GET /api/people/:id': (_, id) => answer(id, `Member ${id}`, { ...profile, email: `${id}@example.org` }),
  });
  for (const id of [OTHER, THIRD]) {
    cleanup();
    show(<MemberPage />, { as: member, path: `/people/${id}`, route: '/people/:id' });
    await screen.findByText(`${id}@example.org`);
  }
  hideAddresses((id) => id !== ME);
  await waitFor(() => expect(of('GET /api/people/:id')).toHaveLength(3));
  await screen.findByText(`${THIRD}@example.org`);
  expect(of('GET /api/people/:id').map(({ path }) => path)).toEqual(
    [OTHER, THIRD, THIRD].map((id) => `/api/people/${id}`),
  );
});

it('offers visitors to sign in', async () => {
  fakeServer({ 'GET /api/people/:id': () => answer(OTHER, 'Asha') });
  show(<MemberPage />, { path: `/people/${OTHER}`, route: '/people/:id' });
  await screen.findByRole('heading', { name: 'Asha', level: 1 });
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toContain('/login');
});

it('can be edited in place by the owner, one part at a time', async () => {
  const { of } = fakeServer({
    'GET /api/people/:id': () => answer(ME, 'Me', ownProfile),
    'PATCH /api/users/profile': ({ body }) => ({ body: { success: true, user: { ...own, ...(body as object) } } }),
  });
  const user = openOwn();
  await user.click(await screen.findByRole('button', { name: 'Edit about' }));
  await user.type(await screen.findByLabelText('About'), 'I build rovers');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await screen.findByText('I build rovers');
  await user.click(screen.getByRole('button', { name: 'Edit links' }));
  await user.type(await screen.findByLabelText('Link 1'), 'http://example.org');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  screen.getByText('Enter an address that begins with https://');
  await user.clear(screen.getByLabelText('Link 1'));
  await user.type(screen.getByLabelText('Link 2'), 'example.org');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() =>
    expect(of('PATCH /api/users/profile').map(({ body }) => body)).toEqual([
      { about: 'I build rovers' },
      { github_link: null, links: ['https://example.org'] },
    ]),
  );
});

it.each(['About', 'Skills', 'Intro'])('returns the focus when %s is no longer edited', async (part) => {
  fakeServer({
    'GET /api/people/:id': () => answer(ME, 'Me', ownProfile),
    'PATCH /api/users/profile': ({ body }) => ({ body: { success: true, user: { ...own, ...(body as object) } } }),
  });
  const user = openOwn();
  const edit = () => screen.findByRole('button', { name: `Edit ${part.toLowerCase()}` });
  for (const end of ['Cancel', 'Escape', 'Save changes']) {
    await user.click(await edit());
    const label = part === 'Intro' ? 'Name' : part;
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(label)));
    if (end === 'Escape') await user.keyboard('{Escape}');
    else await user.click(screen.getByRole('button', { name: end }));
    const opener = await edit();
    expect(document.activeElement).toBe(opener);
  }
});

it.each([
  ['Escape', async (user: ReturnType<typeof openOwn>) => user.keyboard('{Escape}')],
  [
    'leaving the page',
    async () => {
      cleanup();
      openOwn();
    },
  ],
  [
    'a reload',
    async () => {
      cleanup();
      resetStores();
      openOwn();
    },
  ],
])('keeps what was typed over %s, and drops it on Cancel', async (_, leave) => {
  fakeServer({ 'GET /api/people/:id': () => answer(ME, 'Me', ownProfile) });
  const edit = async (user: ReturnType<typeof openOwn>) => {
    await user.click(await screen.findByRole('button', { name: 'Edit about' }));
    return screen.findByLabelText<HTMLTextAreaElement>('About');
  };
  const user = openOwn();
  await user.type(await edit(user), 'I build');
  await leave(user);
  expect((await edit(user)).value).toBe('I build');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect((await edit(user)).value).toBe('');
});

it('sends an unchanged field as another tab has saved it', async () => {
  const { of } = fakeServer({
    'GET /api/people/:id': () => answer(ME, 'Me', ownProfile),
    'PATCH /api/users/profile': () => ({ body: { success: true, user: own } }),
  });
  const user = openOwn();
  await user.click(await screen.findByRole('button', { name: 'Edit intro' }));
  await user.type(await screen.findByLabelText('Name'), ' too');
  const context = { me: ME, announce: () => undefined, eventsMissed: () => undefined };
  act(() => dispatch('profile:changed', { ...own, headline: 'From my phone' }, context));
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() =>
    expect(of('PATCH /api/users/profile').map(({ body }) => body)).toMatchObject([
      { name: `${own.name} too`, headline: 'From my phone' },
    ]),
  );
});

it.each([
  ['in the same form', async () => undefined, 'One and two'],
  [
    'after Cancel',
    async (user: ReturnType<typeof openOwn>) => {
      await user.click(screen.getByRole('button', { name: 'Cancel' }));
      await user.click(screen.getByRole('button', { name: 'Edit about' }));
    },
    ' and two',
  ],
])('keeps what was typed while an earlier text was sent, %s', async (_, meanwhile, kept) => {
  const saved = held({ body: { success: true, user: { ...own, headline: 'Saved' } } });
  fakeServer({ 'GET /api/people/:id': () => answer(ME, 'Me', ownProfile), 'PATCH /api/users/profile': saved.reply });
  const user = openOwn();
  await user.click(await screen.findByRole('button', { name: 'Edit about' }));
  await user.type(await screen.findByLabelText('About'), 'One');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await meanwhile(user);
  await user.type(await screen.findByLabelText('About'), ' and two');
  saved.release();
  await screen.findByText('Saved');
  expect(screen.getByLabelText<HTMLTextAreaElement>('About').value).toBe(kept);
});

it('shows a change from another device', async () => {
  fakeServer({ 'GET /api/people/:id': () => answer(ME, 'Me', ownProfile) });
  openOwn();
  await screen.findByRole('button', { name: 'Edit about' });
  const context = { me: ME, announce: () => undefined, eventsMissed: () => undefined };
  act(() => dispatch('profile:changed', { ...own, headline: 'From my phone' }, context));
  await screen.findByText('From my phone');
});

it.each([
  ['posted', { id: 9, creator_id: ME }],
  ['renamed or closed', { id: 7, creator_id: ME }],
  ['given to another member', { id: 7, creator_id: OTHER }],
  ['renamed by its creator', { id: 8, creator_id: OTHER }],
])('shows a project that was %s in another tab', async (_, { id, ...change }) => {
  let runs = [{ id: 7, title: 'Rover', state: 'open' }];
  const takes_part_in = [{ id: 8, title: 'Radio', state: 'open' }];
  fakeServer({ 'GET /api/people/:id': () => answer(ME, 'Me', { ...ownProfile, runs, takes_part_in }) });
  openOwn();
  await screen.findByRole('link', { name: 'Rover' });
  runs = [{ id: 7, title: 'Kite', state: 'closed' }];
  act(() => applyUpdate(project(id, change)));
  await screen.findByRole('link', { name: 'Kite' });
});

it('follows the projects on it, whose events the server sends only to tabs that watch projects', async () => {
  let runs = [{ id: 7, title: 'Rover', state: 'open' }];
  fakeServer({ 'GET /api/people/:id': () => answer(OTHER, 'Asha', { ...profile, runs }) });
  const page = (
    <>
      <MemberParts />
      <MemberPage />
    </>
  );
  show(page, { as: member, path: `/people/${OTHER}`, route: '/people/:id' });
  await screen.findByRole('link', { name: 'Rover' });
  expect(useProjectWatch.getState().list).toBe(true);
  runs = [{ id: 7, title: 'Kite', state: 'finished' }];
  act(() => applyUpdate(project(7, { creator_id: OTHER, title: 'Kite', state: 'finished' })));
  await screen.findByRole('link', { name: 'Kite' });
});

it.each([
  ['own', 'runs', ME],
  ['another creator’s', 'takes_part_in', OTHER],
])('drops a project that is gone, %s', async (_, part, creator_id) => {
  let listed = [{ id: 7, title: 'Rover', state: 'open' }];
  fakeServer({ 'GET /api/people/:id': () => answer(ME, 'Me', { ...ownProfile, [part]: listed }) });
  openOwn();
  await screen.findByRole('link', { name: 'Rover' });
  listed = [];
  act(() => dropProject({ id: 7, title: 'Project 7', creator_id }));
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Rover' })).toBeNull());
});

it('asks once whether strangers may find the member', async () => {
  const { of } = fakeServer({
    'GET /api/people/:id': () => answer(ME, 'Me', ownProfile),
    'PATCH /api/users/profile': ({ body }) => ({
      body: { success: true, user: { ...own, ...(body as object) } },
    }),
  });
  const user = openOwn();
  await user.click(await screen.findByRole('button', { name: 'No, thanks' }));
  await waitFor(() => expect(screen.queryByText('Appear in Find people?')).toBeNull());
  await user.click(await screen.findByRole('checkbox', { name: 'Show me in Find people' }));
  await waitFor(() =>
    expect(of('PATCH /api/users/profile').map(({ body }) => body)).toEqual([{ listed: false }, { listed: true }]),
  );
});

it('the owner can view it as others do, from the server’s answer', async () => {
  const { of } = fakeServer({
    'GET /api/people/:id': ({ query }) =>
      query.get('as') === 'stranger'
        ? missing()
        : answer(ME, 'Me', { ...ownProfile, seen_as: query.get('as') ?? 'own' }),
  });
  const user = openOwn();
  await screen.findByRole('button', { name: 'Edit about' });
  await user.selectOptions(screen.getByLabelText('View as'), 'A stranger');
  await screen.findByText(/Strangers can’t open your page/u);
  await user.selectOptions(screen.getByLabelText('View as'), 'A teammate');
  await screen.findByRole('heading', { name: 'Me', level: 1 });
  expect(screen.queryByRole('button', { name: /^(Edit|More)/u })).toBeNull();
  expect(of('GET /api/people/:id').map(({ query }) => query.get('as'))).toEqual([null, 'stranger', 'team']);
});
