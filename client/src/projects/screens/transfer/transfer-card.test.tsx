import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import '../../../app/live/subjects';
import { nowMs } from '../../../lib/clock';
import { fakeServer, refusal } from '../../../testing/fake-server';
import { show } from '../../../testing/render';
import { ME, member, OTHER, offer, project } from '../../../testing/samples';
import { transfers } from '../../state/transfers';
import { TransferCard } from './TransferCard';

const own = offer({ creator_id: ME, creator_name: 'Me', user_id: OTHER, user_name: 'Other' });

it.each([
  ['the creator’s own press', { body: { success: true, data: { offer: own } } }, 'Cancelled'],
  ['the other member’s answer', refusal(409, 'OFFER_GONE', 'This transfer is no longer pending.'), 'No longer pending'],
])('after Cancel, says whether the transfer ended by %s', async (_, reply, outcome) => {
  let arrive = () => {};
  fakeServer({
    'DELETE /api/projects/:id/offer': () =>
      new Promise((resolve) => {
        arrive = () => resolve(reply);
      }),
  });
  transfers.upsert(own);
  const user = show(<TransferCard project={project(7)} userId={ME} />, { as: member });
  await user.click(screen.getByRole('button', { name: 'Cancel transfer' }));
  act(() => transfers.remove(own.id));
  await screen.findByText('Cancelled');
  await act(async () => arrive());
  await screen.findByText(outcome);
  expect(screen.queryByRole('button', { name: 'Cancel transfer' })).toBeNull();
});

it.each([
  ['Decline', { user_id: ME, user_name: 'Me', creator_id: OTHER, creator_name: 'Other' }],
  ['Cancel transfer', {}],
])('after %s, the next transfer can be answered', async (label, change) => {
  const first = { ...own, ...change };
  const ended = () => ({ body: { success: true, data: { offer: first } } });
  fakeServer({ 'PUT /api/projects/:id/offer': ended, 'DELETE /api/projects/:id/offer': ended });
  transfers.upsert(first);
  const user = show(<TransferCard project={project(7)} userId={ME} />, { as: member });
  const button = () => screen.queryByRole('button', { name: new RegExp(`^${label}`, 'u') });
  await user.click(button() as HTMLElement);
  act(() => transfers.remove(first.id));
  await waitFor(() => expect(button()).toBeNull());
  act(() => void transfers.upsert({ ...first, id: first.id + 1 }));
  await waitFor(() => expect(button()).not.toBeNull());
  act(() => transfers.remove(first.id + 1));
  await screen.findByText('No longer pending');
});

it.each([
  ['declines', 'Decline transfer', ['declined'], 'Declined'],
  ['keeps it', 'Decide later', [], null],
] as const)(
  'asks before the project of a creator who is leaving is declined: the member %s',
  async (_, press, sent, outcome) => {
    const left = offer({ answer_by: new Date(nowMs() + 60_000).toISOString() });
    const { of } = fakeServer({
      'PUT /api/projects/:id/offer/status': () => ({ body: { success: true, data: { project: project(7) } } }),
    });
    transfers.upsert(left);
    const user = show(<TransferCard project={project(7)} userId={ME} />, { as: member });
    await user.click(screen.getByRole('button', { name: 'Decline the transfer of Project 7' }));
    const question = screen.getByRole('group', { name: 'Decline the transfer of Project 7' });
    expect(question.textContent).toContain('If you’re the last member who could accept, the project closes at once.');
    expect(of('PUT /api/projects/:id/offer/status')).toEqual([]);
    await user.click(screen.getByRole('button', { name: press }));
    if (outcome === null) await waitFor(() => expect(screen.queryByRole('group')).toBeNull());
    else await screen.findByText(outcome);
    expect(screen.queryAllByText(/^(?:Declined|No longer pending)$/u)).toHaveLength(sent.length);
    expect(of('PUT /api/projects/:id/offer/status').map(({ body }) => body)).toEqual(
      sent.map((status) => ({ status })),
    );
  },
);
