import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { applyBlock } from '../../../contact/sync/apply-block';
import { refreshShownLists } from '../../../core/store/shown-lists';
import { fakeServer, refusal } from '../../../testing/fake-server';
import { held } from '../../../testing/held';
import { plain, settled, show } from '../../../testing/render';
import { member, OTHER } from '../../../testing/samples';
import { presence } from '../../state/presence';
import { SharedHoursCard } from './SharedHoursCard';

const answer = (data: object) => ({
  'GET /api/people/:id/hours': () => ({
    body: { success: true, data: { state: 'shared', about_hours: 0, longest: [], ...data } },
  }),
});
const open = (data: object) => {
  fakeServer(answer(data));
  show(<SharedHoursCard id={OTHER} name="Asha" />, { as: member });
};
const time = { from: '2026-01-06T14:00:00.000Z', until: '2026-01-06T15:30:00.000Z' };

it('says about how many hours are shared, and the longest times', async () => {
  open({ about_hours: 6, longest: [time, { ...time, from: '2026-01-06T15:00:00.000Z' }] });
  await screen.findByText('About 6 hours a week. The longest:');
  expect(screen.getAllByRole('listitem').map(({ textContent }) => plain(textContent))).toEqual([
    'Tue 2:00 pm to 3:30 pm (your time)',
    'Tue 3:00 pm to 3:30 pm (your time)',
  ]);
});

it('shows teammates the time on the other’s clock, where it differs', async () => {
  open({ about_hours: 2, longest: [time], all: [time], zone: 'Asia/Kathmandu' });
  await screen.findByText('About 2 hours a week');
  screen.getByText('Tue 7:45 pm to 9:15 pm for Asha, Asia/Kathmandu');
});

it.each([
  ['yours_missing', /to see those you share with Asha/u],
  ['from_tomorrow', /count from tomorrow/u],
  ['shared', /No shared hours this week/u],
])('says why no shared hours are shown: %s', async (state, words) => {
  open({ state });
  await screen.findByText(words);
});

it('says nothing about hours that are not shown to the reader', async () => {
  const { of } = fakeServer(answer({ state: 'theirs_missing' }));
  show(<SharedHoursCard id={OTHER} name="Asha" />, { as: member });
  await expect.poll(() => of('GET /api/people/:id/hours').length).toBe(1);
  await settled();
  expect(screen.queryByText(/hours/u)).toBeNull();
});

const missing = () => refusal(404, 'USER_NOT_FOUND');
const words = 'About 6 hours a week';

it('shared hours disappear at once when the reader blocks the member, and return after an unblock', async () => {
  open({ about_hours: 6, longest: [time] });
  await screen.findByText(words);
  // The server doesn't answer yet.
  fakeServer({ 'GET /api/people/:id/hours': () => new Promise(() => {}) });
  act(() => applyBlock({ user_id: OTHER, is_blocked: true }));
  expect(screen.queryByText(words)).toBeNull();
  fakeServer(answer({ about_hours: 7, longest: [time] }));
  act(() => applyBlock({ user_id: OTHER, is_blocked: false }));
  await screen.findByText('About 7 hours a week');
});

it('shared hours that the server refuses stay hidden when an earlier answer comes', async () => {
  open({ about_hours: 6, longest: [time] });
  await screen.findByText(words);
  const late = held({ body: { success: true, data: { state: 'shared', about_hours: 6, longest: [time] } } });
  fakeServer({ 'GET /api/people/:id/hours': late.reply });
  const refreshed = refreshShownLists();
  fakeServer({ 'GET /api/people/:id/hours': missing });
  act(() => presence.upsert({ id: OTHER, is_online: false, last_active: null }));
  await waitFor(() => expect(screen.queryByText(words)).toBeNull());
  late.release();
  await act(() => refreshed);
  expect(screen.queryByText(words)).toBeNull();
});

it.each([
  ['hides their presence', () => presence.upsert({ id: OTHER, is_online: false, last_active: null })],
  ['blocks the reader, which no event reports, with the next refresh', () => void refreshShownLists()],
])('shared hours are fetched again when the member %s', async (_, happen) => {
  open({ about_hours: 6, longest: [time] });
  await screen.findByText(words);
  fakeServer({ 'GET /api/people/:id/hours': missing });
  act(happen);
  await waitFor(() => expect(screen.queryByText(words)).toBeNull());
});

it('shared hours stay after a failure', async () => {
  open({ about_hours: 6, longest: [time] });
  await screen.findByText(words);
  fakeServer({ 'GET /api/people/:id/hours': () => 'network' });
  expect(await act(refreshShownLists)).toBe(false);
  screen.getByText(words);
});
