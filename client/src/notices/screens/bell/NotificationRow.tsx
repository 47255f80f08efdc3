import { isolate } from '@sangam/shared/core/isolate';
import { hasPage, notificationLink, notificationWords } from '@sangam/shared/notices/notification-words';
import type { NotificationItem } from '@sangam/shared/notices/notifications';
import { Bell, X } from 'lucide-react';
import toast from 'react-hot-toast/headless';
import { Link } from 'react-router-dom';
import { errorText } from '../../../core/api/errors';
import { latePart } from '../../../lib/loading/lazy-part';
import { Avatar } from '../../../ui/Avatar';
import { OnlineIconButton } from '../../../ui/button/IconButton';
import { cx } from '../../../ui/cx';
import { StillRow } from '../../../ui/decision/StillRow';
import { TimeAgo } from '../../../ui/TimeAgo';
import { clearNotifications, readNotifications } from '../../state/change-notifications';

/** Loaded late: few rows are transfers or seat offers. */
const TransferAnswer = latePart(() => import('../../../projects/screens/transfer/TransferAnswer'), 'TransferAnswer');
const SeatOfferInRow = latePart<'SeatOfferInRow', { requestId: number; of: string }>(
  () => import('../../../requests/screens/own/SeatOffer'),
  'SeatOfferInRow',
);

export const clear = async (ids: readonly number[]) => {
  const answer = await clearNotifications(ids);
  if (!answer.ok) toast.error(errorText(answer.error, 'Failed to clear the notification'));
};

interface NotificationRowProps {
  item: NotificationItem;
  /** It was cleared or answered, and is about to disappear. */
  isGone: boolean;
  onOpen?: (() => void) | undefined;
  /** The notification's text; by default that of its kind. */
  words?: string;
}

export const rowLook = 'flex min-w-0 flex-1 items-start gap-3 rounded-md py-2.5 pl-3';

interface NotificationTextProps {
  item: NotificationItem;
  words: string;
  /** The number of other members, shown as “and 2 others”. */
  others?: number;
}

/** The picture, text and time of a notification, or of several grouped below their newest, `item`. */
export function NotificationText({ item, words, others = 0 }: NotificationTextProps) {
  const { title, project_id, actor, created_at, read } = item;
  const strong = !read && 'text-fg';
  return (
    <>
      {/* With very large text, the words need its room. */}
      <span className="shrink-0 @max-3xs:hidden">
        {actor === null && project_id === null ? (
          // The title is a sentence here, so there are no initials to show.
          <span className="grid size-8 place-items-center rounded-full bg-hover text-muted">
            <Bell aria-hidden className="size-4" />
          </span>
        ) : (
          <Avatar id={actor?.id ?? project_id ?? 0} name={actor?.name ?? title} isProject={actor === null} size="sm" />
        )}
      </span>
      <span className="min-w-0 flex-1 text-sm">
        <span className={cx(hasPage(item) ? 'line-clamp-4' : 'block', read ? 'text-faint' : 'text-muted')}>
          {!read && <span className="sr-only">Unread: </span>}
          {actor !== null && <bdi className={cx('font-semibold', strong)}>{actor.name}</bdi>}
          {others > 0 && ` and ${others} ${others === 1 ? 'other' : 'others'}`} {words}{' '}
          <bdi className={cx('font-medium', strong)}>{title}</bdi>
        </span>
        {!read && (
          <span aria-hidden className="mr-1.5 inline-block size-2 forced-color-adjust-none rounded-full bg-mark" />
        )}
        <TimeAgo time={created_at} className="text-faint text-xs" />
      </span>
    </>
  );
}

/**
 * A notification. A press opens its page, if it has one, and marks it as read; a button clears it. Transfers and seat offers can be
 * answered here.
 */
export function NotificationRow({ item, isGone, onOpen, words = notificationWords(item) }: NotificationRowProps) {
  const { id, kind, title, project_id, subject_id, actor, read } = item;
  const leads = hasPage(item);
  const sentence = `${isolate(actor?.name ?? '')} ${words} ${isolate(title)}`;
  const open = () => {
    // After a failure it is still shown as unread.
    if (!read) void readNotifications([id]);
    onOpen?.();
  };
  const content = <NotificationText item={item} words={words} />;
  return (
    <StillRow className={cx('rounded-md', leads && 'hover:bg-hover', isGone && 'opacity-60')}>
      <div className="flex flex-wrap items-center">
        {leads ? (
          <Link to={notificationLink(item)} onClick={open} className={rowLook}>
            {content}
          </Link>
        ) : (
          <div className={rowLook}>{content}</div>
        )}
        {isGone ? (
          <span className="size-control shrink-0" />
        ) : (
          <OnlineIconButton
            icon={X}
            label={`Clear: ${sentence}`}
            onClick={() => clear([id])}
            className="hover:[&>svg]:text-fg focus-visible:[&>svg]:text-fg [&>svg]:size-4 [&>svg]:text-faint"
          />
        )}
        {['offer:received', 'offer:leaving'].includes(kind) && project_id !== null && subject_id !== null && (
          <div data-decision className="w-full px-3 pb-2.5 pl-14">
            <TransferAnswer
              key={subject_id}
              id={subject_id}
              projectId={project_id}
              title={title}
              isFinal={kind === 'offer:leaving'}
              isGone={isGone}
            />
          </div>
        )}
        {kind === 'seat:offered' && subject_id !== null && <SeatOfferInRow requestId={subject_id} of={title} />}
      </div>
    </StillRow>
  );
}
