/**
 * Keeps two runs of `work` from overlapping. All calls during a run share the next run, which starts after that run has ended,
 * and so sees these callers' changes.
 */
export function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  const start = (): Promise<void> => {
    next = null;
    running = work().finally(() => {
      running = null;
    });
    return running;
  };
  return () => {
    if (next) return next;
    if (!running) return start();
    next = running.then(start, start);
    return next;
  };
}
