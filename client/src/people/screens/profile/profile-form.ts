import type { Checked } from '@sangam/shared/core/field-errors';
import type { ProfileBody, User } from '@sangam/shared/people/users';
import toast from 'react-hot-toast/headless';
import { writeFormDraft } from '../../../core/forms/form-drafts';
import { checkFields, profileChecks } from './profile-checks';
import { useDraftForm } from './use-draft-form';

interface ProfileValues {
  name: string;
  college: string;
  skills: string;
  github_link: string;
}

const profileValues = (user: User): ProfileValues => ({
  name: user.name,
  college: user.college,
  skills: user.skills.join(', '),
  github_link: user.github_link ?? '',
});

/** Checks R3.1 and R3.2, each error at its field. */
export function checkProfile(values: ProfileValues): Checked<ProfileBody> {
  const { name, college, skills, github_link } = profileChecks;
  return checkFields({ name, college, skills, github_link }, values);
}

const sayUpdated = (): void => void toast.success('Profile updated successfully!');

/** A form over the member's profile. `onDone` is called once it is saved, and on Cancel. */
export const useProfileForm = (user: User, onDone: () => void) =>
  useDraftForm({ key: 'profile', user, valuesOf: profileValues, check: checkProfile, onSaved: sayUpdated }, onDone);

const WELCOME = 'welcome';

/** Deletes the draft of a skipped form, to which nothing leads back. */
export const dropWelcomeDraft = (): void => writeFormDraft(WELCOME, {});

/** Like `useProfileForm`, after sign-up; also asks whether strangers may find the member. */
export const useWelcomeForm = (user: User, onDone: () => void) =>
  useDraftForm(
    {
      key: WELCOME,
      user,
      valuesOf: (own) => ({ ...profileValues(own), listed: own.listed ?? false }),
      check: ({ listed, ...values }) => {
        const checked = checkProfile(values);
        return checked.ok ? { ok: true, value: { ...checked.value, listed } } : checked;
      },
      onSaved: sayUpdated,
    },
    onDone,
  );
