import { Toaster } from 'react-hot-toast';

/** Toasts: top right, 4 seconds (3 for success), announced politely by the library. */
export function ToastHost() {
  return (
    <Toaster
      position="top-right"
      gutter={8}
      // Below the bar, so that its buttons stay free. On a phone, an open conversation's header is in the bar's place.
      containerStyle={{ top: 'calc(var(--bar-h) + var(--safe-top) + var(--banner-h, 0px) + 0.75rem)' }}
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
          maxWidth: 'min(24rem, calc(100vw - 2rem))',
          overflowWrap: 'anywhere',
        },
      }}
    />
  );
}
