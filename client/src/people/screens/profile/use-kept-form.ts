import { type RefObject, useEffect, useRef, useState } from 'react';
import { onReset } from '../../../core/store/reset';
import { type FormState, type FormWork, useForm } from '../../../ui/form/use-form';

/** The changed values of forms that were left, by form. */
const drafts = new Map<string, object>();
onReset(() => drafts.clear());

/**
 * Like `useForm`, for a form that the member may leave with its page: it then opens as it was left, until it was sent or cancelled.
 * `onDone` is called after both, unless something else was typed while it was sent. `key`: names the form.
 */
export function useKeptForm<V extends Record<keyof V, string | boolean>, T>(
  key: string,
  { initial, check, send }: FormWork<V, T>,
  onDone: () => void,
): FormState<V> & { cancel: () => void } {
  // Values that change on another device meanwhile are not the member's own changes.
  const [opened] = useState(initial);
  const isOpen = useIsOpen();
  const form = useForm({
    initial: { ...opened, ...drafts.get(key) },
    // The fields that the member left alone are sent as they are now.
    check: (values: V) => check({ ...initial, ...changesOf(opened, values) }),
    send: async (value: T, values: V) => {
      const refusal = await send(value, values);
      if (refusal === null && JSON.stringify(drafts.get(key)) === JSON.stringify(changesOf(opened, values))) {
        drafts.delete(key);
        if (isOpen.current) onDone();
      }
      return refusal;
    },
  });
  const { values } = form;
  useEffect(() => {
    drafts.set(key, changesOf(opened, values));
  }, [key, opened, values]);
  const cancel = () => {
    drafts.delete(key);
    onDone();
  };
  return { ...form, cancel };
}

/** Whether the form is still on the page. */
function useIsOpen(): RefObject<boolean> {
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  return isOpen;
}

const changesOf = <V extends object>(before: V, now: V): object =>
  Object.fromEntries(Object.entries(now).filter(([field, value]) => value !== before[field as keyof V]));
