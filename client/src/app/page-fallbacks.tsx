import { Component, type ReactNode } from 'react';
import { logFailure } from '../lib/log';
import { ErrorState } from '../ui/page/ErrorState';
import { CardSkeleton, Loading, Skeleton } from '../ui/page/Skeleton';
import { SlowNotice } from '../ui/page/SlowNotice';

interface ErrorBoundaryProps {
  /** The address. Another one makes the boundary try again. */
  resetKey: string;
  /** Replaces the failed part. */
  fallback: ReactNode;
  children: ReactNode;
}

/**
 * Contains a failure to one part of the page, for example when an update has replaced its code. React has error
 * boundaries only as classes.
 */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  override componentDidCatch(error: unknown): void {
    logFailure('Failed to render part of the page', error);
  }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidUpdate(before: ErrorBoundaryProps): void {
    if (this.state.failed && before.resetKey !== this.props.resetKey) this.setState({ failed: false });
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}

/** Replaces a page that failed to load. */
export function PageFailed() {
  return (
    <main id="main" tabIndex={-1} className="flex flex-1 items-center justify-center">
      <ErrorState
        message="This page failed to load"
        detail="Sangam may have been updated. Reload the page to continue. Your drafts are saved."
        act="Reload page"
        onRetry={() => window.location.reload()}
      />
    </main>
  );
}

/** Replaces a page while its code or the session loads. Announced once. */
export function PageLoading() {
  return (
    <main
      id="main"
      tabIndex={-1}
      aria-busy="true"
      className="mx-auto w-full max-w-page flex-1 px-4 py-6 sm:px-6 sm:py-8"
    >
      <SlowNotice>
        <Loading label="Loading">
          <Skeleton className="my-1.5 h-5 w-full max-w-48" />
          <CardSkeleton className="mt-6 h-40" />
        </Loading>
      </SlowNotice>
    </main>
  );
}
