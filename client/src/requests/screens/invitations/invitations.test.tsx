import { hourMs } from '@sangam/shared/core/limits';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import { ReceivedInvitations } from '../../../app/work/ReceivedInvitations';
import { TransferRow } from '../../../app/work/ReceivedTransfers';
import '../../../app/live/subjects';
import { RequestCard } from '../../../chat/screens/cards/RequestCard';
import { moment } from '../../../core/store/table';
import { nowMs } from '../../../lib/clock';
import { projects } from '../../../projects/state/project-table';
import { fakeServer } from '../../../testing/fake-server';
import { findDialog, show } from '../../../testing/render';
import { interest, invitation, joinRequest, ME, member, OTHER, offer, project } from '../../../testing/samples';
import { invitations, receivedInvitations } from '../../state/invitations';
import { inviteDialog } from '../../state/invite-dialog';
import { myProjects } from '../../state/my-work';
import { requests } from '../../state/requests';
import { IncomingInterest } from '../incoming/IncomingInterest';
import { IncomingRequest } from '../incoming/IncomingRequest';
import { RequestRow } from '../own/own-requests';
import { InviteDialog } from './InviteDialog';
import { ReceivedInvitation } from './ReceivedInvitation';
import { SentInvitation } from './SentInvitation';
import { SentInvitations } from './SentInvitations';

const ok = (data: object) => ({ body: { success: true, data } });
const list = (items: readonly object[]) => ok({ invitations: items, has_more: false, total: items.length });
const toDecide = (reply: () => ReturnType<typeof ok>) => ({
  'GET /api/invitations/received': () => list([invitation()]),
  'PUT /api/invitations/:id/status': reply,
});

it('accepts an invitation with one press; its message is shown after opening it', async () => {
  const accepted = { ...invitation({ status: 'accepted' }), answer_by: undefined };
  const { of } = fakeServer(toDecide(() => ok({ invitation: accepted, current_members: 2 })));
  const user = show(<ReceivedInvitations />, { as: member });
  await act(() => receivedInvitations.load());
  const rows = within(await screen.findByRole('region', { name: /^Invitations to me/u }));
  rows.getByText('invites you to join');
  expect(rows.getByRole('link', { name: 'Other' }).getAttribute('href')).toBe(`/people/${OTHER}`);
  const sentence = rows.getByText('Your Go would help us');
  expect(sentence.closest('details')?.open).toBe(false);
  await user.click(rows.getByText(/^Read the message from/u));
  expect(sentence.closest('details')?.open).toBe(true);
  await user.dblClick(rows.getByRole('button', { name: 'Accept the invitation to Project 7' }));
  await rows.findByText('Accepted');
  expect(of('PUT /api/invitations/:id/status').map(({ body }) => body)).toEqual([{ status: 'accepted' }]);
  expect(rows.queryByRole('button')).toBeNull();
});

it('says that no seat is free until one is, and keeps the invitation', async () => {
  const message = 'This project no longer has a free seat. You can still accept if one becomes free.';
  fakeServer(toDecide(() => ({ status: 409, body: { success: false, code: 'PROJECT_FULL', message } }) as never));
  projects.merge([project(7, { current_members: 5, max_members: 5 })], moment());
  const user = show(<ReceivedInvitations />, { as: member });
  await act(() => receivedInvitations.load());
  await user.click(await screen.findByRole('button', { name: 'Accept the invitation to Project 7' }));
  expect((await screen.findByRole('alert')).textContent).toBe(message);
  act(() => void projects.patch(7, { current_members: 4 }));
  expect(screen.queryByRole('alert')).toBeNull();
  screen.getByRole('button', { name: 'Decline the invitation to Project 7' });
});

it('lists the invitations to a project with Withdraw while they are pending', async () => {
  const sent = { ...invitation(), creator_id: ME, creator_name: 'Me', user_id: OTHER, user_name: 'Other' };
  const { answer_by: _, ...pending } = sent;
  const declined = { ...pending, id: 9, user_id: 12, user_name: 'Dev', status: 'declined' };
  // Beside the name, “No longer available” would be about the member.
  const ended = {
    ...declined,
    id: 10,
    user_id: 13,
    user_name: 'Esha',
    status: 'withdrawn',
    ended_by: 'project_deleted',
  };
  fakeServer({
    'GET /api/invitations/sent': () => list([ended, declined, pending]),
    'DELETE /api/invitations/:id': () => ok({ invitation: { ...pending, status: 'withdrawn' } }),
  });
  const user = show(<SentInvitations projectId={7} />, { as: member });
  const rows = within(await screen.findByRole('list'));
  rows.getByText('Declined');
  rows.getByText('Ended');
  expect(rows.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
    'Withdraw the invitation to Other',
  ]);
  await user.click(rows.getByRole('button'));
  rows.getByText('You can’t invite Other again unless they ask to join or show interest.');
  await user.click(rows.getByRole('button', { name: 'Withdraw invitation' }));
  await waitFor(() => expect(rows.queryByRole('button')).toBeNull());
  rows.getByText('Withdrawn');
});

it('invites to an open project, or leads to the request of a member who has asked', async () => {
  let replies = 0;
  const { of } = fakeServer({
    'GET /api/projects/mine': () =>
      ok({
        projects: [project(7), project(8, { state: 'closed' }), project(9, { hidden: true })],
        has_more: false,
        total: 3,
      }),
    'GET /api/knocks': () => ok({ requests_left: 5, first_messages_left: 5, messages_left: null }),
    'POST /api/projects/:id/invitations': () => {
      replies += 1;
      if (replies > 1) return ok({ invitation: { ...invitation(), creator_id: ME, user_id: OTHER } });
      const message = 'This member has already asked to join. Accept their request instead.';
      return { status: 409, body: { success: false, code: 'ALREADY_REQUESTED', message } } as never;
    },
  });
  const user = show(<InviteDialog />, { as: member });
  act(() => inviteDialog.open({ id: OTHER, name: 'Other' }));
  const dialog = within(await findDialog('Invite Other'));
  expect((await dialog.findAllByRole('option')).map(({ textContent }) => textContent)).toHaveLength(1);
  // It opened before its fields had loaded.
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText('Project')));
  await user.type(dialog.getByLabelText('Message (optional)'), 'Join us');
  await user.click(dialog.getByRole('button', { name: 'Send invitation' }));
  const answer = await dialog.findByRole('link', { name: 'Answer the request' });
  expect(answer.getAttribute('href')).toBe('/projects/7');
  await user.click(dialog.getByRole('button', { name: 'Send invitation' }));
  await waitFor(() => expect(inviteDialog.get()).toBeNull());
  expect(of('POST /api/projects/:id/invitations').map(({ body }) => body)).toEqual([
    { user_id: OTHER, message: 'Join us' },
    { user_id: OTHER, message: 'Join us' },
  ]);
});

it('preselects no project but the one that the member came from', async () => {
  const { of } = fakeServer({
    'GET /api/projects/mine': () =>
      ok({ projects: [project(8), project(7, { title: 'Full', current_members: 5 })], has_more: false, total: 2 }),
    'GET /api/knocks': () => ok({ requests_left: 5, first_messages_left: 5, messages_left: null }),
    'POST /api/projects/:id/invitations': () => ok({ invitation: { ...invitation(), creator_id: ME, user_id: OTHER } }),
  });
  const user = show(<InviteDialog />, { as: member });
  act(() => inviteDialog.open({ id: OTHER, name: 'Other', projectId: 7 }));
  const dialog = within(await findDialog('Invite Other'));
  await dialog.findByText('Full isn’t open or has no free seat.');
  const choice = dialog.getByLabelText<HTMLSelectElement>('Project');
  expect(choice.value).toBe('');
  await user.click(dialog.getByRole('button', { name: 'Send invitation' }));
  await dialog.findByText('Choose a project');
  expect(document.activeElement).toBe(choice);
  expect(of('POST /api/projects/:id/invitations')).toEqual([]);
  await user.selectOptions(choice, '8');
  await user.click(dialog.getByRole('button', { name: 'Send invitation' }));
  await waitFor(() => expect(of('POST /api/projects/:id/invitations').map(({ path }) => path)).toHaveLength(1));
});

it.each([
  ['without a project', [], 'Create one first, then invite Other.', ['Create a project', 'Message']],
  [
    'with a closed one',
    [project(8, { state: 'closed' })],
    'None of your projects',
    ['Create a project', 'See my projects'],
  ],
] as const)('says why a member %s can’t invite, and what to do', async (_, projects, why, next) => {
  fakeServer({ 'GET /api/projects/mine': () => ok({ projects, has_more: false, total: projects.length }) });
  show(<InviteDialog />, { as: member });
  act(() => inviteDialog.open({ id: OTHER, name: 'Other' }));
  const dialog = within(await findDialog('Invite Other'));
  await dialog.findByText(why, { exact: false });
  expect(dialog.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(next);
});

it('offers no project to which the member has a pending invitation', async () => {
  const sent = invitation({ project_id: 8, creator_id: ME, creator_name: 'Me', user_id: OTHER, user_name: 'Other' });
  let projects = [project(7), project(8)];
  fakeServer({
    'GET /api/projects/mine': () => ok({ projects, has_more: false, total: projects.length }),
    'GET /api/knocks': () => ok({ requests_left: 5, first_messages_left: 5, messages_left: null }),
    'GET /api/invitations/sent': () => list([sent]),
    'POST /api/projects/:id/invitations': () => {
      const message = 'This member has already been invited to the project.';
      return { status: 409, body: { success: false, code: 'ALREADY_INVITED', message } } as never;
    },
  });
  const user = show(<InviteDialog />, { as: member });
  const open = async () => {
    act(() => inviteDialog.open({ id: OTHER, name: 'Other' }));
    return within(await findDialog('Invite Other'));
  };
  const options = async (dialog: Awaited<ReturnType<typeof open>>) =>
    (await dialog.findAllByRole('option')).map((option) => option.getAttribute('value'));
  const first = await open();
  expect(await options(first)).toEqual(['8', '7']);
  await user.click(first.getByRole('button', { name: 'Send invitation' }));
  await first.findByText('This member has already been invited to the project.');
  act(() => inviteDialog.close());
  expect(await options(await open())).toEqual(['7']);
  act(() => inviteDialog.close());
  projects = [project(8)];
  await act(() => myProjects.load());
  const last = await open();
  await last.findByText('You have invited Other to Project 8. You can invite a member to a project once.');
  expect(last.queryByRole('button', { name: 'Send invitation' })).toBeNull();
  act(() => inviteDialog.close());
  // The member may have asked to join since, so the server decides.
  act(() => invitations.upsert({ ...sent, status: 'declined' }));
  expect(await options(await open())).toEqual(['8']);
});

it('is a live card in the conversation', async () => {
  fakeServer({});
  act(() => invitations.merge([invitation()], 0));
  const card = { kind: 'invitation', key: 'v8', at: '', invitation: invitation() } as const;
  show(<RequestCard card={card} name="Other" me={ME} />, { as: member });
  const shown = within(screen.getByRole('article', { name: 'Other invites you to Project 7: Pending' }));
  await shown.findByRole('button', { name: 'Accept the invitation to Project 7' });
  act(() => invitations.upsert({ ...invitation({ status: 'withdrawn' }) }));
  await screen.findByText('Withdrawn');
});

it('has the same two buttons as any other decision in a list, neither of them prominent', () => {
  fakeServer({});
  const seat = joinRequest({ id: 6, user_id: ME, offered_until: new Date(nowMs() + hourMs).toISOString() });
  act(() => requests.merge([seat], moment()));
  const looksOf = (row: ReactNode) => {
    const { container, unmount } = render(<MemoryRouter>{row}</MemoryRouter>);
    const answers = [...container.querySelectorAll('button')].slice(0, 2);
    // Compared at rest: a button that opens a question looks pressed while the question is open.
    const looks = answers.map(({ className, innerHTML, textContent }) => [
      className.replace(/ opens$/u, ''),
      innerHTML === textContent,
    ]);
    unmount();
    return looks;
  };
  const own = looksOf(<ReceivedInvitation invitation={invitation()} />);
  expect(own.flat().join(' ')).not.toContain('bg-accent');
  expect(looksOf(<IncomingRequest request={joinRequest()} />)).toEqual(own);
  expect(looksOf(<IncomingInterest interest={interest} />)).toEqual(own);
  expect(looksOf(<TransferRow transfer={offer()} isGone={false} />)).toEqual(own);
  expect(looksOf(<RequestRow request={seat} />)).toEqual(own);
});

it.each([
  ['an invitation', () => <ReceivedInvitation invitation={invitation()} />, 'invites you to join Project 7'],
  ['a sent invitation', () => <SentInvitation invitation={invitation()} />, ''],
  ['a join request', () => <IncomingRequest request={joinRequest()} />, 'wants to join Project 7'],
  ['interest', () => <IncomingInterest interest={interest} about="is interested" />, 'is interested'],
  ['a transfer', () => <TransferRow transfer={offer()} isGone={false} />, 'wants to transfer Project 7 to you'],
])('begins %s with the member, what they ask, and when', (_, row, asked) => {
  fakeServer({});
  const { container } = render(<MemoryRouter>{row()}</MemoryRouter>);
  const words = container.querySelector('[data-decision]')?.firstElementChild?.lastElementChild;
  const heading = words?.querySelector('h3');
  expect(heading?.textContent).not.toBe('');
  expect(heading?.nextElementSibling?.querySelector('time')).not.toBeNull();
  expect(words?.lastElementChild?.textContent).toContain(asked);
});
