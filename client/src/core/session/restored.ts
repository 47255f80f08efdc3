let onRestored: () => void = () => undefined;

/** Sets the handler for a store's report that the server's database was restored from a backup. Called by app/live. */
export function setRestoredHandler(handler: () => void): void {
  onRestored = handler;
}

/**
 * Reports an answer that has less than the server had before. Numbers only grow, so its database was restored from a backup. The handler
 * runs after the caller has stored its answer.
 */
export const noteRestored = (): void => queueMicrotask(() => onRestored());
