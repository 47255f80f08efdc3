import type { FieldErrors } from '@sangam/shared/core/schemas';
import { type FormEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import toast from 'react-hot-toast';
import { useOnce } from './use-once';

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

/** A form's submit that cannot fire twice, however it is triggered, and whether it is under way. */
function useSubmit(
  work: (form: HTMLFormElement) => Promise<void>,
): [busy: boolean, onSubmit: (event: FormEvent<HTMLFormElement>) => void] {
  const [busy, run] = useOnce(work);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    run(event.currentTarget);
  };
  return [busy, onSubmit];
}

export interface FieldState {
  error: string | undefined;
  invalid: boolean;
}

/**
 * What each field shows of a list of complaints. A sentence that several fields share ('Please fill in all fields') is
 * said once, at the first of them; the others are only marked.
 */
export function fieldStates(errors: FieldErrors): (field: string) => FieldState {
  const said = new Map<string, string>();
  for (const { field, message } of errors) if (!said.has(message)) said.set(message, field);
  return (field) => {
    const own = errors.find((item) => item.field === field);
    return {
      invalid: own !== undefined,
      error: own !== undefined && said.get(own.message) === field ? own.message : undefined,
    };
  };
}

/** Focuses the first field of a form that is marked as invalid; call it once the marks are in the document. */
function focusFirstInvalid(form: HTMLFormElement): void {
  form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}
