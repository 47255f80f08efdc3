import type { ProfileEditBody, User } from '@sangam/shared/people/users';
import { refusalOf } from '../../../core/api/errors';
import { type Checked, useForm } from '../../../ui/form/use-form';
import { editProfile } from '../../state/edit-profile';

export interface PartFormProps {
  user: User;
  onDone: () => void;
}

export const SAVE = 'Save changes';

/** A form over some parts of the profile. `onDone` is called once they are saved; a failure keeps the values. */
export const usePartForm = <V extends Record<keyof V, string | boolean>>(
  initial: V,
  check: (values: V) => Checked<ProfileEditBody>,
  onDone: () => void,
) =>
  useForm({
    initial,
    check,
    send: async (body: ProfileEditBody) => {
      const error = await editProfile(body);
      if (error) return refusalOf(error, 'Failed to update profile');
      onDone();
      return null;
    },
  });
