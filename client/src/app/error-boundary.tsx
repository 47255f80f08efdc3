import { Component, type ReactNode } from 'react';
import { logFailure } from '../lib/log';
import { ErrorState } from '../ui/page/ErrorState';

interface ErrorBoundaryProps {
  /** The address: going elsewhere tries again. */
  resetKey: string;
  /** What stands in for the part that failed. */
  fallback: ReactNode;
  children: ReactNode;
}

/** Keeps the failure of one part (its code was replaced by an update, or it has a fault) from the rest. React knows this only as a class. */
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

/** Stands in for a page that could not be shown. */
export function PageFailed() {
  return (
    <main id="main" tabIndex={-1} className="flex flex-1 items-center justify-center">
      <ErrorState
        message="This page failed to load"
        detail="Sangam may have been updated. Reload the page to continue; your drafts are kept."
        onRetry={() => window.location.reload()}
      />
    </main>
  );
}
