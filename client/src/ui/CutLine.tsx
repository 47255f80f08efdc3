import type { ReactNode } from 'react';
import { cx } from './cx';

interface CutLineProps {
  /** The words before the text, such as its writer. */
  before?: ReactNode;
  /** A member's text. */
  children: ReactNode;
  className?: string;
}

/** A member's text on one line. It is cut where the text itself ends: a right-to-left one at the left, so that its beginning shows. */
export const CutLine = ({ before = '', children, className }: CutLineProps) => (
  <span className={cx('flex min-w-0', className)}>
    {before !== '' && <span className="max-w-1/2 shrink-0 truncate pr-1">{before}</span>}
    <bdi className="truncate">{children}</bdi>
  </span>
);
