import type { FieldErrors } from '@sangam/shared/contract/common';
import { useState } from 'react';
import toast from 'react-hot-toast';
import { type FieldState, fieldStates, focusFirstInvalid } from './field-errors';
import { useSubmit } from './use-submit';

/** What a submit that did not succeed leaves on the form. */
interface Refusal {
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
  const [busy, submit] = useSubmit(async (form) => {
    const checked = check();
    setErrors(checked.ok ? [] : checked.errors);
    setFailure('');
    if (!checked.ok) {
      focusFirstInvalid(form);
      return;
    }
    const refusal = await send(checked.value);
    if (refusal === null) return;
    toast.error(refusal.text);
    if (refusal.errors === undefined || refusal.errors.length === 0) {
      setFailure(refusal.text);
      return;
    }
    setErrors(refusal.errors);
    focusFirstInvalid(form);
  });
  return { field: fieldStates(errors), failure, busy, submit };
}
