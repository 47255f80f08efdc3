import { useEffect } from 'react';
import { incomingInterests } from '../../requests/state/interests';
import { incomingRequests } from '../../requests/state/requests';
import { myProjects } from '../../requests/state/work';

/** Long enough for the events of one action to come together. */
const AFTER_MS = 500;

const ids = (items: readonly { id: number }[] | null): string => items?.map(({ id }) => id).join() ?? '';
const waiting = (): string => `${ids(incomingRequests.items())} ${ids(incomingInterests.items())}`;

/** How many wait on each project is the server's number: it is fetched again when somebody asks or is answered. */
export function useFreshWaiting(): void {
  useEffect(() => {
    let before = waiting();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const check = () => {
      const now = waiting();
      if (now === before) return;
      before = now;
      timer ??= setTimeout(() => {
        timer = undefined;
        void myProjects.load();
      }, AFTER_MS);
    };
    const stops = [incomingRequests.subscribe(check), incomingInterests.subscribe(check)];
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, []);
}
