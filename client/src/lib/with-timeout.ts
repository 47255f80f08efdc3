/** Runs `work` with a signal that aborts after `timeoutMs`, and with any of `outer`. What an abort means is the work's to say. */
export async function withTimeout<T>(
  timeoutMs: number,
  outer: readonly (AbortSignal | undefined)[],
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const inner = new AbortController();
  const abort = () => inner.abort();
  const timer = setTimeout(abort, timeoutMs);
  if (outer.some((signal) => signal?.aborted)) abort();
  for (const signal of outer) signal?.addEventListener('abort', abort);
  try {
    return await work(inner.signal);
  } finally {
    clearTimeout(timer);
    for (const signal of outer) signal?.removeEventListener('abort', abort);
  }
}
