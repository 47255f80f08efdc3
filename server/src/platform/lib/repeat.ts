/**
 * Runs `work` every `intervalMs` until the returned function is called; that resolves once a run under way has ended. A
 * run that takes longer than the interval skips beats; so does a failed one for `pauseMs`, after `onError`. Does not keep
 * the process running.
 */
export function repeat(
  work: () => Promise<unknown>,
  options: { intervalMs: number; pauseMs?: number; onError: (error: unknown) => void },
): () => Promise<void> {
  const { intervalMs, pauseMs = 0, onError } = options;
  let running: Promise<void> | null = null;
  let pausedUntilMs = 0;
  const run = async () => {
    try {
      await work();
    } catch (error) {
      onError(error);
      pausedUntilMs = performance.now() + pauseMs;
    }
  };
  const timer = setInterval(() => {
    if (performance.now() >= pausedUntilMs) running ??= run().finally(() => (running = null));
  }, intervalMs).unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
