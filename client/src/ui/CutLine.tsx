import type { ReactNode } from 'react';
import { cx } from './cx';

interface CutLineProps {
  /** Shown before the text, such as the sender's name. */
  before?: ReactNode;
  /** A member's text. */
  children: ReactNode;
  className?: string;
}

/**
 * A member's text on one line, cut at its own end: a right-to-left text is cut at the left, so that its beginning shows. It takes all the
 * room there is, since `before` may have half of it.
 */
export const CutLine = ({ before = '', children, className }: CutLineProps) => (
  <span className={cx('flex min-w-0 flex-1', className)}>
    {before !== '' && <span className="max-w-1/2 shrink-0 truncate pr-1">{before}</span>}
    <bdi className="truncate">{children}</bdi>
  </span>
);
