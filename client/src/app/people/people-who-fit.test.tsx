import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { moment } from '../../core/store/table';
import { presence } from '../../people/state/presence';
import { loadSuggestedPeople } from '../../people/state/suggested-people';
import { applyUpdate, dropProject } from '../../projects/state/project-changes';
import { projects } from '../../projects/state/project-table';
import { invitations } from '../../requests/state/invitations';
import { inviteDialog } from '../../requests/state/invite-dialog';
import { requests } from '../../requests/state/requests';
import { fakeServer, refusal } from '../../testing/fake-server';
import { leave, show } from '../../testing/render';
import { invitation, joinRequest, ME, member, OTHER, project } from '../../testing/samples';
import { PeopleForYourProject } from '../dashboard/PeopleForYourProject';
import { PeopleForProject } from './PeopleForProject';

const person = (id: number, name: string, part: object = {}) => ({
  id,
  name,
  headline: '',
  college: 'IIT',
  skills: ['React'],
  looks_for: '',
  ...part,
});
const suggested = (members: object[], project: object | null = { id: 7, title: 'Rover' }) => ({
  body: { success: true, data: { project, members } },
});
const two = [
  person(2, 'Asha', { has: ['React', 'SQL'], missing: ['Go'], about_hours: 6 }),
  person(3, 'Bina', { has: ['Go'], missing: ['React', 'SQL'] }),
];

it('says why each fits, invites to this project, and drops those who were just invited', async () => {
  fakeServer({ 'GET /api/people/suggested': ({ query }) => suggested(query.get('project_id') === '7' ? two : []) });
  void loadSuggestedPeople(7);
  const user = show(<PeopleForProject projectId={7} />, { as: member });
  const asha = (await screen.findByRole('link', { name: 'Asha' })).closest('li') as HTMLElement;
  within(asha).getByText('Has React, SQL; missing Go');
  within(asha).getByText('About 6 shared hours a week');
  await user.click(screen.getByRole('button', { name: 'Invite Bina' }));
  expect(inviteDialog.get()).toEqual({ id: 3, name: 'Bina', projectId: 7, skills: ['React'] });
  act(() => invitations.merge([invitation({ project_id: 7, user_id: 3, creator_id: ME })], moment()));
  await leave(user);
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Bina' })).toBeNull());
  // A member who has just asked to join is in the list of requests instead.
  act(() => requests.merge([joinRequest({ id: 9, project_id: 7, user_id: 2, status: 'pending' })], moment()));
  await leave(user);
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Asha' })).toBeNull());
  const more = screen.getByRole('link', { name: 'See more people who fit' });
  expect(more.getAttribute('href')).toBe('/collaborators?project=7');
});

it('drops a member who may have blocked the reader, and fetches the suggestions again', async () => {
  let members = two;
  fakeServer({ 'GET /api/people/suggested': () => suggested(members) });
  void loadSuggestedPeople(7);
  show(<PeopleForProject projectId={7} />, { as: member });
  await screen.findByRole('link', { name: 'Bina' });
  members = two.slice(0, 1);
  act(() => presence.upsert({ id: 3, is_online: false, last_active: null }));
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Bina' })).toBeNull());
  screen.getByRole('link', { name: 'Asha' });
});

it('dismisses a member once the server has stored it, and reports a failure', async () => {
  let reply: ReturnType<typeof refusal> = refusal(500, 'INTERNAL_ERROR');
  const { of } = fakeServer({
    'GET /api/people/suggested': () => suggested(two),
    'POST /api/suggestions/dismissals': () => reply,
  });
  void loadSuggestedPeople(null);
  const user = show(<PeopleForYourProject />, { as: member });
  await screen.findByRole('heading', { name: 'People who fit your project' });
  expect(screen.getByRole('link', { name: 'Rover' }).getAttribute('href')).toBe('/projects/7');
  const dismiss = () => user.click(screen.getByRole('button', { name: 'Don’t suggest Asha again' }));
  await dismiss();
  await waitFor(() => expect(of('POST /api/suggestions/dismissals')).toHaveLength(1));
  screen.getByRole('link', { name: 'Asha' });
  reply = { body: { success: true } };
  // The row keeps its place, so that a second press dismisses nobody else.
  const row = screen.getByRole('link', { name: 'Asha' }).closest('li');
  await dismiss();
  await waitFor(() => expect(row?.querySelector('[inert]')).not.toBeNull());
  expect(document.activeElement).toBe(row);
  expect(screen.getAllByRole('listitem')[0]).toBe(row);
  await leave(user);
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Asha' })).toBeNull());
  expect(of('POST /api/suggestions/dismissals').at(-1)?.body).toEqual({ member_id: 2 });
});

it('renders nothing if nobody fits', async () => {
  const { of } = fakeServer({ 'GET /api/people/suggested': () => suggested([], null) });
  void loadSuggestedPeople(7);
  show(<PeopleForProject projectId={7} />, { as: member });
  await waitFor(() => expect(of('GET /api/people/suggested')).toHaveLength(1));
  expect(screen.queryByRole('heading')).toBeNull();
});

describe('on the dashboard', () => {
  const rover = project(7, { title: 'Rover' });
  const begin = async (chosen: (asked: number) => object) => {
    let asked = 0;
    fakeServer({
      'GET /api/people/suggested': () => {
        asked += 1;
        return suggested(two, chosen(asked));
      },
    });
    projects.merge([rover], moment());
    void loadSuggestedPeople(null);
    show(<PeopleForYourProject />, { as: member });
    await screen.findByRole('link', { name: 'Rover' });
  };

  it('shows the new title of a renamed project', async () => {
    await begin(() => rover);
    act(() => applyUpdate({ ...rover, title: 'Lunar rover' }));
    screen.getByRole('link', { name: 'Lunar rover' });
  });

  it.each([
    ['closed', () => applyUpdate({ ...rover, state: 'closed' })],
    ['full', () => applyUpdate({ ...rover, current_members: rover.max_members })],
    ['transferred', () => applyUpdate({ ...rover, creator_id: OTHER })],
    ['deleted', () => dropProject(rover)],
  ])('disappears with a project that was %s, and shows the next project', async (_, change) => {
    await begin((asked) => (asked === 1 ? rover : { id: 6, title: 'Kite' }));
    act(change);
    expect(screen.queryByRole('link', { name: 'Rover' })).toBeNull();
    await screen.findByRole('link', { name: 'Kite' });
  });
});
