import type { Stats } from '@sangam/shared/app/dashboard';
import { expect, it } from 'vitest';
import { collaborationsNote, projectsNote } from './StatCards';

const stats = (totalProjects: number, projectsMonthAgo: number): Stats => ({
  totalProjects,
  projectsMonthAgo,
  activeCollaborations: 3,
  newCollaborations: 2,
  totalMessages: 0,
  recentActivity: 0,
});

it.each([
  [0, 0, 'None yet'],
  [2, 0, '2 new this month'],
  [4, 4, '+0% from last month'],
  [9, 8, '+13% from last month'],
])('%i projects, %i a month ago: %s', (total, before, note) => {
  expect(projectsNote(stats(total, before))).toBe(note);
});

it('counts the week’s collaborations, and shows none before the stats have loaded', () => {
  expect(collaborationsNote(stats(1, 1))).toBe('+2 new this week');
  expect([projectsNote(null), collaborationsNote(null)]).toEqual(['', '']);
});
