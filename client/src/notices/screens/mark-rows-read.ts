import { noticeLimits } from '@sangam/shared/notices/limits';
import type { NotificationScreen } from '@sangam/shared/notices/notification-kinds';
import { type RefObject, useEffect, useState } from 'react';
import { markShownRead } from '../state/mark-shown-read';
import { useNotifications } from '../state/notifications';

/** A row is seen once this much of it is on screen. */
const SEEN_PART = 0.25;
const none: ReadonlySet<number> = new Set();

/** Returns the ids of the rows that have been on screen. `ids`: the rows' ids, in the order of the list's elements. */
function useSeenIds(list: RefObject<Element | null>, ids: readonly number[]): ReadonlySet<number> {
  const [seen, setSeen] = useState(none);
  const key = ids.join();
  useEffect(() => {
    const idOf = new Map([...(list.current?.children ?? [])].map((row, index) => [row, Number(key.split(',')[index])]));
    const observer = new IntersectionObserver(
      (entries) => {
        const newlySeen = entries.flatMap(({ isIntersecting, target }) =>
          isIntersecting ? (idOf.get(target) ?? []) : [],
        );
        if (newlySeen.length > 0) setSeen((before) => new Set([...before, ...newlySeen]));
      },
      { threshold: SEEN_PART },
    );
    for (const row of idOf.keys()) observer.observe(row);
    return () => observer.disconnect();
  }, [list, key]);
  return seen;
}

/**
 * Marks the notifications about a list's rows as read once the rows are on screen, but not in a hidden tab. Does nothing without a `screen`.
 */
export function useMarkRowsRead(
  list: RefObject<Element | null>,
  rows: readonly { item: { id: number } }[],
  screen: NotificationScreen | undefined,
): void {
  const unread = useNotifications((state) => state.unread);
  const seen = useSeenIds(list, screen === undefined ? [] : rows.map(({ item }) => item.id));
  useEffect(() => {
    if (screen === undefined || unread === 0 || seen.size === 0) return;
    const markSeen = () => {
      // A failed call is repeated with the next change or visit.
      if (!document.hidden)
        void markShownRead(screen, { subject_ids: [...seen].slice(-noticeLimits.notificationsPageMax) });
    };
    markSeen();
    document.addEventListener('visibilitychange', markSeen);
    return () => document.removeEventListener('visibilitychange', markSeen);
  }, [screen, unread, seen]);
}
