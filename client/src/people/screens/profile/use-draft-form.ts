import type { Checked } from '@sangam/shared/core/field-errors';
import { keysOf } from '@sangam/shared/core/keys-of';
import type { ProfileEditBody, User } from '@sangam/shared/people/users';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { refusalOf } from '../../../core/api/errors';
import { readFormDraft, writeFormDraft } from '../../../core/forms/form-drafts';
import { changedFields, conflictText, draftOf, fieldsOf, rebase, withDraft } from '../../../core/forms/rebase-form';
import { type FormState, type Refusal, useForm } from '../../../ui/form/use-form';
import { editProfileOn, newestProfile } from '../../state/edit-profile';

interface ProfileFormWork<V> {
  /** Names the form's draft. */
  key: string;
  user: User;
  /** The form's values for a profile. */
  valuesOf: (user: User) => V;
  check: (values: V) => Checked<ProfileEditBody>;
  /** Called once the profile is saved, before `onDone`. */
  onSaved?: () => void;
}

/**
 * Like `useForm`, for a form over parts of the member's profile that they may leave: it then opens as it was left, also after a reload, until
 * it was sent or cancelled. `onDone` is called after both, unless something else was typed while it was sent; called on its own, it leaves the
 * form. Fields that change on another device follow it; one that the member changed as well says so before it is replaced.
 */
export function useDraftForm<V extends Record<keyof V, string | boolean>>(
  { key, user, valuesOf, check, onSaved }: ProfileFormWork<V>,
  onDone: () => void,
): FormState<V> & { cancel: () => void } {
  const [opened] = useState(() => withDraft(valuesOf(user), readFormDraft(key)));
  const [base, setBase] = useState(opened.base);
  const isOpen = useIsOpen();
  const isDone = useRef(false);
  /** Changes that were given up may arrive later, and are not another device's. */
  const sent = useRef<ProfileEditBody[]>([]);
  const rebaseOn = (newest: User, values: V) => {
    const moved = rebase({ base, values }, valuesOf(newest));
    const isOwn = sent.current.some((body) => hasChange(newest, body));
    return isOwn
      ? { ...moved, base: { ...moved.base, ...fieldsOf(valuesOf(newest), moved.conflicts) }, conflicts: [] }
      : moved;
  };
  const form = useForm({
    initial: opened.values,
    check: (values: V) => check(rebaseOn(user, values).values),
    send: async (_: ProfileEditBody, values: V) => {
      let refusal: Refusal | null = null;
      const error = await editProfileOn((newest) => {
        const { conflicts, values: moved } = rebaseOn(newest, values);
        const checked: Checked<ProfileEditBody> =
          conflicts.length === 0 ? check(moved) : { ok: false, errors: conflictErrors(newest, conflicts) };
        if (checked.ok) sent.current.push(checked.value);
        else refusal = { text: 'Failed to update profile', errors: checked.errors };
        return checked.ok ? checked.value : null;
      });
      if (error !== null) return refusalOf(error, 'Failed to update profile');
      if (refusal === null) finish(values);
      return refusal;
    },
  });
  const { values, busy } = form;
  const conflictErrors = (newest: User, conflicts: readonly (keyof V & string)[]) => {
    const now = valuesOf(newest);
    // Saved again, they replace what is said now.
    setBase((before) => ({ ...before, ...fieldsOf(now, conflicts) }));
    return conflicts.map((field) => ({ field, message: conflictText(now[field]) }));
  };
  const shown = useRef(values);
  const finish = (saved: V) => {
    onSaved?.();
    const stored = valuesOf(newestProfile() ?? user);
    const left = isOpen.current ? shown.current : withDraft(stored, readFormDraft(key)).values;
    if (changedFields({ base: saved, values: left }).some((field) => left[field] !== stored[field])) {
      // More was typed.
      setBase(stored);
      return;
    }
    writeFormDraft(key, {});
    isDone.current = isOpen.current;
    if (isOpen.current) onDone();
  };
  useEffect(() => {
    shown.current = values;
    if (!isDone.current) writeFormDraft(key, draftOf({ base, values }));
  }, [key, base, values]);
  const newest = JSON.stringify(valuesOf(user));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form moves when the profile has changed, and once its own change is answered
  useEffect(() => {
    if (busy || isDone.current) return;
    const { base: next, moved } = rebaseOn(user, values);
    setBase(next);
    form.change(moved);
  }, [newest, busy]);
  const cancel = () => {
    isDone.current = true;
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

const isEmpty = (value: unknown): boolean => !value || (Array.isArray(value) && value.length === 0);

/** Whether the profile has all that a change says: it was stored, though its answer was lost. */
const hasChange = (profile: User, change: ProfileEditBody): boolean =>
  keysOf(change).every((field) => {
    const [now, sent] = [profile[field], change[field]];
    return JSON.stringify(now) === JSON.stringify(sent) || (isEmpty(now) && isEmpty(sent));
  });
