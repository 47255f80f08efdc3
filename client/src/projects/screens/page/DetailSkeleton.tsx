import { Loading, Skeleton } from '../../../ui/page/Skeleton';
import { SlowNotice } from '../../../ui/page/SlowNotice';

/** The page to be. */
export function DetailSkeleton() {
  return (
    <>
      <SlowNotice />
      <Loading label="Loading project" className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid content-start gap-4">
          <Skeleton className="h-5 w-32" />
          <Skeleton className="h-10 w-4/5" />
          <Skeleton className="h-32 w-full" />
        </div>
        <Skeleton className="h-64 w-full" />
      </Loading>
    </>
  );
}
