import type { User } from '@sangam/shared/people/users';
import { useState } from 'react';
import { useForm } from '../../../ui/form/use-form';
import { checkProfile, type ProfileValues, profileValues } from './profile-form';
import { saveProfile } from './save-profile';

/** What a form over the member's profile holds. `onDone` is called once it is saved; what was typed outlives a failure. */
export function useProfileForm(user: User, onDone: () => void) {
  const [values, setValues] = useState(() => profileValues(user));
  const change = (part: Partial<ProfileValues>) => setValues((before) => ({ ...before, ...part }));
  const form = useForm({
    check: () => checkProfile(values),
    send: async (profile) => {
      const refusal = await saveProfile(profile);
      if (refusal === null) onDone();
      return refusal;
    },
  });
  return { ...form, values, change };
}
