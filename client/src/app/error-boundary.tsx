import { Component, type ReactNode } from 'react';
import { logFailure } from '../lib/log';
import { ErrorState } from '../ui/ErrorState';

/**
 * Stands in for a page that could not be shown: its code was replaced by an update, or it failed. React knows this only
 * as a class. `resetKey` is the address: going elsewhere tries again.
 */
export class ErrorBoundary extends Component<{ resetKey: string; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  override componentDidCatch(error: unknown): void {
    logFailure('A page could not be shown', error);
  }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidUpdate(before: { resetKey: string }): void {
    if (this.state.failed && before.resetKey !== this.props.resetKey) this.setState({ failed: false });
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <main id="main" tabIndex={-1} className="flex flex-1 items-center justify-center">
        <ErrorState
          message="This page could not be shown"
          detail="Sangam may have been updated. Load the page again to go on; what you wrote is kept."
          onRetry={() => window.location.reload()}
        />
      </main>
    );
  }
}
