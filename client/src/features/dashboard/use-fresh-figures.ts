import { useEffect } from 'react';
import { loadActivity, loadStats } from '../../stores/dashboard';
import { useInterest } from '../../stores/interest';
import { useRequests } from '../../stores/requests';

/** Long enough for the events of one deed to come together. */
const AFTER_MS = 500;

interface Decidable {
  id: number;
  status: string;
}
const standing = (list: readonly Decidable[]): string => list.map(({ id, status }) => `${id} ${status}`).join();

/** The figures and the feed tell of requests and interest: when those change while they are on screen, they are fetched anew. */
export function useFreshFigures(): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const soon = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void Promise.all([loadStats(), loadActivity()]);
      }, AFTER_MS);
    };
    // What was loaded for the first time, or anew and is the same, changes nothing.
    const follow = (before: readonly Decidable[] | null, now: readonly Decidable[] | null) => {
      if (before !== null && now !== null && before !== now && standing(before) !== standing(now)) soon();
    };
    const stops = [
      useRequests.subscribe((now, before) => {
        follow(before.incoming.data, now.incoming.data);
        follow(before.mine.data, now.mine.data);
      }),
      useInterest.subscribe((now, before) => follow(before.data, now.data)),
    ];
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, []);
}
