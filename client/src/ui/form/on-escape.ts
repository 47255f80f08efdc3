import type { KeyboardEvent } from 'react';

/** Returns a key handler that calls `leave` on Escape, unless an inner element has handled the key or `busy` is true. */
export const onEscape =
  (leave: (() => void) | undefined, busy: boolean) =>
  ({ key, defaultPrevented, nativeEvent }: KeyboardEvent): void => {
    if (key === 'Escape' && !defaultPrevented && !nativeEvent.isComposing && !busy) leave?.();
  };
