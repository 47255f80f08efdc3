import type { TeamHours as Hours } from '@sangam/shared/app/team-hours';
import { mentionsIn } from '@sangam/shared/chat/mention-words';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { applyBlock } from '../../../contact/sync/apply-block';
import { refreshShownLists } from '../../../core/store/shown-lists';
import { fakeServer } from '../../../testing/fake-server';
import { held } from '../../../testing/held';
import { plain, show } from '../../../testing/render';
import { ME, member, OTHER, THIRD } from '../../../testing/samples';
import { TeamHours } from './TeamHours';
import { dateWords } from './window-words';

const time = { from: '2030-01-08T14:00:00.000Z', until: '2030-01-08T15:30:00.000Z' };
const members = [
  { id: OTHER, name: 'Asha', has_hours: true },
  { id: ME, name: 'Me', has_hours: true },
  { id: THIRD, name: 'Chitra', has_hours: false },
];
const hours: Hours = { members, times: [{ ...time, free: 2 }], best: [{ ...time, members: [OTHER, ME] }] };

function open(change: Partial<Hours> = {}, onSuggest?: (text: string) => void) {
  const server = fakeServer({
    'GET /api/projects/:id/hours': () => ({ body: { success: true, data: { ...hours, ...change } } }),
  });
  const user = show(<TeamHours projectId={7} title="Rover" onSuggest={onSuggest} />, { as: member });
  return { server, user };
}

it('shows the best times with the members who are free, whose names lead to their pages', async () => {
  open();
  await screen.findByText(`${plain(dateWords(time))} (your time)`);
  const [best] = screen.getAllByRole('listitem');
  if (best === undefined) throw new Error('no time');
  expect(best.textContent).toContain('2 of 3 are free: Asha, you');
  expect(within(best).getByRole('link', { name: 'Asha' }).getAttribute('href')).toBe(`/people/${OTHER}`);
  const missing = screen.getByText(/^No free hours yet:/u);
  expect(within(missing).getByRole('link', { name: 'Chitra' }).getAttribute('href')).toBe(`/people/${THIRD}`);
  screen.getByText('When you’re both free, next 7 days (your time)');
  expect(screen.queryByRole('button', { name: /Suggest|Ask/u })).toBeNull();
});

it('downloads a time as a calendar file', async () => {
  const files: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob);
    return 'blob:meeting';
  });
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
  const clicked: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    clicked.push(`${this.href} ${this.download}`);
  });
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: /^Add to calendar/u }));
  await expect.poll(() => clicked).toEqual(['blob:meeting team-meeting-2030-01-08.ics']);
  expect(await files[0]?.text()).toContain('DTSTART:20300108T140000Z');
  vi.restoreAllMocks();
});

it('suggests a time in the chat as a question', async () => {
  const asked: string[] = [];
  const { user } = open({}, (text) => asked.push(text));
  await user.click(await screen.findByRole('button', { name: /^Suggest in chat/u }));
  expect(asked).toEqual([expect.stringMatching(/^Shall we meet on Tue.+ \(.+\)\? 2 of 3 are free\.$/u)]);
});

it('asks members in the chat, with a mention and a link, to enter their free hours', async () => {
  const asked: string[] = [];
  const { user } = open({}, (text) => asked.push(text));
  await user.click(await screen.findByRole('button', { name: 'Ask in chat for free hours' }));
  const link = `${window.location.origin}/settings/hours`;
  expect(asked).toEqual([`@Chitra: enter your free hours, and we’ll see when we can all meet: ${link}`]);
  expect(mentionsIn(asked[0] ?? '', members)).toEqual([{ user_id: THIRD, name: 'Chitra' }]);
});

it.each([
  [{ members: members.map((one) => ({ ...one, has_hours: false })), times: [], best: [] }, /Once two of you/u],
  [{ members: members.map((one) => ({ ...one, has_hours: one.id !== ME })) }, 'Enter your free hours'],
  [{ times: [], best: [] }, 'You share no free time in the next 7 days.'],
  [{ best: [] }, 'You share no free time during the day in the next 7 days.'],
] as const)('says why no time is shown: %#', async (change, words) => {
  open(change as Partial<Hours>);
  await screen.findByText(words);
});

it.each([
  [false, true, false, 'When Asha and Chitra are both free, next 7 days (your time)'],
  [false, true, true, 'When at least two members are free, next 7 days (your time). Stronger shade: more members.'],
  [true, true, true, 'When at least two of you are free, next 7 days (your time). Stronger shade: more of you.'],
])('names those whose free hours the picture shows: %s, %s, %s', async (mine, third, fourth, words) => {
  const [asha, me, chitra] = members;
  const dev = { id: 99, name: 'Dev', has_hours: fourth };
  open({
    members: [asha, { ...me, has_hours: mine }, { ...chitra, has_hours: third }, dev] as Hours['members'],
  });
  await screen.findByText(words);
});

it('names the days by a letter where their columns are narrow', async () => {
  open();
  const letters = await waitFor(() => {
    const all = [...document.querySelectorAll('figure.\\@container p > .\\@min-\\[16rem\\]\\:hidden')];
    expect(all).toHaveLength(7);
    return all.map(({ textContent }) => textContent);
  });
  expect(letters.toSorted().join('')).toBe('FMSSTTW');
});

it('says whose hours don’t meet when the reader has entered none', async () => {
  open({ members: members.map((one) => ({ ...one, has_hours: one.id !== ME })), times: [], best: [] });
  await screen.findByText('The others share no free time in the next 7 days.');
});

it('can be retried after a failure', async () => {
  let reply: 'network' | { body: object } = 'network';
  fakeServer({ 'GET /api/projects/:id/hours': () => reply });
  const user = show(<TeamHours projectId={7} title="Rover" />, { as: member });
  const again = await screen.findByRole('button', { name: 'Retry' });
  reply = { body: { success: true, data: hours } };
  await user.click(again);
  await screen.findByText(`${plain(dateWords(time))} (your time)`);
});

it.each([
  ['a block', () => applyBlock({ user_id: OTHER, is_blocked: true })],
  ['a refresh, since no event reports a block by a teammate', () => void refreshShownLists()],
])('the team’s hours are fetched again after %s', async (_, happen) => {
  open();
  await screen.findByRole('link', { name: 'Asha' });
  fakeServer({ 'GET /api/projects/:id/hours': () => 'network' });
  expect(await act(refreshShownLists)).toBe(false);
  screen.getByRole('link', { name: 'Asha' });
  const left = { ...hours, members: members.filter(({ id }) => id !== OTHER), best: [], times: [] };
  fakeServer({ 'GET /api/projects/:id/hours': () => ({ body: { success: true, data: left } }) });
  act(happen);
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Asha' })).toBeNull());
});

it('an answer from before a block doesn’t bring the blocked member back', async () => {
  open();
  await screen.findByRole('link', { name: 'Asha' });
  const late = held({ body: { success: true, data: hours } });
  fakeServer({ 'GET /api/projects/:id/hours': late.reply });
  const refreshed = refreshShownLists();
  const left = { ...hours, members: members.filter(({ id }) => id !== OTHER), best: [], times: [] };
  fakeServer({ 'GET /api/projects/:id/hours': () => ({ body: { success: true, data: left } }) });
  act(() => applyBlock({ user_id: OTHER, is_blocked: true }));
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Asha' })).toBeNull());
  late.release();
  await act(() => refreshed);
  expect(screen.queryByRole('link', { name: 'Asha' })).toBeNull();
});

it('shows the hours that arrive although a later call fails', async () => {
  const late = held({ body: { success: true, data: hours } });
  fakeServer({ 'GET /api/projects/:id/hours': late.reply });
  show(<TeamHours projectId={7} title="Rover" />, { as: member });
  fakeServer({ 'GET /api/projects/:id/hours': () => 'network' });
  const refreshed = refreshShownLists();
  late.release();
  await act(() => refreshed);
  await screen.findByRole('link', { name: 'Asha' });
});

it('names four members of a large team without free hours, and the others once they are asked for', async () => {
  const others = Array.from({ length: 9 }, (_, index) => ({
    id: 10 + index,
    name: `Member ${index}`,
    has_hours: false,
  }));
  const { user } = open({ members: [...members, ...others] });
  const missing = await screen.findByText(/^No free hours yet:/u);
  expect(missing.textContent).toBe('No free hours yet: Chitra, Member 0, Member 1, Member 2 and 6 others');
  await user.click(within(missing).getByRole('button', { name: '6 others' }));
  expect(within(missing).getAllByRole('link')).toHaveLength(10);
  expect(missing.textContent).toMatch(/Member 7, Member 8$/u);
});
