import { isKeyOf } from '@sangam/shared/core/keys-of';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { type FormState, type FormWork, useForm } from '../../../ui/form/use-form';
import { readFormDraft, writeFormDraft } from './form-drafts';

/**
 * Like `useForm`, but keeps unsent changes as a draft under `key` until they are sent or canceled, even across a reload. `onDone` is called
 * after sending, unless the member typed more meanwhile, and by `cancel`. Calling `onDone` directly leaves the form and keeps the draft.
 */
export function useDraftForm<V extends Record<keyof V, string | boolean>, T>(
  key: string,
  { initial, check, send }: FormWork<V, T>,
  onDone: () => void,
): FormState<V> & { cancel: () => void } {
  // Changes are relative to the values at opening: an edit on another device isn't this form's change.
  const [opened] = useState(initial);
  const isOpen = useIsOpen();
  const [left] = useState(() => fieldsOf(initial, readFormDraft(key)));
  const form = useForm({
    initial: { ...opened, ...left },
    // Fields that the member did not change are sent with their current values.
    check: (values: V) => check({ ...initial, ...changesOf(opened, values) }),
    send: async (value: T, values: V) => {
      const refusal = await send(value, values);
      if (refusal === null && JSON.stringify(readFormDraft(key)) === JSON.stringify(changesOf(opened, values))) {
        writeFormDraft(key, {});
        if (isOpen.current) onDone();
      }
      return refusal;
    },
  });
  const { values } = form;
  useEffect(() => writeFormDraft(key, changesOf(opened, values)), [key, opened, values]);
  const cancel = () => {
    writeFormDraft(key, {});
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
  Object.fromEntries(
    Object.entries(now).filter(([field, value]) => !isKeyOf(before, field) || value !== before[field]),
  );

/** Keeps only the draft's fields that the form has, with the right type: another version of the application may have stored the draft. */
const fieldsOf = <V extends object>(form: V, draft: object): object =>
  Object.fromEntries(
    Object.entries(draft).filter(([field, value]) => isKeyOf(form, field) && typeof value === typeof form[field]),
  );
