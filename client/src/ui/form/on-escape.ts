import type { KeyboardEvent } from 'react';

/** Returns a key handler that calls `leave` on Escape, unless something within has taken it or what `busy` means is under way. */
export const onEscape =
  (leave: (() => void) | undefined, busy: boolean) =>
  ({ key, defaultPrevented, nativeEvent }: KeyboardEvent): void => {
    if (key === 'Escape' && !defaultPrevented && !nativeEvent.isComposing && !busy) leave?.();
  };
