import type { FieldErrors } from '@sangam/shared/core/schemas';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import toast from 'react-hot-toast';
import { type FieldState, fieldStates, focusFirstInvalid } from './field-errors';
import { useSubmit } from './use-submit';

/** What a submit that did not succeed leaves on the form. */
export interface Refusal {
  text: string;
  /** Complaints about single fields: they stand there instead of above the form. */
  errors?: FieldErrors | undefined;
}

interface FormWork<T> {
  check: () => { ok: true; value: T } | { ok: false; errors: FieldErrors };
  /** Sends what was checked; null when it succeeded. */
  send: (value: T) => Promise<Refusal | null>;
}

interface Form {
  field: (name: string) => FieldState;
  /** What stands above the form; '' for nothing. */
  failure: string;
  busy: boolean;
  submit: ReturnType<typeof useSubmit>[1];
}

/** The course of every form: check, focus the first faulty field, send once, and say at its place what went wrong. */
export function useForm<T>({ check, send }: FormWork<T>): Form {
  const [errors, setErrors] = useState<FieldErrors>([]);
  const [failure, setFailure] = useState('');
  /** The fields must be marked before one of them is focused: on a busy machine the next frame may come sooner. */
  const mark = (form: HTMLFormElement, found: FieldErrors) => {
    flushSync(() => setErrors(found));
    focusFirstInvalid(form);
  };
  const [busy, submit] = useSubmit(async (form) => {
    const checked = check();
    setErrors([]);
    setFailure('');
    if (!checked.ok) {
      mark(form, checked.errors);
      return;
    }
    const refusal = await send(checked.value);
    if (refusal === null) return;
    toast.error(refusal.text);
    if (refusal.errors === undefined || refusal.errors.length === 0) {
      setFailure(refusal.text);
      return;
    }
    mark(form, refusal.errors);
  });
  return { field: fieldStates(errors), failure, busy, submit };
}
