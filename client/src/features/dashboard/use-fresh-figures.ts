import { useEffect } from 'react';
import { loadActivity, loadStats } from '../../stores/dashboard';
import { useInterest } from '../../stores/interest';
import { useRequests } from '../../stores/requests';

/** Long enough for the events of one deed to come together. */
const AFTER_MS = 500;

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
    // What has just been loaded for the first time changes nothing.
    const follow = <T>(before: T | null, now: T | null) => {
      if (before !== null && now !== null && before !== now) soon();
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
