import { kindsReadAt } from '@sangam/shared/notices/notification-kinds';
import type { NotificationItem } from '@sangam/shared/notices/notifications';
import { useFocusKept } from '../../lib/hooks/use-focus-kept';
import { useStillRows } from '../../lib/hooks/use-still-rows';
import { NotificationRow } from '../../notices/screens/bell/NotificationRow';
import { useNotifications } from '../../notices/state/notifications';
import { Card } from '../../ui/Card';
import { Section } from './Section';

const SHOWN_MAX = 5;
/** The dashboard has its own sections for these. */
const shownElsewhere = kindsReadAt('dashboard');

/** Unread notifications from before this visit, but for those whose subject stands in another section. */
export function useMissed(): NotificationItem[] {
  const items = useNotifications((state) => state.items);
  const liveIds = useNotifications((state) => state.liveIds);
  return (items ?? []).filter(({ id, read, kind }) => !read && !liveIds.has(id) && !shownElsewhere.includes(kind));
}

/** The first of them. The bell has all. */
export function WhileAway() {
  const list = useFocusKept();
  const missed = useMissed();
  const more = missed.length - SHOWN_MAX;
  const rows = useStillRows(missed.slice(0, SHOWN_MAX), list);
  if (rows.length === 0) return null;
  return (
    <Section title="While you were away">
      <Card flush>
        <ul ref={list} className="p-1">
          {rows.map(({ item, isGone }) => (
            <NotificationRow key={item.id} item={item} isGone={isGone} />
          ))}
        </ul>
        {more > 0 && <p className="px-4 pb-3 text-muted text-sm">{more} more in your notifications</p>}
      </Card>
    </Section>
  );
}
