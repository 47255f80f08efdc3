import type { Stats } from '@sangam/shared/app/dashboard';
import { act } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { dropProject } from '../../projects/state/project-changes';
import { fakeServer } from '../../testing/fake-server';
import { show } from '../../testing/render';
import { ME, member, OTHER } from '../../testing/samples';
import { collaborationsNote, projectsNote, useFreshStats } from './StatCards';

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

describe('stats and activity', () => {
  const begin = () => {
    vi.useFakeTimers();
    const { of } = fakeServer({
      'GET /api/dashboard/stats': () => ({ body: { success: true, data: stats(0, 0) } }),
      'GET /api/dashboard/recent-activity': () => ({ body: { success: true, data: [], has_more: false } }),
    });
    const Follows = () => {
      useFreshStats();
      return null;
    };
    show(<Follows />, { as: member });
    /** The fetches that a change causes. */
    return (change: () => void) => {
      const count = () => of('GET /api/dashboard/stats').length + of('GET /api/dashboard/recent-activity').length;
      const before = count();
      act(change);
      act(() => void vi.advanceTimersByTime(1_000));
      return count() - before;
    };
  };

  it('are fetched again once an own project was deleted', () => {
    const fetchesAfter = begin();
    expect(fetchesAfter(() => dropProject({ id: 8, creator_id: OTHER }))).toBe(0);
    expect(fetchesAfter(() => dropProject({ id: 7, creator_id: ME }))).toBe(2);
  });
});
