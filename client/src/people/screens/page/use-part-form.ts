import type { ProfileEditBody, User } from '@sangam/shared/people/users';
import { refusalOf } from '../../../core/api/errors';
import type { Checked } from '../../../ui/form/use-form';
import { editProfile } from '../../state/edit-profile';
import { useDraftForm } from '../profile/use-draft-form';

export interface PartFormProps {
  user: User;
  onDone: () => void;
}

export const SAVE = 'Save changes';

/** The state of a form for some profile fields. `key` names its draft. `onDone` is called after saving and on Cancel. */
export const usePartForm = <V extends Record<keyof V, string | boolean>>(
  key: string,
  initial: V,
  check: (values: V) => Checked<ProfileEditBody>,
  onDone: () => void,
) =>
  useDraftForm(
    key,
    {
      initial,
      check,
      send: async (body: ProfileEditBody) => {
        const error = await editProfile(body);
        return error ? refusalOf(error, 'Failed to update profile') : null;
      },
    },
    onDone,
  );
