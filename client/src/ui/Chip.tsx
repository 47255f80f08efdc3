import type { ReactNode } from 'react';
import { cx } from './cx';

interface ChipProps {
  children: ReactNode;
  /** `line` is the quieter one, for counts and categories. */
  tone?: 'fill' | 'line';
  className?: string;
}

/** A short word such as a skill or a category. */
export function Chip({ children, tone = 'fill', className }: ChipProps) {
  return (
    <span
      className={cx(
        'inline-flex max-w-full items-center gap-1 rounded-sm border px-2 py-0.5 text-xs',
        tone === 'fill' ? 'border-transparent bg-hover text-fg' : 'border-line text-muted',
        className,
      )}
    >
      <span className="truncate">{children}</span>
    </span>
  );
}
