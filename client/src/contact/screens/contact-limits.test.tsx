import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { setConnection } from '../../core/realtime/connection-status';
import { fakeServer } from '../../testing/fake-server';
import { show } from '../../testing/render';
import { member, OTHER } from '../../testing/samples';
import { MessagesLeft, RequestsLeft } from './ContactLimits';

const answer = (requests_left: number | null, first_messages_left: number | null, messages_left: number | null) => ({
  'GET /api/knocks': () => ({
    body: { success: true, data: { requests_left, first_messages_left, messages_left } },
  }),
});

it.each([
  [2, 'You can send 2 more requests before one is answered.'],
  [0, /You can ask again once one is answered or withdrawn, or expires\.$/u],
])('the join form shows that %s requests are left', async (left, words) => {
  fakeServer(answer(left, 5, null));
  show(<RequestsLeft creatorId={OTHER} />, { as: member });
  await screen.findByText(words);
});

it.each([
  [0, 3, 4, 'You can send 3 messages before Bina answers.'],
  [
    0,
    3,
    1,
    'You can send 3 messages before Bina answers. After that, you need an answer before you can write to another new member.',
  ],
  [2, 1, 4, 'You can send 1 message before Bina answers.'],
  [3, 0, 4, 'You can write more once Bina has answered.'],
  [0, 0, 0, /^You’re waiting for answers to your first messages\. You can write to Bina once/u],
])('the composer shows after %s messages how many are left', async (sent, left, first, words) => {
  fakeServer(answer(5, first, left));
  show(<MessagesLeft otherId={OTHER} name="Bina" sent={sent} />, { as: member });
  // Text that appears together with its region is not announced.
  const regions = screen.getAllByRole('status');
  expect(regions).toContain(await screen.findByText(words));
});

it('after a reconnect, shows the number left following an answer that was missed', async () => {
  fakeServer(answer(5, 4, 1));
  show(<MessagesLeft otherId={OTHER} name="Bina" sent={2} />, { as: member });
  await screen.findByText('You can send 1 message before Bina answers.');
  act(() => setConnection('away'));
  fakeServer(answer(5, 4, null));
  act(() => setConnection('online'));
  await waitFor(() => expect(screen.queryByText(/before Bina answers/u)).toBeNull());
});

it('shows nothing where no limit applies', async () => {
  const { of } = fakeServer(answer(null, null, null));
  show(
    <>
      <RequestsLeft creatorId={OTHER} />
      <MessagesLeft otherId={OTHER} name="Bina" sent={0} />
    </>,
    { as: member },
  );
  await waitFor(() => expect(of('GET /api/knocks')).toHaveLength(2));
  expect(screen.queryByText(/wait|answer/u)).toBeNull();
});
