import type { FieldErrors } from './schemas.js';

/** A fault of one field of a form, in words for its user. */
export type FieldError = FieldErrors[number];

/** The cleaned value to send, or the faults of the fields. */
export type Checked<T> = { ok: true; value: T } | { ok: false; errors: FieldErrors };

export const checked = <T>(value: T, errors: FieldError[]): Checked<T> =>
  errors.length === 0 ? { ok: true, value } : { ok: false, errors };
