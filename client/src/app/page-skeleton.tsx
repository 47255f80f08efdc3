import { Loading, Skeleton } from '../ui/page/Skeleton';
import { SlowNotice } from '../ui/page/SlowNotice';

/** What stands in for a page while its code or the session is on its way: quiet, and announced once. */
export function PageSkeleton() {
  return (
    <main id="main" tabIndex={-1} aria-busy="true" className="mx-auto w-full max-w-page flex-1 px-4 py-8 sm:px-6">
      <SlowNotice />
      <Loading label="Loading">
        <Skeleton className="h-8 w-48 max-w-full" />
        <Skeleton className="mt-6 h-40 w-full" />
      </Loading>
    </main>
  );
}
