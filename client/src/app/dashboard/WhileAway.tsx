import { kindsReadAt } from '@sangam/shared/notices/notification-kinds';
import { useFocusKept } from '../../lib/hooks/use-focus-kept';
import { useStillRows } from '../../lib/hooks/use-still-rows';
import { NotificationRow } from '../../notices/screens/bell/NotificationRow';
import { useNotifications } from '../../notices/state/notifications';
import { Card } from '../../ui/Card';
import { Section } from './Section';

const SHOWN_MAX = 5;
/** The dashboard has its own sections for these. */
const shownElsewhere = kindsReadAt('dashboard');

/** Unread notifications from before this visit. The bell has all of them. */
export function WhileAway() {
  const items = useNotifications((state) => state.items);
  const liveIds = useNotifications((state) => state.liveIds);
  const list = useFocusKept();
  const missed = (items ?? []).filter(
    ({ id, read, kind }) => !read && !liveIds.has(id) && !shownElsewhere.includes(kind),
  );
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
