import type { ReactNode } from 'react';
import { cardClass } from '../Card';
import { cx } from '../cx';

/** A grey placeholder. Its classes set the size, and the rounding if it isn't the default. */
export function Skeleton({ className = '' }: { className?: string }) {
  const corner = className.includes('rounded-') ? '' : 'rounded-sm';
  return <span aria-hidden className={cx('block animate-pulse bg-hover', corner, className)} />;
}

/** A placeholder for a card: its outline with a heading and two lines. Its classes set the height. */
export const CardSkeleton = ({ className = '' }: { className?: string }) => (
  <span
    aria-hidden
    className={cx(cardClass, 'grid animate-pulse content-start gap-3 overflow-hidden p-4 sm:p-5', className)}
  >
    {['h-4 w-2/5', 'h-3.5', 'h-3.5 w-4/5'].map((line) => (
      <span key={line} className={cx('rounded-sm bg-hover', line)} />
    ))}
  </span>
);

/** A placeholder for a list's row: a picture with two lines beside it. */
export const SkeletonRow = () => (
  <div className="flex items-center gap-3">
    <Skeleton className="size-10 rounded-full" />
    <div className="grid flex-1 gap-2">
      <Skeleton className="h-3.5 w-1/3" />
      <Skeleton className="h-3 w-3/4" />
    </div>
  </div>
);

/** Wraps the skeletons of one list and announces once that it's loading. */
export function Loading({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  return (
    <div role="status" className={className}>
      <span className="sr-only">{label}</span>
      {children}
    </div>
  );
}
