let onRestored: () => void = () => undefined;

/** Sets what happens when a store notices that the server's database was restored from a backup. Called by app/live. */
export function setRestoredHandler(handler: () => void): void {
  onRestored = handler;
}

/**
 * Notes an answer that has less than the server had before: its database was restored from a backup. Numbers only grow otherwise. The
 * caller takes its answer first.
 */
export const noteRestored = (): void => queueMicrotask(() => onRestored());
