/** A signal that aborts with `outer`, and by itself after `ms` (null: never). `done` lets go of both. */
export function withPatience(
  ms: number | null,
  outer?: AbortSignal,
): { signal: AbortSignal | undefined; done: () => void } {
  if (ms === null) return { signal: outer, done: () => undefined };
  const inner = new AbortController();
  const abort = () => inner.abort();
  const timer = setTimeout(abort, ms);
  if (outer?.aborted) abort();
  outer?.addEventListener('abort', abort);
  return {
    signal: inner.signal,
    done: () => {
      clearTimeout(timer);
      outer?.removeEventListener('abort', abort);
    },
  };
}
