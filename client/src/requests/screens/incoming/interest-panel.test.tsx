import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useShownMembers } from '../../../core/realtime/on-screen';
import { ready } from '../../../core/store/loadable';
import { moment } from '../../../core/store/table';
import { presence } from '../../../people/state/presence';
import { useProjectPages } from '../../../projects/state/project-pages';
import { projects } from '../../../projects/state/project-table';
import { fakeServer, type refusal } from '../../../testing/fake-server';
import { held } from '../../../testing/held';
import { show } from '../../../testing/render';
import { interest, invitation, joinRequest, member, project } from '../../../testing/samples';
import { incomingOfProject } from '../../state/incoming-of-project';
import { interests } from '../../state/interests';
import { invitations } from '../../state/invitations';
import { inviteDialog } from '../../state/invite-dialog';
import { requests } from '../../state/requests';
import { InterestsPanel } from './CreatorPanels';

type Reply = ReturnType<typeof refusal>;
const button = (name: string) => screen.getByRole('button', { name });

it('reports a decision that fails and allows another; a successful one leaves the status', async () => {
  interests.merge([{ ...interest, requester_name: 'Devi Rao' }], moment());
  let reply: () => Reply | Promise<Reply> = () => 'network';
  const { of } = fakeServer({ 'PUT /api/projects/connections/:id': () => reply() });
  const user = show(<InterestsPanel project={project(7)} />, { as: member });
  screen.getByText('1 pending');
  await user.click(button('Approve Devi Rao'));
  await screen.findByText('Failed to update connection status');
  const approved = { ...interest, requester_name: 'Devi Rao', status: 'approved' };
  const late = held<Reply>({ body: { success: true, data: { connection: approved } } });
  reply = late.reply;
  await user.click(button('Approve Devi Rao'));
  // Both buttons wait while an answer is being sent.
  await user.click(button('Deny Devi Rao'));
  late.release();
  await screen.findByText('Connection approved');
  screen.getByText('Approved');
  expect(screen.queryByRole('button', { name: 'Approve Devi Rao' })).toBeNull();
  expect(of('PUT /api/projects/connections/:id').map(({ body }) => body)).toEqual([
    { status: 'approved' },
    { status: 'approved' },
  ]);
  await user.click(button('Hide interest'));
  expect(screen.getByText('Approved').closest('[hidden]')).not.toBeNull();
  await user.click(button('Show interest'));
  expect(screen.getByText('Approved').closest('[hidden]')).toBeNull();
});

it('hides the address of an approved applicant who has blocked the creator, though no event reports the block', async () => {
  const approved = { ...interest, status: 'approved' as const, requester_email: 'devi@example.org' };
  interests.merge([approved], moment());
  const answered = { project: project(7), team: [], connections: [{ ...approved, requester_email: '' }] };
  const { of } = fakeServer({ 'GET /api/projects/:id': () => ({ body: { success: true, ...answered } }) });
  show(<InterestsPanel project={project(7)} />, { as: member });
  screen.getByRole('link', { name: 'devi@example.org' });
  expect(useShownMembers.getState()).toEqual({ [approved.requester_id]: 1 });
  act(() => presence.upsert({ id: approved.requester_id, is_online: false, last_active: null }));
  await waitFor(() => expect(screen.queryByRole('link', { name: 'devi@example.org' })).toBeNull());
  expect(of('GET /api/projects/:id').map(({ path }) => path)).toEqual(['/api/projects/7']);
});

it('offers to invite an interested member unless they ask to join, are invited or in the team, or the project is hidden', () => {
  fakeServer({});
  projects.merge([project(7)], moment());
  interests.merge([{ ...interest, requester_id: 5, requester_name: 'Devi Rao', status: 'approved' }], moment());
  const inTeam = (...teamIds: number[]) => {
    const data = {
      teamIds,
      teamSkills: [],
      teamRoles: {},
      isMember: true,
      answerRecord: null,
      creatorId: member.id,
    };
    useProjectPages.setState({ byId: { 7: ready(data) } });
  };
  const offer = () => screen.queryByRole('button', { name: 'Invite Devi Rao' });
  inTeam(member.id);
  show(<InterestsPanel project={project(7)} />, { as: member });
  expect(offer()).not.toBeNull();
  act(() => requests.upsert(joinRequest({ id: 6, user_id: 5 })));
  expect(offer()).toBeNull();
  act(() => requests.upsert(joinRequest({ id: 6, user_id: 5, status: 'rejected' })));
  expect(offer()).not.toBeNull();
  act(() => invitations.upsert(invitation({ user_id: 5 })));
  expect(offer()).toBeNull();
  act(() => invitations.upsert(invitation({ user_id: 5, status: 'declined' })));
  expect(offer()).not.toBeNull();
  act(() => offer()?.click());
  // The dialog preselects a role by these skills.
  expect(inviteDialog.get()).toEqual({ id: 5, name: 'Devi Rao', skills: interest.requester_skills, projectId: 7 });
  act(() => projects.upsert({ ...project(7), hidden: true }));
  expect(offer()).toBeNull();
  act(() => projects.upsert(project(7)));
  expect(offer()).not.toBeNull();
  act(() => inTeam(member.id, 5));
  expect(offer()).toBeNull();
});

it('offers nothing for the interest of a former member', () => {
  fakeServer({});
  projects.merge([project(7)], moment());
  interests.merge([{ ...interest, requester_name: 'Lata', requester_gone: true, status: 'approved' }], moment());
  show(<InterestsPanel project={project(7)} />, { as: member });
  const row = within(screen.getByRole('listitem'));
  row.getByText('Approved');
  expect([...row.queryAllByRole('link'), ...row.queryAllByRole('button')]).toEqual([]);
});

it('a panel without interest is closed, and says so', async () => {
  fakeServer({});
  const user = show(<InterestsPanel project={project(7)} />, { as: member });
  const isOpen = () => screen.queryByRole('button', { name: 'Hide interest' }) !== null;
  expect(isOpen()).toBe(false);
  await user.click(screen.getByRole('button', { name: 'Show interest' }));
  screen.getByText('Members who press “I’m Interested” appear here.');
  expect(screen.getByText('No interest yet').closest('[hidden]')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Hide interest' }));
  expect(isOpen()).toBe(false);
});

it('a panel without interest opens when the first arrives, once the reader rests', async () => {
  fakeServer({});
  show(<InterestsPanel project={project(7)} />, { as: member });
  act(() => interests.merge([interest], moment()));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Approve Other' }).closest('[hidden]')).toBeNull(), {
    timeout: 3_000,
  });
});

it('says of interest that ended with the project only that it ended, since the words stand beside the member’s name', () => {
  fakeServer({});
  interests.merge([{ ...interest, status: 'denied', ended_by: 'project_deleted' }], moment());
  show(<InterestsPanel project={project(7)} />, { as: member });
  within(screen.getByRole('listitem')).getByText('Ended');
});

it('calls only pending interest new: after a transfer, interest that ended before arrives with the page', async () => {
  const page = { connections: [], total: 0, has_more: false };
  fakeServer({ 'GET /api/projects/connections/incoming': () => ({ body: { success: true, data: page } }) });
  show(<InterestsPanel project={project(7)} />, { as: member });
  await act(() => incomingOfProject(7).interests.load());
  fireEvent.pointerMove(document.body);
  act(() => interests.merge([{ ...interest, id: 8, status: 'denied', ended_by: 'project_deleted' }], moment()));
  expect(screen.queryByRole('button', { name: /new interested/u })).toBeNull();
  act(() => interests.merge([{ ...interest, id: 9, requester_id: 12 }], moment()));
  screen.getByRole('button', { name: '1 new interested member · Show' });
});
