/**
 * Keeps two runs of `work` from overlapping. Who asks during a run is given the next one, together with everybody else
 * who asks meanwhile: so what they brought is in it, and it starts after all that was there before.
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
