import type { ReactNode } from 'react';
import { Card } from '../Card';
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

interface PageSkeletonProps {
  label: string;
  /** The columns of the page. */
  className: string;
}

/** In place of all sections of a page, so that none moves when the one above it has come. */
export const PageSkeleton = ({ label, className }: PageSkeletonProps) => (
  <Loading label={label} className={className}>
    {[1, 2, 3, 4].map((section) => (
      <SectionSkeleton key={section} />
    ))}
  </Loading>
);

/** A section to be: its heading, and a card of two rows. */
const SectionSkeleton = () => (
  <div className="grid gap-3">
    <Skeleton className="h-8 w-48" />
    <Card className="grid gap-4">
      <Skeleton className="h-10 w-full" />
      <Skeleton className="h-10 w-full" />
    </Card>
  </div>
);
