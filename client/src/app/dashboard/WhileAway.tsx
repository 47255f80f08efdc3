import { useFocusKept } from '../../lib/hooks/use-focus-kept';
import { useStillRows } from '../../lib/hooks/use-still-rows';
import { NOTIFICATIONS_PANEL } from '../../notices/screens/bell/NotificationBell';
import { groupRows, NotificationRows } from '../../notices/screens/bell/NotificationRows';
import { useNotifications } from '../../notices/state/notifications';
import { Button } from '../../ui/button/Button';
import { Card } from '../../ui/Card';
import { CardFoot, footLook } from '../../ui/page/CardFoot';
import { Section } from '../work/Section';
import { useMissed } from './missed';

const SHOWN_MAX = 5;

/** The most important unread notifications from before this visit. The bell lists all. */
export function WhileAway() {
  const list = useFocusKept();
  const missed = useMissed();
  const areAllListed = useNotifications(({ items, unread }) => items?.filter(({ read }) => !read).length === unread);
  const groups = groupRows(missed.map((item) => ({ item, isGone: false })));
  const first = new Set(groups.slice(0, SHOWN_MAX).flatMap((group) => group.map(({ item }) => item)));
  const more = missed.length - first.size;
  const rows = useStillRows(
    missed.filter((item) => first.has(item)),
    list,
  );
  if (rows.length === 0) return null;
  return (
    <Section title="While you were away">
      <Card flush>
        <ul ref={list} className="p-1 sm:px-2">
          <NotificationRows rows={rows} />
        </ul>
        {more > 0 && (
          <CardFoot>
            {/* The browser itself opens the bell's panel, and returns the focus here. */}
            <Button {...footLook} popoverTarget={NOTIFICATIONS_PANEL} aria-haspopup="dialog" className="mx-auto">
              {more}
              {!areAllListed && '+'} more in your notifications
            </Button>
          </CardFoot>
        )}
      </Card>
    </Section>
  );
}
