import type { Message } from '@sangam/shared/contract/messages';
import { withoutMarks } from '@sangam/shared/rules/without-marks';
import { cx } from '../../ui/cx';

/** Who wrote a message, and the beginning of its words, on two lines. */
export function QuotedLine({ message, who }: { message: Message | null | undefined; who: string }) {
  // Until it is known, the room is kept.
  if (message === undefined) return null;
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
