import type { User } from '@sangam/shared/contract/users';
import { useState } from 'react';
import { Banner } from '../../ui/Banner';
import { Button } from '../../ui/Button';
import { useForm } from '../../ui/use-form';
import { CollegeAndSkills } from './CollegeAndSkills';
import { checkProfile, profileValues } from './profile-form';
import { saveProfile } from './save-profile';

/** College and skills alone; the rest of the profile can wait. */
export function WelcomeForm({ user, onDone }: { user: User; onDone: () => void }) {
  const [values, setValues] = useState(() => profileValues(user));
  const { field, failure, busy, submit } = useForm({
    check: () => checkProfile(values),
    send: async (profile) => {
      const refusal = await saveProfile(profile);
      if (refusal === null) onDone();
      return refusal;
    },
  });
  return (
    <form noValidate onSubmit={submit} className="grid gap-4" aria-label="Welcome">
      {failure && <Banner tone="error">{failure}</Banner>}
      <CollegeAndSkills
        autoFocus
        values={values}
        field={field}
        onChange={(part) => setValues((before) => ({ ...before, ...part }))}
      />
      <Button type="submit" variant="primary" busy={busy} block>
        Save and continue
      </Button>
    </form>
  );
}
