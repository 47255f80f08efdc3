import { Suspense } from 'react';
import { Outlet } from 'react-router-dom';
import { PageSkeleton } from './page-skeleton';

/** The frame of every page. */
export function Layout() {
  return (
    <div className="flex min-h-dvh flex-col">
      <Suspense fallback={<PageSkeleton />}>
        <Outlet />
      </Suspense>
    </div>
  );
}
