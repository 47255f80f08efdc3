import { linkOfSeveral, notificationWords, wordingOfSeveral } from '@sangam/shared/notices/notification-words';
import type { NotificationItem } from '@sangam/shared/notices/notifications';
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { Link } from 'react-router-dom';
import type { StillRow as Row } from '../../../lib/hooks/use-still-rows';
import { IconButton } from '../../../ui/button/IconButton';
import { OnlineButton } from '../../../ui/button/OnlineButton';
import { cx } from '../../../ui/cx';
import { StillRow } from '../../../ui/decision/StillRow';
import { readNotifications } from '../../state/change-notifications';
import { clear, NotificationRow, NotificationText, rowLook } from './NotificationRow';

interface NotificationRowsProps {
  rows: readonly Row<NotificationItem>[];
  onOpen?: (() => void) | undefined;
  /** Returns the text to show for a notification, given the default text. */
  wordsOf?: (item: NotificationItem, words: string) => string;
}

/**
 * Rows of notifications. Notifications of one kind about one project from several members are one row, in the place of the newest. So are
 * new projects.
 */
export const NotificationRows = ({ rows, onOpen, wordsOf = (_, words) => words }: NotificationRowsProps) =>
  groupRows(rows).map((group) => {
    const [{ item, isGone }] = group;
    return group.length > 1 ? (
      <Several key={keyOf(group[0])} rows={group} onOpen={onOpen} wordsOf={wordsOf} />
    ) : (
      <NotificationRow
        key={item.id}
        item={item}
        isGone={isGone}
        words={wordsOf(item, notificationWords(item))}
        onOpen={onOpen}
      />
    );
  });

type Rows = readonly [Row<NotificationItem>, ...Row<NotificationItem>[]];

/** Returns the key of the row that shows a notification: shared with its group, or its own. Read and unread ones are grouped separately. */
const keyOf = ({ item }: Row<NotificationItem>): string => {
  const { id, kind, project_id, actor, read } = item;
  const isAlone = wordingOfSeveral(item) === undefined || (project_id === null) !== (actor === null);
  return isAlone ? `${id}` : `${kind} ${project_id} ${read}`;
};

/** Groups the rows that are shown as one. A group has each member only once, so that its size counts members. */
export function groupRows(rows: readonly Row<NotificationItem>[]): Rows[] {
  const groups = new Map<string, Rows>();
  for (const row of rows) {
    const group = groups.get(keyOf(row)) ?? [];
    const hasActor = group.some(({ item }) => item.actor !== null && item.actor.id === row.item.actor?.id);
    const [first, ...others] = hasActor ? [row] : [...group, row];
    if (first) groups.set(hasActor ? `${row.item.id}` : keyOf(row), [first, ...others]);
  }
  return [...groups.values()];
}

/** Several notifications as one row. A press opens the page where all can be answered, and marks them as read; a button lists them. */
function Several({
  rows,
  onOpen,
  wordsOf,
}: { rows: Rows } & Required<Pick<NotificationRowsProps, 'wordsOf'>> & Pick<NotificationRowsProps, 'onOpen'>) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const left = rows.filter(({ isGone }) => !isGone);
  const items = (left.length > 0 ? left : rows).map((row) => row.item) as [NotificationItem, ...NotificationItem[]];
  const [item] = items;
  const words = wordsOf(item, (items.length > 1 && wordingOfSeveral(item)) || notificationWords(item));
  const isSentence = item.actor === null && items.length > 1;
  const open = () => {
    // After a failure they are still shown as unread.
    if (!item.read) void readNotifications(items.map(({ id }) => id));
    onOpen?.();
  };
  return (
    <StillRow className="rounded-md">
      <div className={cx('flex items-center rounded-md hover:bg-hover', left.length === 0 && 'opacity-60')}>
        <Link to={linkOfSeveral(items)} onClick={open} className={rowLook}>
          {isSentence ? (
            <NotificationText item={{ ...item, title: words }} words="" />
          ) : (
            <NotificationText item={item} words={words} others={items.length - 1} />
          )}
        </Link>
        <IconButton
          icon={ChevronDown}
          label={`${isOpen ? 'Hide' : 'List'} ${items.length} notifications`}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
          className={cx(
            '[&>svg]:size-4 [&>svg]:text-faint [&>svg]:transition-transform',
            isOpen && '[&>svg]:rotate-180',
          )}
        />
      </div>
      <div id={id} hidden={!isOpen} className="pl-4">
        {isOpen && (
          <>
            <ul>
              {rows.map((row) => (
                <NotificationRow
                  key={row.item.id}
                  item={row.item}
                  isGone={row.isGone}
                  words={wordsOf(row.item, notificationWords(row.item))}
                  onOpen={onOpen}
                />
              ))}
            </ul>
            <OnlineButton
              size="sm"
              variant="ghost"
              className={cx('ml-11', left.length < 2 && 'invisible')}
              onClick={() => clear(left.map((row) => row.item.id))}
            >
              {`Clear all ${left.length}`}
            </OnlineButton>
          </>
        )}
      </div>
    </StillRow>
  );
}
