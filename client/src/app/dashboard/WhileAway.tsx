import { kindsReadAt } from '@sangam/shared/notices/notification-kinds';
import type { NotificationItem } from '@sangam/shared/notices/notifications';
import { useFocusKept } from '../../lib/hooks/use-focus-kept';
import { useStillRows } from '../../lib/hooks/use-still-rows';
import { NOTIFICATIONS_PANEL } from '../../notices/screens/bell/NotificationBell';
import { NotificationRow } from '../../notices/screens/bell/NotificationRow';
import { useNotifications } from '../../notices/state/notifications';
import { Button } from '../../ui/button/Button';
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
  const areAllListed = useNotifications(({ items, unread }) => items?.filter(({ read }) => !read).length === unread);
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
        {more > 0 && (
          <div className="grid p-3 pt-0">
            {/* Opens the bell's panel without a script, and gets the focus back from it. */}
            <Button popoverTarget={NOTIFICATIONS_PANEL} aria-haspopup="dialog" className="mx-auto">
              {more}
              {!areAllListed && '+'} more in your notifications
            </Button>
          </div>
        )}
      </Card>
    </Section>
  );
}
