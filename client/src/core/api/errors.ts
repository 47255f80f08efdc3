import type { ErrorCode } from '@sangam/shared/core/errors';
import type { FieldErrors } from '@sangam/shared/core/schemas';

export interface ServerError {
  kind: 'server';
  status: number;
  code: ErrorCode;
  /** A sentence for the member, or '' if a proxy answered instead of the server. */
  message: string;
  errors?: FieldErrors;
  /** Seconds to wait before the next try. */
  retryAfterS?: number;
  /** When the same call may succeed, as ISO 8601. */
  until?: string;
  /** For a suspended member whose sign-in was refused: gives access to their own data. */
  ownDataToken?: string;
}

/**
 * The reason for a failed call: a network error, the server's refusal, or the end of the session that made the call. The last one has no
 * text, since its member is no longer signed in.
 */
export type ApiError = { kind: 'network' } | { kind: 'signed-out' } | ServerError;

/** The result of each call and store action. Errors are values; nothing is thrown. */
export type Result<T> = { ok: true; value: T } | { ok: false; error: ApiError };

/** Maps the value of a result; errors pass through. */
export const mapResult = <T, U>(result: Result<T>, map: (value: T) => U): Result<U> =>
  result.ok ? { ok: true, value: map(result.value) } : result;

export const NETWORK_ERROR_TEXT = 'Network error. Please try again.';

/** Returns the server's message, or `fallback` without one; '' after the end of the session, which toasts and forms don't show. */
export const errorText = (error: ApiError, fallback: string): string =>
  error.kind === 'signed-out' ? '' : (error.kind === 'server' && error.message) || fallback;

/** Like `errorText`, with its own text for network errors. */
export const failureText = (error: ApiError, fallback: string): string =>
  error.kind === 'network' ? NETWORK_ERROR_TEXT : errorText(error, fallback);

/** Returns the toast for a failed action: the server's message, or else `failed` and what to do. */
export const actFailureText = (error: ApiError, failed: string): string =>
  errorText(error, `${failed}. ${error.kind === 'network' ? 'Check your connection' : 'Wait a moment'} and try again.`);

/** Returns the server's errors by field; empty for any other failure. */
export const fieldErrors = (error: ApiError): FieldErrors => (error.kind === 'server' ? (error.errors ?? []) : []);

/** The refusal as a form shows it: a sentence, and the server's errors for its fields. */
export const refusalOf = (error: ApiError, fallback: string): { text: string; errors: FieldErrors } => ({
  text: errorText(error, fallback),
  errors: fieldErrors(error),
});

/** Whether the server refused with this code. */
export const isRefusedWith = (error: ApiError | null | undefined, code: ServerError['code']): error is ServerError =>
  error?.kind === 'server' && error.code === code;

/** Whether the session that made the call has ended in the meantime: its answer must not change the next one’s stores. */
export const isSignedOut = (answer: Result<unknown>): boolean => !answer.ok && answer.error.kind === 'signed-out';

/** Whether the screen is outdated because another tab or member acted first. */
export const isConflict = (error: ApiError): boolean => error.kind === 'server' && error.status === 409;

/** Whether the requested resource doesn't exist. */
export const isGone = (error: ApiError | null | undefined): boolean => error?.kind === 'server' && error.status === 404;

/** Returns the pause that the server asked for, or 0. */
export const retryAfterMs = (error: ApiError): number =>
  error.kind === 'server' ? (error.retryAfterS ?? 0) * 1_000 : 0;

/** A proxy may ask to wait for hours, or by mistake for years, long after the server is back. */
const PROXY_WAIT_MAX_S = 30;

/** Returns the seconds that the `Retry-After` of a proxy asks to wait; NaN without one. */
export const proxyWaitS = (header: string | null | undefined): number =>
  Math.min(Number(header ?? Number.NaN), PROXY_WAIT_MAX_S);

/** Whether the same call may succeed later: the outcome is unknown, or the server asked to wait. */
export const isTemporary = (error: ApiError): boolean =>
  error.kind === 'network' ||
  (error.kind === 'server' && (error.status === 429 || error.status === 408 || error.status >= 500));
