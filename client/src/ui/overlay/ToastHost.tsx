import { useRef } from 'react';
import { Toaster } from 'react-hot-toast';
import { useIsNarrow } from '../../lib/hooks/window-state';
import { MAX_WIDTH, useToastLane } from './toast-lane';

/** Toasts: 4 seconds (3 for success), announced politely by the library, in a lane that covers no control. */
export function ToastHost() {
  const host = useRef<HTMLDivElement>(null);
  const lane = useToastLane(host);
  const isNarrow = useIsNarrow();
  return (
    <div ref={host}>
      <Toaster
        position={isNarrow ? 'bottom-center' : 'top-right'}
        gutter={8}
        containerStyle={lane}
        toastOptions={{
          duration: 4_000,
          success: { duration: 3_000, iconTheme: { primary: 'var(--c-fg)', secondary: 'var(--c-raised)' } },
          error: { iconTheme: { primary: 'var(--c-danger-text)', secondary: 'var(--c-raised)' } },
          style: {
            background: 'var(--c-raised)',
            color: 'var(--c-fg)',
            border: '1px solid var(--c-line)',
            borderRadius: 'var(--r-md)',
            boxShadow: 'var(--elevation-float)',
            fontSize: 'var(--size-sm)',
            maxWidth: MAX_WIDTH,
            overflowWrap: 'anywhere',
          },
        }}
      />
    </div>
  );
}
