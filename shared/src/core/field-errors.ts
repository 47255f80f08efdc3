/** A fault of one field of a form, in words for its user. */
export interface FieldError {
  field: string;
  message: string;
}

export type Checked<T> = { ok: true; value: T } | { ok: false; errors: FieldError[] };

/** The cleaned value, or every fault that was found. */
export const checked = <T>(value: T, errors: FieldError[]): Checked<T> =>
  errors.length === 0 ? { ok: true, value } : { ok: false, errors };
