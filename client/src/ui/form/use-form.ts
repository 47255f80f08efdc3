import type { FieldErrors } from '@sangam/shared/core/schemas';
import { type FormEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import toast from 'react-hot-toast';
import { useOnce } from './use-once';

/** The result of a failed submit. */
export interface Refusal {
  text: string;
  /** Errors shown at their fields instead of above the form. */
  errors?: FieldErrors | undefined;
}

interface FormWork<T> {
  check: () => { ok: true; value: T } | { ok: false; errors: FieldErrors };
  /** Sends the checked values. Returns null on success. */
  send: (value: T) => Promise<Refusal | null>;
}

interface Form {
  field: (name: string) => FieldState;
  /** The message above the form; '' for none. */
  failure: string;
  busy: boolean;
  submit: ReturnType<typeof useSubmit>[1];
}

/** Runs a form: checks it, focuses the first invalid field, sends once, and shows errors at their places. */
export function useForm<T>({ check, send }: FormWork<T>): Form {
  const [errors, setErrors] = useState<FieldErrors>([]);
  const [failure, setFailure] = useState('');
  /** The fields must be marked before one is focused; on a busy machine the next frame may come sooner. */
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

/** Returns whether a submit is running, and a submit handler that can't fire twice. */
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
 * Returns each field's error. A message shared by several fields ('Please fill in all fields') shows at the first one
 * only; the others are marked.
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

/** Focuses a form's first invalid field. Call it once the marks are in the document. */
function focusFirstInvalid(form: HTMLFormElement): void {
  form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}
