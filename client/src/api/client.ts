import type { CallAnswer, CallBody, CallName, CallParams, CallQuery } from '@sangam/shared/contract/http';
import { withPatience } from '../lib/patience';
import type { ApiError, Result } from './errors';
import { readFailure } from './failure';

// An optional property may also be handed over as `undefined`: it is left out on the wire.
type Loose<T> = { [K in keyof T]: Record<never, never> extends Pick<T, K> ? T[K] | undefined : T[K] };
type Part<K extends string, T> = [T] extends [undefined]
  ? { [P in K]?: never }
  : Partial<T> extends T
    ? { [P in K]?: Loose<T> }
    : { [P in K]: Loose<T> };

/** What call `N` takes; only what its entry in the contract names. */
type CallInput<N extends CallName> = Pick<Given, 'signal' | 'keepalive' | 'patienceMs'> &
  Part<'params', CallParams<N>> &
  Part<'query', CallQuery<N>> &
  Part<'body', CallBody<N>>;
type Args<N extends CallName> =
  Record<never, never> extends CallInput<N> ? [input?: CallInput<N>] : [input: CallInput<N>];

let tokenSource: () => string | null = () => null;
let onUnauthorized: (token: string) => void = () => undefined;

/** Where the bearer token of each call comes from; set once by app/boot. */
export function setTokenSource(source: () => string | null): void {
  tokenSource = source;
}

/** Told the token that a call carried when the server answered 401; set once by app/boot. */
export function setUnauthorizedHandler(handler: (token: string) => void): void {
  onUnauthorized = handler;
}

interface Given {
  params?: unknown;
  query?: unknown;
  body?: unknown;
  signal?: AbortSignal | undefined;
  /** The call outlives the page, for a last word before unload. */
  keepalive?: boolean;
  /** Gives up after this time; only for what may be repeated without harm. */
  patienceMs?: number;
}

const NETWORK: ApiError = { kind: 'network' };
/**
 * A read without an answer by then is given up: on a connection that died silently, the refresh and the threads that wait
 * for it could not ask anew. What changes something has no timeout (spec section 7).
 */
const READ_PATIENCE_MS = 30_000;

/**
 * Makes one REST call, named as in the contract: `request('GET /api/projects/:id', { params: { id } })`.
 * Never throws; an aborted call answers as a network error.
 */
export async function request<N extends CallName>(name: N, ...[input]: Args<N>): Promise<Result<CallAnswer<N>>> {
  const given: Given = input ?? {};
  const token = tokenSource();
  const [method = 'GET', template = ''] = name.split(' ');
  const headers: Record<string, string> = { Accept: 'application/json' };
  if (token !== null) headers.Authorization = `Bearer ${token}`;
  if (given.body !== undefined) headers['Content-Type'] = 'application/json';
  const { signal, done } = withPatience(given.patienceMs ?? (method === 'GET' ? READ_PATIENCE_MS : null), given.signal);
  let response: Response;
  let body: unknown;
  try {
    response = await fetch(fillPath(template, given.params) + queryString(given.query), {
      method,
      headers,
      ...(given.body === undefined ? {} : { body: JSON.stringify(given.body) }),
      ...(signal ? { signal } : {}),
      ...(given.keepalive ? { keepalive: true } : {}),
    });
    body = await response.json().catch((error: unknown) => {
      // A cut connection is a network error; a body that is not JSON (a proxy's page) is judged by its status below.
      if (error instanceof SyntaxError) return undefined;
      throw error;
    });
  } catch {
    return { ok: false, error: NETWORK };
  } finally {
    done();
  }
  if (response.ok && body !== undefined) return { ok: true, value: body as CallAnswer<N> };
  const error = readFailure(response, body);
  // A wrong password says nothing about the session.
  if (response.status === 401 && token !== null && error.code !== 'BAD_CREDENTIALS') onUnauthorized(token);
  return { ok: false, error };
}

function fillPath(template: string, params: unknown): string {
  const values = new Map(Object.entries(params ?? {}));
  return template.replace(/:(\w+)/gu, (_, key: string) => encodeURIComponent(String(values.get(key))));
}

function queryString(query: unknown): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null) search.set(key, String(value));
  }
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}
