import { useEffect } from 'react';
import { loadActivity, loadStats } from '../../stores/dashboard';
import type { List } from '../../stores/entities/list';
import { incomingInterests } from '../../stores/interests';
import { incomingRequests, myRequests } from '../../stores/requests';

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

/** The figures and the feed count requests and interests: when those change while they are on screen, fetches them again. */
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
    const stops = [follow(incomingRequests), follow(myRequests), follow(incomingInterests)];
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, []);
}
