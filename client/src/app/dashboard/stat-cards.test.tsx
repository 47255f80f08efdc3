import type { Activity, Stats } from '@sangam/shared/app/dashboard';
import { hourMs } from '@sangam/shared/core/limits';
import { act } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { ready } from '../../core/store/loadable';
import { applyUpdate, dropProject } from '../../projects/state/project-changes';
import { myTeams } from '../../requests/state/my-work';
import { myRequests, requests } from '../../requests/state/requests';
import { fakeServer } from '../../testing/fake-server';
import { show } from '../../testing/render';
import { joinRequest, ME, member, OTHER, project } from '../../testing/samples';
import { useDashboard } from './dashboard-store';
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
  [2, 0, '+2 new this month'],
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
  const begin = (lines: Activity[] = []) => {
    vi.useFakeTimers();
    useDashboard.setState({ activity: ready({ lines, hasMore: false }) });
    const { of } = fakeServer({
      'GET /api/dashboard/stats': () => ({ body: { success: true, data: stats(0, 0) } }),
      'GET /api/dashboard/recent-activity': () => ({ body: { success: true, data: lines, has_more: false } }),
      'GET /api/project-requests/mine': () => ({
        body: { success: true, data: { requests: [joinRequest({ id: 4, user_id: ME })], total: 1 } },
      }),
    });
    const Follows = () => {
      useFreshStats();
      return null;
    };
    show(<Follows />, { as: member });
    /** Returns a function that counts the fetches a change causes. */
    return (change: () => void) => {
      const count = () => of('GET /api/dashboard/stats').length + of('GET /api/dashboard/recent-activity').length;
      const before = count();
      act(change);
      act(() => void vi.advanceTimersByTime(1_000));
      return count() - before;
    };
  };

  it('are fetched again once one of the member’s projects was deleted', () => {
    const fetchesAfter = begin();
    expect(fetchesAfter(() => dropProject({ id: 8, title: 'Project 8', creator_id: OTHER }))).toBe(0);
    expect(fetchesAfter(() => dropProject({ id: 7, title: 'Project 7', creator_id: ME }))).toBe(2);
  });

  it('are fetched again once the member’s request is on the waitlist, but not when it moves up', async () => {
    const fetchesAfter = begin();
    await act(() => myRequests.load());
    expect(fetchesAfter(() => requests.patch(4, { place: 2 }))).toBe(2);
    expect(fetchesAfter(() => requests.patch(4, { place: 1 }))).toBe(0);
    expect(fetchesAfter(() => requests.patch(4, { offered_until: '2031-01-01T00:00:00.000Z' }))).toBe(2);
  });

  it('are fetched again once a project of the member’s teams is finished, and each day', () => {
    const fetchesAfter = begin();
    requests.upsert(joinRequest({ id: 5, user_id: ME, project_id: 9, status: 'accepted' }));
    myTeams.useIds.setState({ ...ready([5]), beyond: 0, loadingMore: false });
    const team = project(9, { creator_id: OTHER });
    expect(fetchesAfter(() => applyUpdate({ ...team, id: 10 }))).toBe(0);
    expect(fetchesAfter(() => applyUpdate({ ...team, state: 'finished' }))).toBe(2);
    expect(fetchesAfter(() => void vi.advanceTimersByTime(hourMs / 60))).toBe(0);
    expect(fetchesAfter(() => void vi.advanceTimersByTime(24 * hourMs))).toBe(2);
  });

  it('are fetched again once a project named in the activity gets another title', () => {
    const line: Activity = {
      id: 1,
      kind: 'request:sent',
      type: 'collaboration',
      icon: 'Target',
      message: 'You asked to join “Rover”',
      time: '2026-01-01T00:00:00.000Z',
      project_id: 7,
      user_id: null,
    };
    const fetchesAfter = begin([line]);
    const rover = project(7, { title: 'Rover', creator_id: OTHER });
    expect(fetchesAfter(() => applyUpdate(rover))).toBe(0);
    expect(fetchesAfter(() => applyUpdate({ ...rover, id: 8, title: 'Kite' }))).toBe(0);
    expect(fetchesAfter(() => applyUpdate({ ...rover, title: 'Rove' }))).toBe(2);
  });
});
