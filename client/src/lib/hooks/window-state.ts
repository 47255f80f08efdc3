import { useSyncExternalStore } from 'react';
import { followSteps, isAtLeastRem } from '../dom/text-size';

function subscribeToNetwork(onChange: () => void): () => void {
  window.addEventListener('online', onChange);
  window.addEventListener('offline', onChange);
  return () => {
    window.removeEventListener('online', onChange);
    window.removeEventListener('offline', onChange);
  };
}

/** False while the browser knows that it has no network. */
export const useBrowserOnline = (): boolean => useSyncExternalStore(subscribeToNetwork, () => navigator.onLine);

/**
 * Attributes of a control whose action needs the server. Without a network the control looks disabled, but keeps its focus and place. A
 * press still tries, since browsers may be wrong about the network, and reports the failure.
 */
export const useNeedsServer = (): { 'aria-disabled': true | undefined } => ({
  'aria-disabled': !useBrowserOnline() || undefined,
});

/** Whether the window is as narrow as a phone's, below the variant `md`, to load parts only where they show. */
export const useIsNarrow = (): boolean => useSyncExternalStore(followSteps, () => !isAtLeastRem(48));

/** The least height of an on-screen keyboard: more than any browser bar that hides on scroll. */
const KEYBOARD_MIN_PX = 150;

/** The greatest height seen at this width. Turning the screen starts over. */
let tallest = { widthPx: 0, heightPx: 0 };

function isKeyboardUp(): boolean {
  const { innerWidth: widthPx, innerHeight, visualViewport } = window;
  const heightPx = Math.min(innerHeight, visualViewport?.height ?? innerHeight);
  if (widthPx !== tallest.widthPx || heightPx > tallest.heightPx) tallest = { widthPx, heightPx };
  const isWriting = document.activeElement?.matches('input, textarea') ?? false;
  return isWriting && tallest.heightPx - heightPx >= KEYBOARD_MIN_PX;
}

function subscribeToKeyboard(onChange: () => void): () => void {
  const listening = new AbortController();
  const options = { signal: listening.signal };
  for (const name of ['resize', 'focusin', 'focusout']) window.addEventListener(name, onChange, options);
  window.visualViewport?.addEventListener('resize', onChange, options);
  return () => listening.abort();
}

/** Whether an on-screen keyboard is open: a field has the focus and the window has become lower. */
export const useKeyboardUp = (): boolean => useSyncExternalStore(subscribeToKeyboard, isKeyboardUp);
