import type { Checked } from '@sangam/shared/core/field-errors';
import type { ProfileEditBody, User } from '@sangam/shared/people/users';
import { useDraftForm } from '../profile/use-draft-form';

export interface PartFormProps {
  user: User;
  onDone: () => void;
}

export const SAVE = 'Save changes';

/** The state of a form for some profile fields. `key` names its draft. `onDone` is called after saving and on Cancel. */
export const usePartForm = <V extends Record<keyof V, string | boolean>>(
  key: string,
  { user, onDone }: PartFormProps,
  valuesOf: (own: User) => V,
  check: (values: V) => Checked<ProfileEditBody>,
) => useDraftForm({ key, user, valuesOf, check }, onDone);
