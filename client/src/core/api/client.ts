import type { CallAnswer, CallBody, CallName, CallParams, CallQuery } from '@sangam/shared/app/calls';
import type { ErrorBody } from '@sangam/shared/core/errors';
import { noteAskedToWait } from '../../lib/asked-to-wait';
import { type ApiError, proxyWaitS, type Result, retryAfterMs, type ServerError } from './errors';
import { type Call, exchange, exchangeRepeatable } from './exchange';
import { untilSessionEnd } from './session-end';

// An optional property may also be passed as `undefined`; it's left out on the wire.
type Loose<T> = { [K in keyof T]: Record<never, never> extends Pick<T, K> ? T[K] | undefined : T[K] };
type Part<K extends string, T> = [T] extends [undefined]
  ? { [P in K]?: never }
  : Partial<T> extends T
    ? { [P in K]?: Loose<T> }
    : { [P in K]: Loose<T> };

/** The input of call `N`: only what the contract names. */
type CallInput<N extends CallName> = Pick<Given, 'signal' | 'keepalive' | 'timeoutMs' | 'token'> &
  Part<'params', CallParams<N>> &
  Part<'query', CallQuery<N>> &
  Part<'body', CallBody<N>>;
type Args<N extends CallName> =
  Record<never, never> extends CallInput<N> ? [input?: CallInput<N>] : [input: CallInput<N>];

let tokenSource: () => string | null = () => null;
let onUnauthorized: (token: string) => void = () => undefined;

/** Sets the source of the bearer token. Called once, by app/boot. */
export function setTokenSource(source: () => string | null): void {
  tokenSource = source;
}

/** Sets the handler for a 401, which gets the token of the refused call. Called once, by app/boot. */
export function setUnauthorizedHandler(handler: (token: string) => void): void {
  onUnauthorized = handler;
}

/** Filters the answer to a read: removes parts that the member may no longer see, or replaces the whole answer with an error. */
export type AnswerReview = <N extends CallName>(
  name: N,
  params: CallParams<N> | undefined,
  answer: CallAnswer<N>,
) => Result<CallAnswer<N>>;
/** Called when a read starts. Returns a function to call with its answer, which returns null if there is nothing to review. */
type Watch = () => () => Promise<AnswerReview | null> | null;
let watchRead: Watch = () => () => null;

/** Sets what reviews the answers to reads. Called once, by chat/state/watch-reads. */
export function setReadWatch(watch: Watch): void {
  watchRead = watch;
}

interface Given {
  params?: unknown;
  query?: unknown;
  body?: unknown;
  signal?: AbortSignal | undefined;
  /** The call outlives the page, as for a report on unload. */
  keepalive?: boolean;
  /** Gives up after this time. Only for calls that may be repeated. */
  timeoutMs?: number;
  /** Used in place of the session's. */
  token?: string;
}

const NETWORK: ApiError = { kind: 'network' };
/** Calls that begin, end or check a session, and so outlive it. */
const ofSession = /^\w+ \/api\/auth\/(?!remember$)/u;
/**
 * Timeout of a read. On a connection that died silently, the refresh and the threads waiting for the read would otherwise hang. Writes that
 * may not be repeated have no timeout (R11.2).
 */
export const READ_TIMEOUT_MS = 30_000;

/** Timeout of a change that may be repeated: a switch, or an item of the outbox. Without it, later changes would wait forever. */
export const CHANGE_TIMEOUT_MS = 15_000;

/**
 * Makes one REST call, named as in the contract: `request('GET /api/projects/:id', { params: { id } })`. Never throws; an aborted call
 * returns a network error. If its member's session ends first, it returns the error `signed-out` at once, so that neither a toast nor the
 * next member's stores show the answer.
 */
export function request<N extends CallName>(name: N, ...[input]: Args<N>): Promise<Result<CallAnswer<N>>> {
  const isMembers = input?.token === undefined && tokenSource() !== null && !ofSession.test(name);
  const answer = call(name, input ?? {});
  return isMembers ? untilSessionEnd(answer) : answer;
}

async function call<N extends CallName>(name: N, given: Given): Promise<Result<CallAnswer<N>>> {
  const token = given.token ?? tokenSource();
  const isRead = name.startsWith('GET');
  const sent = callOf(name, given, token);
  const timeoutMs = given.timeoutMs ?? (isRead ? READ_TIMEOUT_MS : null);
  const reviewOf = isRead ? watchRead() : null;
  const reply =
    timeoutMs === null ? await exchange(sent, given.signal) : await exchangeRepeatable(sent, timeoutMs, given.signal);
  if (reply === null) return { ok: false, error: NETWORK };
  const { response, body } = reply;
  if (response.ok && body !== undefined) {
    const answer = body as CallAnswer<N>;
    const reviewing = reviewOf?.();
    if (!reviewing) return { ok: true, value: answer };
    const review = await reviewing;
    return review ? review(name, given.params as CallParams<N> | undefined, answer) : { ok: false, error: NETWORK };
  }
  // An equal call has succeeded before: its answer was lost, or it was made in another tab.
  if (isErrorBody(body) && body.already) return { ok: true, value: body.already as CallAnswer<N> };
  const error = readFailure(response, body);
  if (isRead) noteAskedToWait(retryAfterMs(error), error.code === 'RATE_LIMITED');
  // A wrong password says nothing about the session.
  if (error.status === 401 && token !== null && error.code !== 'BAD_CREDENTIALS') onUnauthorized(token);
  return { ok: false, error };
}

function callOf(name: string, { params, query, body, keepalive }: Given, token: string | null): Call {
  const [method = '', template = ''] = name.split(' ');
  const isBytes = body instanceof Uint8Array;
  const headers: Record<string, string> = { Accept: 'application/json' };
  if (token !== null) headers.Authorization = `Bearer ${token}`;
  if (body !== undefined) headers['Content-Type'] = `application/${isBytes ? 'octet-stream' : 'json'}`;
  const content = isBytes ? (body as BodyInit) : JSON.stringify(body);
  return {
    url: fillPath(template, params) + queryString(query),
    init: { method, headers, ...(body !== undefined && { body: content }), ...(keepalive && { keepalive }) },
  };
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

const isErrorBody = (body: unknown): body is ErrorBody =>
  typeof body === 'object' && body !== null && 'code' in body && 'message' in body && typeof body.message === 'string';

/** The failure that an unsuccessful answer means, also if a proxy answered instead of the server. */
export function readFailure(response: Response, body: unknown): ServerError {
  const asked = response.headers.get('Retry-After');
  const retryAfterS = isErrorBody(body) ? Number(asked ?? Number.NaN) : proxyWaitS(asked);
  const wait = Number.isFinite(retryAfterS) ? { retryAfterS } : {};
  if (isErrorBody(body)) {
    return {
      kind: 'server',
      status: response.status,
      code: body.code,
      message: body.message,
      ...(body.errors ? { errors: body.errors } : {}),
      ...(body.until ? { until: body.until } : {}),
      ...(body.own_data_token ? { ownDataToken: body.own_data_token } : {}),
      ...wait,
    };
  }
  // A page in place of JSON, or a gateway that can't reach the server: a retry may succeed. Only the server knows whether a session has
  // ended, something exists or is allowed.
  return {
    kind: 'server',
    status: response.status < 500 ? 502 : response.status,
    code: response.status === 500 ? 'INTERNAL' : 'BUSY',
    // The server sent no message, so the screen shows its own.
    message: '',
    ...wait,
  };
}
