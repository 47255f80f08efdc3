import type { Checked } from '@sangam/shared/core/field-errors';
import type { FieldErrors } from '@sangam/shared/core/schemas';
import { type FormEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import toast from 'react-hot-toast/headless';
import { useOnce } from '../button/use-once';
import { isOfAllFields } from './field';

/** The reason why a submit failed, as the form shows it. */
export interface Refusal {
  text: string;
  /** Errors of single fields: they are shown there instead of above the form. */
  errors?: FieldErrors | undefined;
}

interface FormWork<V, T> {
  /** Initial values by field name; `{}` for a form whose values are stored elsewhere. */
  initial: V;
  check: (values: V) => Checked<T>;
  /** Sends the checked value. Returns null on success. */
  send: (value: T, values: V) => Promise<Refusal | null>;
}

interface TextField extends FieldState {
  name: string;
  value: string;
  onChange: (event: { target: { value: string } }) => void;
}

interface BoxField {
  name: string;
  checked: boolean;
  error: string | undefined;
  onChange: (event: { target: { checked: boolean } }) => void;
}

export interface FormState<V> {
  values: V;
  change: (part: Partial<V>) => void;
  field: (name: string) => FieldState;
  /** Props of an input, a password or a textarea. */
  text: (name: keyof V & string) => TextField;
  /** Props of a checkbox. */
  box: (name: keyof V & string) => BoxField;
  /** The text above the form; '' for none. */
  failure: string;
  busy: boolean;
  submit: ReturnType<typeof useSubmit>[1];
}

/** Holds a form's values and runs its submit: check, focus the first invalid field, send once, show each error at its field. */
export function useForm<V extends Record<keyof V, string | boolean>, T>(work: FormWork<V, T>): FormState<V> {
  const [values, setValues] = useState(work.initial);
  const [refused, setRefused] = useState<Refused<T>>(nothingRefused);
  /** Marks invalid fields and focuses the first. Synchronous, since waiting for a frame isn't enough on a busy machine. */
  const mark = (form: HTMLFormElement, found: Refused<T>): boolean => {
    flushSync(() => setRefused(found));
    return focusFirstInvalid(form);
  };
  const [busy, submit] = useSubmit(async (form) => {
    const checked = work.check(values);
    setRefused(nothingRefused);
    if (!checked.ok) {
      mark(form, { failure: '', errors: checked.errors, sent: null });
      return;
    }
    const refusal = await work.send(checked.value, values);
    if (refusal === null) return;
    const { text, errors = [] } = refusal;
    // The answer may have replaced the form, which then can't show the text.
    if (!form.isConnected) toast.error(text);
    const sent = { value: checked.value };
    const isMarked = errors.length > 0 && mark(form, { failure: '', errors, sent });
    // Also applies to an error of a field that this form does not have.
    if (!isMarked) setRefused({ failure: text, errors, sent });
  });
  const { failure, errors } = stillTrue(refused, () => work.check(values));
  const field = fieldStates(errors);
  const set = (name: keyof V, value: string | boolean) => setValues((before) => ({ ...before, [name]: value }));
  return {
    values,
    change: (part) => setValues((before) => ({ ...before, ...part })),
    field,
    text: (name) => ({
      name,
      value: String(values[name]),
      onChange: ({ target }) => set(name, target.value),
      ...field(name),
    }),
    box: (name) => ({
      name,
      checked: values[name] === true,
      error: field(name).error,
      onChange: ({ target }) => set(name, target.checked),
    }),
    failure: failure || allFieldsText(errors),
    busy,
    submit,
  };
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

/** Returns each field's error. */
export const fieldStates =
  (errors: FieldErrors) =>
  (field: string): FieldState => {
    const own = errors.find((item) => item.field === field);
    return { invalid: own !== undefined, error: own?.message };
  };

/** Returns 'Please fill in all fields', which the form shows once, if any field is empty; else ''. */
export const allFieldsText = (errors: FieldErrors): string =>
  errors.find(({ message }) => isOfAllFields(message))?.message ?? '';

/** Focuses a form's first invalid field; false if none is marked. Call it once the marks are in the document. */
function focusFirstInvalid(form: HTMLFormElement): boolean {
  const first = form.querySelector<HTMLElement>('[aria-invalid="true"]');
  first?.focus();
  return first !== null;
}

/** Why the last submit failed. `sent`: the value that the server refused; null if it was not sent. */
interface Refused<T> {
  failure: string;
  errors: FieldErrors;
  sent: { value: T } | null;
}

const nothingRefused: Refused<never> = { failure: '', errors: [], sent: null };

/**
 * Returns the errors that still hold for the current values: an error of the check until the check passes for it, a server's error until
 * its field has another value, and a failure of the whole form until anything changes.
 */
export function stillTrue<T>(
  { failure, errors, sent }: Refused<T>,
  check: () => Checked<T>,
): Pick<Refused<T>, 'failure' | 'errors'> {
  if (errors.length === 0 && failure === '') return { failure, errors };
  const now = check();
  if (sent === null) {
    const found = now.ok ? [] : now.errors;
    const isFound = (one: FieldErrors[number]) =>
      found.some(({ field, message }) => field === one.field && message === one.message);
    return { failure, errors: errors.filter(isFound) };
  }
  const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
  const isUnchanged = now.ok && isSame(now.value, sent.value);
  if (isUnchanged) return { failure, errors };
  const isSent = ({ field }: FieldErrors[number]) =>
    now.ok && isSame(partOf(now.value, field), partOf(sent.value, field));
  return { failure: '', errors: errors.filter(isSent) };
}

/** The part of a value that a field names, such as `roles.0.seats`; all of it for any other name. */
const partOf = (value: unknown, field: string): unknown =>
  field.split('.').reduce((part, key) => Reflect.get(Object(part), key), value) ?? value;
