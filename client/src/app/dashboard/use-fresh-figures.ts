import { useEffect } from 'react';
import { currentUserId } from '../../core/session/session';
import type { List } from '../../core/store/list';
import { projects } from '../../projects/state/project-table';
import { interests } from '../../requests/state/interest-table';
import { incomingInterests } from '../../requests/state/interests';
import { incomingRequests, myRequests } from '../../requests/state/requests';
import { loadActivity, loadStats } from './dashboard-store';

/** Long enough for the events of one action to come together. */
const AFTER_MS = 500;

interface Decidable {
  id: number;
  status: string;
}
const statuses = (list: List<Decidable>): string | undefined =>
  list
    .items()
    ?.map(({ id, status }) => `${id} ${status}`)
    .join();

/**
 * The figures and the feed count requests, interests and the member's own projects: when those change while they are on
 * screen, also by another device of the member's, fetches them again.
 */
export function useFreshFigures(): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const soon = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void Promise.all([loadStats(), loadActivity()]);
      }, AFTER_MS);
    };
    // A first load changes nothing, and neither does an answer that brings the same.
    const follow = (list: List<Decidable>) => {
      let before = statuses(list);
      return list.subscribe(() => {
        const now = statuses(list);
        if (before !== undefined && now !== undefined && before !== now) soon();
        before = now;
      });
    };
    const stops = [
      follow(incomingRequests),
      follow(myRequests),
      follow(incomingInterests),
      interests.onChange((interest) => interest.requester_id === currentUserId() && soon()),
      projects.onChange((project) => project.creator_id === currentUserId() && soon()),
    ];
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, []);
}
