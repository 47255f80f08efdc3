import { Card } from '../../../ui/Card';
import { Loading, Skeleton } from '../../../ui/page/Skeleton';
import { SlowNotice } from '../../../ui/page/SlowNotice';
import { listGrid } from './list-grid';

/** Six cards to be. */
export function ProjectListSkeleton() {
  return (
    <>
      <SlowNotice />
      <Loading label="Loading projects" className={listGrid}>
        {[1, 2, 3, 4, 5, 6].map((key) => (
          <Card key={key} className="grid gap-3">
            <Skeleton className="h-5 w-28" />
            <Skeleton className="h-6 w-4/5" />
            <Skeleton className="h-10 w-full" />
            <Skeleton className="h-8 w-36" />
          </Card>
        ))}
      </Loading>
    </>
  );
}
