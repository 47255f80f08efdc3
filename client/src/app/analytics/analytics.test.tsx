import type { AnalyticsWeek } from '@sangam/shared/app/analytics';
import { act, screen, within } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { dropProject } from '../../projects/state/project-changes';
import { fakeServer, refusal } from '../../testing/fake-server';
import { show } from '../../testing/render';
import { member } from '../../testing/samples';
import { AnalyticsPage } from './AnalyticsPage';
import { durationWords } from './Charts';

const week = (start: string, change: Partial<AnalyticsWeek> = {}): AnalyticsWeek => ({
  start,
  requests_received: 0,
  requests_answered: 0,
  answer_hours: null,
  requests_sent: 0,
  sent_accepted: 0,
  sent_rejected: 0,
  sent_pending: 0,
  sent_ended: 0,
  messages_sent: 0,
  messages_received: 0,
  teams_joined: 0,
  members_joined: 0,
  ...change,
});
const serve = (weeks: AnalyticsWeek[], answer_hours: number | null = null) =>
  fakeServer({
    'GET /api/dashboard/analytics': () => ({
      body: { success: true, data: { time_zone: 'Asia/Kolkata', weeks, answer_hours } },
    }),
  });

it('shows each figure as bars and as a table', async () => {
  const weeks = [
    week('2026-11-16', { requests_received: 4, requests_answered: 3, answer_hours: 5.2 }),
    week('2026-11-23', { requests_received: 1, messages_sent: 12, messages_received: 9, members_joined: 1 }),
  ];
  serve(weeks, 6.1);
  show(<AnalyticsPage />, { as: member });
  await screen.findByText('5 received, 3 answered');
  screen.getByText('12 sent, 9 received');
  screen.getByText('You joined 0 teams, and 1 member joined yours');
  screen.getByText('You usually answer in about 6 h');
  screen.getByText('Week of 16 Nov 2026: Answered 3, Received 4');
  const table = screen.getByRole('table', { name: 'Time to answer by week', hidden: true });
  const cells = within(table).getAllByRole('cell', { hidden: true });
  expect(cells.map(({ textContent }) => textContent)).toEqual(['5 h', '–']);
  // Each chart names its highest bar, in the order of the charts; the one without bars names none.
  const scales = [...document.querySelectorAll('svg[role="img"]')].map((bars) => bars.previousElementSibling);
  expect(scales.map((scale) => scale?.textContent?.trim())).toEqual(['4', '5 h', '', '12', '1']);
});

it('follows changes to the member’s projects and requests in another tab', async () => {
  const weeks = [week('2026-11-23', { requests_received: 4 })];
  serve(weeks);
  show(<AnalyticsPage />, { as: member });
  await screen.findByText('4 received, 0 answered');
  weeks[0] = week('2026-11-23', { requests_received: 5 });
  act(() => dropProject({ id: 7, title: 'Project 7', creator_id: member.id }));
  await screen.findByText('5 received, 0 answered');
});

it('shows one line while there is nothing to count', async () => {
  serve([week('2026-11-16'), week('2026-11-23')]);
  show(<AnalyticsPage />, { as: member });
  await screen.findByText('No activity in these weeks');
  expect(document.querySelector('svg[role="img"]')).toBeNull();
});

it('asks for another period, and offers to try again', async () => {
  const { of } = fakeServer({ 'GET /api/dashboard/analytics': () => refusal(500, 'INTERNAL', 'x') });
  const user = show(<AnalyticsPage />, { as: member });
  await screen.findByText(/Failed to load your analytics/u);
  await user.selectOptions(screen.getByLabelText('Period'), '26');
  expect(of('GET /api/dashboard/analytics').map(({ query }) => query.get('weeks'))).toEqual(['12', '26']);
});

it('asks ever more rarely while the server does not answer', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { of } = fakeServer({ 'GET /api/dashboard/analytics': () => 'network' });
  show(<AnalyticsPage />, { as: member });
  for (let s = 0; s < 60; s += 1) await act(() => vi.advanceTimersByTimeAsync(1_000));
  screen.getByText(/Failed to load your analytics/u);
  expect(of('GET /api/dashboard/analytics').length).toBeGreaterThanOrEqual(4);
  expect(of('GET /api/dashboard/analytics').length).toBeLessThanOrEqual(5);
});

it.each([
  [0.001, '1 min'],
  [0.5, '30 min'],
  [5.2, '5 h'],
  [47, '47 h'],
  [84, '3.5 days'],
])('%d hours read %s', (hours, words) => expect(durationWords(hours)).toBe(words));

it.each([0, 0.02])('draws the longest answer time at full height: %s hours', async (answer_hours) => {
  serve(
    [week('2026-11-16'), week('2026-11-23', { requests_received: 1, requests_answered: 1, answer_hours })],
    answer_hours,
  );
  show(<AnalyticsPage />, { as: member });
  await screen.findByText('You usually answer in about 1 min');
  const chart = screen.getByRole('img', { name: /^Time to answer/u });
  expect(Number(chart.querySelector('rect[fill="currentColor"]')?.getAttribute('height'))).toBeGreaterThan(90);
});

it('draws what is sent and what is received next to each other, whichever is more', async () => {
  serve([week('2026-11-23', { messages_sent: 6, messages_received: 4 })]);
  show(<AnalyticsPage />, { as: member });
  const chart = await screen.findByRole('img', { name: /^Direct messages/u });
  const bar = (shape: string, at: string) => Number(chart.querySelector(shape)?.getAttribute(at));
  expect(bar('rect[stroke]', 'x')).toBeGreaterThan(
    bar('rect[fill="currentColor"]', 'x') + bar('rect[fill="currentColor"]', 'width'),
  );
});
