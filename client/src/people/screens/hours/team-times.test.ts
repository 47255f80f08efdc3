import type { TeamHours } from '@sangam/shared/app/team-hours';
import { expect, it } from 'vitest';
import { freeCountWords, teamTimesOf } from './team-times';

const ME = 1;
const [from, until] = ['2026-12-01T14:00:00Z', '2026-12-01T15:00:00Z'];
const hours = (has: readonly boolean[], found: Partial<TeamHours> = {}): TeamHours => ({
  members: has.map((has_hours, index) => ({ id: index + 1, name: `Member ${index + 1}`, has_hours })),
  times: [],
  best: [],
  ...found,
});
const times = [{ from, until, free: 2 }];
const best = [{ from, until, members: [1, 2] }];

it.each([
  ['fewer than two have entered hours', hours([true, false]), /^Once two of you/u],
  ['nobody shares a time', hours([true, true]), 'You share no free time in the next 7 days.'],
  ['the reader is not among them', hours([false, true, true]), 'The others share no free time in the next 7 days.'],
  [
    'all times are at night',
    hours([true, true], { times }),
    'You share no free time during the day in the next 7 days.',
  ],
])('says why there is no best time: %s', (_, team, problem) => {
  expect(teamTimesOf(team, ME).problem).toMatch(problem);
});

it('reports no problem when there is a best time, and names the others without hours', () => {
  const team = teamTimesOf(hours([true, true, false, false], { times, best }), ME);
  expect(team).toMatchObject({ isIn: true, problem: null, missing: [{ id: 3 }, { id: 4 }] });
  expect(team.entered.map(({ id }) => id)).toEqual([1, 2]);
  expect(teamTimesOf(hours([false, true, false]), ME).missing).toMatchObject([{ id: 3 }]);
  expect(teamTimesOf(hours([false, true]), ME)).toMatchObject({ isIn: false, missing: [] });
});

it.each([
  [2, 3, '2 of 3 are free'],
  [2, 2, 'Both are free'],
  [4, 4, 'All 4 are free'],
])('says that %i of %i are free', (free, all, words) => {
  expect(freeCountWords(free, all)).toBe(words);
});
