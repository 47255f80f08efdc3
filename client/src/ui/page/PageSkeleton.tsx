import { Card } from '../Card';
import { Loading, Skeleton, SkeletonRow } from './Skeleton';

interface PageSkeletonProps {
  label: string;
  /** The columns of the page. */
  className: string;
}

/** Replaces all sections of a page, so that none moves when another has loaded. */
export const PageSkeleton = ({ label, className }: PageSkeletonProps) => (
  <Loading label={label} className={className}>
    {[1, 2, 3, 4].map((section) => (
      <SectionSkeleton key={section} />
    ))}
  </Loading>
);

/** A placeholder for a section: its heading and a card of two rows. */
const SectionSkeleton = () => (
  <div className="grid gap-3">
    <Skeleton className="my-1.5 h-5 w-full max-w-48" />
    <Card className="grid gap-4">
      <SkeletonRow />
      <SkeletonRow />
    </Card>
  </div>
);
