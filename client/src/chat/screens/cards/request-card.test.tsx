import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { applyUpdate } from '../../../projects/state/project-changes';
import { interests } from '../../../requests/state/interests';
import '../../../requests/state/follow-projects';
import { requests } from '../../../requests/state/requests';
import { fakeServer } from '../../../testing/fake-server';
import { show } from '../../../testing/render';
import { interest, invitation, joinRequest, KEY, ME, member, OTHER, page, project } from '../../../testing/samples';
import { openThread } from '../../sync/thread-sync';
import { ThreadBody } from '../thread/ThreadBody';
import { useThreadCards } from './use-thread-cards';

const answer = (change: object) => ({
  body: { success: true, data: { requests: [], connections: [], my_connections: [], ...change } },
});

/** Renders the cards alone: the thread shows no rows without a layout. */
function Cards() {
  const { cards, part } = useThreadCards(KEY, OTHER, ME);
  if (part === null) return null;
  return (
    <>
      {cards.map((card) => (
        <part.CardRow key={card.key} card={card} name="Bina" me={ME} />
      ))}
      <part.CardAnnouncer cards={cards} name="Bina" me={ME} />
    </>
  );
}

/** Serves these requests for the conversation of ME and OTHER. */
function open(between: object, more: Parameters<typeof fakeServer>[0] = {}, element = <Cards />) {
  const { of } = fakeServer({
    'GET /api/messages/c/:conversationId': () => ({ body: { success: true, data: page([], 0) } }),
    'GET /api/conversations/:userId/requests': () => answer(between),
    ...more,
  });
  return { user: show(element, { as: member }), of };
}
const card = (name: string) => screen.findByRole('article', { name });

it('an invited member’s seat is not their request, and has no card', async () => {
  open({ invitations: [invitation({ creator_id: ME, user_id: OTHER, user_name: 'Bina', status: 'accepted' })] });
  act(() => requests.upsert(joinRequest({ user_name: 'Bina', status: 'accepted', unasked: true })));
  await screen.findByRole('article');
  expect(screen.getAllByRole('article')).toHaveLength(1);
});

it('a request is a card that the creator answers in the conversation; its message stays readable', async () => {
  const asked = joinRequest({ user_name: 'Bina' });
  const { user, of } = open(
    { requests: [asked] },
    {
      'PUT /api/project-requests/:id/status': () => ({
        body: { success: true, data: { request: { ...asked, status: 'rejected' }, current_members: 1 } },
      }),
    },
  );
  const waiting = within(await card('Bina asked to join Project 7: Pending'));
  waiting.getByRole('button', { name: 'Accept Bina' });
  await user.click(waiting.getByRole('button', { name: 'Reject Bina' }));
  await user.click(waiting.getByRole('button', { name: 'Reject request' }));
  const ended = within(await card('Bina asked to join Project 7: Rejected'));
  for (const name of ['Accept Bina', 'Reject Bina', 'Reopen Bina’s request'])
    expect(ended.queryByRole('button', { name })).toBeNull();
  ended.getByText(asked.message);
  expect(ended.getByRole('link', { name: 'Project 7' }).getAttribute('href')).toBe('/projects/7');
  expect(of('PUT /api/project-requests/:id/status')[0]?.body).toEqual({ status: 'rejected' });
  await waitFor(() =>
    expect(screen.getAllByRole('status').map((status) => status.textContent)).toContain(
      'Bina asked to join Project 7: Rejected',
    ),
  );
});

it('the member’s own request can be withdrawn, and a live one shows at once and is announced', async () => {
  open({ requests: [joinRequest({ user_id: ME })] });
  await within(await card('You asked to join Project 7: Pending')).findByRole('button', { name: /^Withdraw/u });
  act(() => requests.patch(5, { status: 'accepted' }));
  await card('You asked to join Project 7: Accepted');
  act(() => interests.upsert({ ...interest, requester_name: 'Bina', project_title: 'Kiosk' }));
  within(await card('Bina is interested in Kiosk: Pending')).getByRole('button', { name: 'Approve Bina' });
  await screen.findByText('Bina is interested in Kiosk: Pending');
  act(() => interests.patch(interest.id, { status: 'denied', ended_by: 'project_deleted' }));
  expect(
    within(await card('Bina is interested in Kiosk: No longer available')).queryByRole('link', { name: 'Kiosk' }),
  ).toBeNull();
});

const thread = <ThreadBody conversation={KEY} otherId={OTHER} name="Bina" onRetry={() => undefined} />;

it('a card names a renamed project by its new title', async () => {
  const theirs = { creator_id: OTHER, creator_name: 'Bina' };
  open({
    requests: [joinRequest({ user_id: ME, ...theirs })],
    my_connections: [{ ...interest, ...theirs }],
    invitations: [invitation(theirs)],
  });
  await card('You asked to join Project 7: Pending');
  act(() => applyUpdate(project(7, { title: 'Rover', ...theirs })));
  for (const words of ['You asked to join Rover', 'You’re interested in Rover', 'Bina invites you to Rover'])
    await card(`${words}: Pending`);
});

it('a conversation shows no requests of other members', async () => {
  open({}, {}, thread);
  await act(() => openThread(KEY));
  await screen.findByText('Say hello to Bina');
  act(() => requests.upsert(joinRequest({ user_id: 9 })));
  screen.getByText('Say hello to Bina');
});

it('a conversation shows without its requests when they can’t be fetched', async () => {
  open({}, { 'GET /api/conversations/:userId/requests': () => 'network' }, thread);
  await act(() => openThread(KEY));
  await screen.findByText('Say hello to Bina');
});

it('a waitlisted applicant can still be rejected in the conversation', async () => {
  open({ requests: [joinRequest({ user_name: 'Bina', place: 1 })] });
  within(await card('Bina asked to join Project 7: On the waitlist')).getByRole('button', { name: 'Reject Bina' });
});

it('a repeated request is one card, with the earlier ones in its history', async () => {
  const earlier = joinRequest({ id: 4, user_id: ME, status: 'rejected', message: 'First try', end_word: 'Not yet' });
  open({
    requests: [earlier, joinRequest({ id: 5, user_id: ME, created_at: '2026-02-01T00:00:00.000Z', message: 'Again' })],
  });
  const only = within(await card('You asked to join Project 7: Pending'));
  expect(screen.getAllByRole('article')).toHaveLength(1);
  only.getByText('Again');
  only.getByText('Earlier request');
  only.getByText('First try');
  expect(only.getByText('Note from the creator').nextSibling?.textContent).toBe('Not yet');
  act(() =>
    requests.upsert(joinRequest({ id: 6, user_id: ME, created_at: '2026-03-01T00:00:00.000Z', message: 'Third' })),
  );
  within(await card('You asked to join Project 7: Pending')).getByText('2 earlier requests');
  expect(screen.getAllByRole('article')).toHaveLength(1);
});
