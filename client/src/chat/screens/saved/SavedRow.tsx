import { withoutMarks } from '@sangam/shared/core/without-marks';
import { BookmarkX, Paperclip } from 'lucide-react';
import { Link, type LinkProps } from 'react-router-dom';
import { Avatar } from '../../../ui/Avatar';
import { IconButton } from '../../../ui/button/IconButton';
import { cx } from '../../../ui/cx';
import { useConversationName } from '../../state/conversations';
import { listTime } from '../list/list.select';
import { goToMessage } from '../thread/go-to-message';
import type { SavedLine } from './saved.select';
import { toggleSaved } from './toggle-saved';

interface SavedRowProps {
  line: SavedLine;
  me: number;
  now: number;
  /** It is the message that the address names. */
  active: boolean;
  link: LinkProps;
}

/** A saved message: with whom, when, and what it says. A press goes there. */
export function SavedRow({ line, me, now, active, link }: SavedRowProps) {
  const { user_id, seq, content, created_at, sender_id, attachments } = line;
  const known = useConversationName(user_id);
  const name = line.name ?? known ?? 'Member';
  return (
    <li className={cx('flex items-center rounded-md transition-colors hover:bg-hover', active && 'bg-hover')}>
      <Link
        {...link}
        // The address is the same: it leads there once more.
        onClick={() => active && void goToMessage(user_id, seq)}
        aria-current={active ? 'page' : undefined}
        className="flex min-w-0 flex-1 items-start gap-3 rounded-md py-2.5 pl-2.5 text-left"
      >
        <Avatar id={user_id} name={name} />
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline justify-between gap-2">
            <bdi className="truncate font-semibold text-sm">{name}</bdi>
            <time dateTime={created_at} className="tabular shrink-0 text-faint text-xs">
              {listTime(created_at, now)}
            </time>
          </span>
          <span className="mt-0.5 line-clamp-2 break-words text-muted text-sm">
            {sender_id === me && 'You: '}
            {attachments && <Paperclip aria-label="With a file:" className="mr-1 inline size-3.5 align-text-bottom" />}
            <bdi>{withoutMarks(content)}</bdi>
          </span>
        </span>
      </Link>
      <IconButton icon={BookmarkX} label="Remove from saved" onClick={() => toggleSaved(user_id, seq, true)} />
    </li>
  );
}
