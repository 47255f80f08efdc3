import { useEffect, useState } from 'react';
import { onReset } from '../../../core/store/reset';
import { type FormState, type FormWork, useForm } from '../../../ui/form/use-form';

/** The changed values of forms that were left, by form. */
const drafts = new Map<string, object>();
onReset(() => drafts.clear());

/**
 * Like `useForm`, for a form that the member may leave with its page: it then opens as it was left, until it was sent or cancelled.
 * `onDone` is called after both. `key`: names the form.
 */
export function useKeptForm<V extends Record<keyof V, string | boolean>, T>(
  key: string,
  { initial, check, send }: FormWork<V, T>,
  onDone: () => void,
): FormState<V> & { cancel: () => void } {
  // Values that change on another device meanwhile are not the member's own changes.
  const [opened] = useState(initial);
  const close = () => {
    drafts.delete(key);
    onDone();
  };
  const form = useForm({
    initial: { ...opened, ...drafts.get(key) },
    check,
    send: async (value: T, values: V) => {
      const refusal = await send(value, values);
      if (refusal === null) close();
      return refusal;
    },
  });
  const { values } = form;
  useEffect(() => {
    drafts.set(key, changesOf(opened, values));
  }, [key, opened, values]);
  return { ...form, cancel: close };
}

const changesOf = <V extends object>(before: V, now: V): object =>
  Object.fromEntries(Object.entries(now).filter(([field, value]) => value !== before[field as keyof V]));
