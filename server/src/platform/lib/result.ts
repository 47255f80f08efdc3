import { type ErrorCode, errorCodes } from '@sangam/shared/core/errors';
import type { FieldError } from '@sangam/shared/core/field-errors';

/** A failure: a code from the closed list, and a message for people. */
export interface AppError {
  code: ErrorCode;
  message: string;
  fields?: FieldError[];
  retryAfterS?: number;
  /** When the same call may succeed. */
  until?: Date;
  /** With SUSPENDED: the token for the member's own data. */
  ownDataToken?: string;
  /** The call's answer as of now, if its outcome is already in place. */
  already?: object;
}

export type Ok<T> = { ok: true; value: T };
export type Fail = { ok: false; error: AppError };
export type Result<T> = Ok<T> | Fail;

export const ok = <T>(value: T): Ok<T> => ({ ok: true, value });

/** The result with another value; a failure stays. */
export const mapResult = <T, U>(result: Result<T>, change: (value: T) => U): Result<U> =>
  result.ok ? ok(change(result.value)) : result;

/** An error of the closed list, with its own text unless `detail` has one. */
export const appError = (code: ErrorCode, detail: Partial<Omit<AppError, 'code'>> = {}): AppError => ({
  code,
  message: errorCodes[code].message,
  ...detail,
});

/** A failure with the code's default message, or a more specific one. */
export const fail = (code: ErrorCode, detail: Partial<Omit<AppError, 'code'>> = {}): Fail => ({
  ok: false,
  error: appError(code, detail),
});

/** INVALID with a message per field; the first is also the overall message. */
export const invalid = (fields: FieldError[]): Fail => {
  const [first] = fields;
  return first ? fail('INVALID', { message: first.message, fields }) : fail('INVALID');
};
