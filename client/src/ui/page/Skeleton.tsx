import type { ReactNode } from 'react';
import { cx } from '../cx';

/** A grey shape that stands where content will be; give it its size by class, and its rounding where it is another. */
export function Skeleton({ className = '' }: { className?: string }) {
  const corner = className.includes('rounded-') ? '' : 'rounded-sm';
  return <span aria-hidden className={cx('block animate-pulse bg-hover', corner, className)} />;
}

/** Wraps the skeletons of one list and says once, to assistive technology, that it is loading. */
export function Loading({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  return (
    <div role="status" className={className}>
      <span className="sr-only">{label}</span>
      {children}
    </div>
  );
}
