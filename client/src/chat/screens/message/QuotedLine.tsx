import type { Message } from '@sangam/shared/chat/messages';
import { withoutMarks } from '@sangam/shared/core/without-marks';
import { useConnection } from '../../../core/realtime/connection';
import { cx } from '../../../ui/cx';

/** Who wrote a message, and the beginning of its words, on two lines. */
export function QuotedLine({ message, who }: { message: Message | null | undefined; who: string }) {
  const isAway = useConnection(({ status }) => status === 'away');
  // Until it is known, the room is kept.
  if (message === undefined)
    return isAway && <span className="text-muted text-sm italic">Shown once you are connected</span>;
  const isGone = message === null || message.deleted_at !== undefined;
  return (
    <span className="grid min-w-0 text-sm leading-tight">
      <span className="truncate font-semibold text-accent-text">{who}</span>
      <bdi className={cx('truncate', isGone ? 'text-muted italic' : 'text-fg')}>
        {message === null ? 'Message not found' : withoutMarks(message.content)}
      </bdi>
    </span>
  );
}
