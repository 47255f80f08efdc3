import { clockSetter } from '../../lib/clock';
import { noteAnswer, noteNoAnswer } from '../../lib/network';

/** One HTTP request, as `fetch` takes it. */
export interface Call {
  url: string;
  init: RequestInit;
}

/** The repeatable attempts that wait for an answer. */
const inFlight = new Set<AbortController>();

/** Repeats pending repeatable calls once the network is back, since the old attempts may never be answered. */
export function retryInFlight(): void {
  for (const attempt of inFlight) attempt.abort();
}

interface Reply {
  response: Response;
  /** Undefined if it wasn't JSON. */
  body: unknown;
}

/** Makes a repeatable call: gives up after the timeout, and sends it again when the network comes back. */
export async function exchangeRepeatable(
  call: Call,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<Reply | null> {
  for (;;) {
    const attempt = new AbortController();
    inFlight.add(attempt);
    const reply = await withTimeout(timeoutMs, [signal, attempt.signal], (limited) => exchange(call, limited));
    inFlight.delete(attempt);
    if (reply !== null || !attempt.signal.aborted || signal?.aborted) return reply;
  }
}

/** Makes one request. Returns null without a reply. */
export async function exchange({ url, init }: Call, signal: AbortSignal | undefined): Promise<Reply | null> {
  try {
    const setClock = clockSetter();
    const response = await fetch(url, signal ? { ...init, signal } : init);
    const body: unknown = await response.json().catch((error: unknown) => {
      // A cut connection is a network error; a body that isn't JSON (a proxy's page) is classified by its status.
      if (error instanceof SyntaxError) return undefined;
      throw error;
    });
    // A page is the answer of a proxy or of a network that asks to sign in, whose clock may be wrong too.
    if (body === undefined) noteNoAnswer();
    else {
      noteAnswer();
      setClock(response.headers.get('Date'));
    }
    return { response, body };
  } catch {
    // A caller that gave up says nothing about the network.
    if (!signal?.aborted) noteNoAnswer();
    return null;
  }
}

/** Runs `work` with a signal that aborts after `timeoutMs` or with any of `outer`. */
async function withTimeout<T>(
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
