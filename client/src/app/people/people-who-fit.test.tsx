import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { moment } from '../../core/store/table';
import { loadSuggestedPeople } from '../../people/state/suggested-people';
import { invitations } from '../../requests/state/invitations';
import { inviteDialog } from '../../requests/state/invite-dialog';
import { requests } from '../../requests/state/requests';
import { fakeServer, refusal } from '../../testing/fake-server';
import { show } from '../../testing/render';
import { invitation, joinRequest, ME, member } from '../../testing/samples';
import { FitsProjects } from '../dashboard/FitsProjects';
import { FitsProject } from './FitsProject';

const person = (id: number, name: string, part: object = {}) => ({
  ...{ id, name, headline: '', college: 'IIT', skills: ['React'], looks_for: '', ...part },
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
  const user = show(<FitsProject projectId={7} />, { as: member });
  const asha = (await screen.findByRole('link', { name: 'Asha' })).closest('li') as HTMLElement;
  within(asha).getByText('Has React, SQL; missing Go');
  within(asha).getByText('About 6 shared hours');
  await user.click(screen.getByRole('button', { name: 'Invite Bina' }));
  expect(inviteDialog.get()).toEqual({ id: 3, name: 'Bina', projectId: 7, skills: ['React'] });
  invitations.merge([invitation({ project_id: 7, user_id: 3, creator_id: ME })], moment());
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Bina' })).toBeNull());
  // A member who has just asked to join is answered there.
  requests.merge([joinRequest({ id: 9, project_id: 7, user_id: 2, status: 'pending' })], moment());
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Asha' })).toBeNull());
  const more = screen.getByRole('link', { name: 'See more people who fit' });
  expect(more.getAttribute('href')).toBe('/collaborators?project=7');
});

it('dismisses a member once the server has stored it, and says so where it has not', async () => {
  let reply: ReturnType<typeof refusal> = refusal(500, 'INTERNAL_ERROR');
  const { of } = fakeServer({
    'GET /api/people/suggested': () => suggested(two),
    'POST /api/suggestions/dismissals': () => reply,
  });
  void loadSuggestedPeople(null);
  const user = show(<FitsProjects />, { as: member });
  await screen.findByRole('heading', { name: 'Fits your project' });
  expect(screen.getByRole('link', { name: 'Rover' }).getAttribute('href')).toBe('/projects/7');
  const dismiss = () => user.click(screen.getByRole('button', { name: 'Don’t suggest Asha again' }));
  await dismiss();
  await waitFor(() => expect(of('POST /api/suggestions/dismissals')).toHaveLength(1));
  screen.getByRole('link', { name: 'Asha' });
  reply = { body: { success: true } };
  await dismiss();
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Asha' })).toBeNull());
  expect(of('POST /api/suggestions/dismissals').at(-1)?.body).toEqual({ member_id: 2 });
});

it('is nothing where nobody fits', async () => {
  const { of } = fakeServer({ 'GET /api/people/suggested': () => suggested([], null) });
  void loadSuggestedPeople(7);
  show(<FitsProject projectId={7} />, { as: member });
  await waitFor(() => expect(of('GET /api/people/suggested')).toHaveLength(1));
  expect(screen.queryByRole('heading')).toBeNull();
});
