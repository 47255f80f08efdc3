/** A signal that aborts by itself after `ms`, and with any of `outer`. `done` lets go of all of them. */
export function withPatience(
  ms: number,
  ...outer: readonly (AbortSignal | undefined)[]
): { signal: AbortSignal; done: () => void } {
  const inner = new AbortController();
  const abort = () => inner.abort();
  const timer = setTimeout(abort, ms);
  if (outer.some((each) => each?.aborted)) abort();
  for (const each of outer) each?.addEventListener('abort', abort);
  return {
    signal: inner.signal,
    done: () => {
      clearTimeout(timer);
      for (const each of outer) each?.removeEventListener('abort', abort);
    },
  };
}
