import type { ErrorCode } from '@sangam/shared/core/errors';
import type { FieldErrors } from '@sangam/shared/core/schemas';

export interface ServerError {
  kind: 'server';
  status: number;
  code: ErrorCode;
  /** One sentence for a person; '' when something in between answered for the server. */
  message: string;
  errors?: FieldErrors;
  /** Seconds to wait before the next try. */
  retryAfterS?: number;
  /** When the same call may succeed, as ISO 8601. */
  until?: string;
}

/** Why a call gave no answer: it never arrived (or its answer did not), or the server said no. */
export type ApiError = { kind: 'network' } | ServerError;

/** What every call and every store action answers: errors are values, nothing is thrown. */
export type Result<T> = { ok: true; value: T } | { ok: false; error: ApiError };

export const NETWORK_ERROR_TEXT = 'Network error. Please try again.';

/** The server's own sentence when it gave one, else `fallback`. */
export const errorText = (error: ApiError, fallback: string): string =>
  (error.kind === 'server' && error.message) || fallback;

/** The same where a connection that failed has its own words. */
export const failureText = (error: ApiError, fallback: string): string =>
  error.kind === 'network' ? NETWORK_ERROR_TEXT : errorText(error, fallback);

/** What the server says about single fields; nothing for any other failure. */
export const fieldErrors = (error: ApiError): FieldErrors => (error.kind === 'server' ? (error.errors ?? []) : []);

/** True when what is on screen is not what the server knows: somebody, or another tab, was first. */
export const isConflict = (error: ApiError): boolean => error.kind === 'server' && error.status === 409;

/** True when what was asked for does not exist. */
export const isGone = (error: ApiError | null | undefined): boolean => error?.kind === 'server' && error.status === 404;

/** The pause that the server asked for; 0 when it named none. */
export const retryAfterMs = (error: ApiError): number =>
  error.kind === 'server' ? (error.retryAfterS ?? 0) * 1_000 : 0;

/** True when the same call may succeed later without any change: the outcome is unknown or the server asked to wait. */
export const isTemporary = (error: ApiError): boolean =>
  error.kind === 'network' || error.status === 429 || error.status === 408 || error.status >= 500;
