import { SectionSkeleton } from './SectionSkeleton';
import { Loading } from './Skeleton';

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
