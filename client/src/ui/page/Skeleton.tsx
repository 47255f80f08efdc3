import type { ReactNode } from 'react';
import { cx } from '../cx';

/** A grey placeholder. Its classes set the size, and the rounding if it isn't the default. */
export function Skeleton({ className = '' }: { className?: string }) {
  const corner = className.includes('rounded-') ? '' : 'rounded-sm';
  return <span aria-hidden className={cx('block animate-pulse bg-hover', corner, className)} />;
}

/** Wraps the skeletons of one list and announces once that it's loading. */
export function Loading({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  return (
    <div role="status" className={className}>
      <span className="sr-only">{label}</span>
      {children}
    </div>
  );
}
