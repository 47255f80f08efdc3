import { coreLimits } from '@sangam/shared/core/limits';
import type { FieldErrors } from '@sangam/shared/core/schemas';
import { clean, cleanLine, isBlank, isLonger, tooLong } from '@sangam/shared/core/text';
import { peopleLimits } from '@sangam/shared/people/limits';
import { isGithubLink, splitSkills } from '@sangam/shared/people/profile';
import type { ProfileBody, User } from '@sangam/shared/people/users';
import toast from 'react-hot-toast';
import { request } from '../../../core/api/client';
import { refusalOf } from '../../../core/api/errors';
import { updateUser } from '../../../core/session/session';
import { type Checked, type Refusal, useForm } from '../../../ui/form/use-form';

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
  const errors: FieldErrors = [];
  const skills = splitSkills(values.skills);
  const [name, college, github] = [cleanLine(values.name), cleanLine(values.college), clean.link(values.github_link)];
  if (isBlank(name)) errors.push({ field: 'name', message: 'Name is required' });
  else if (isLonger(name, peopleLimits.nameMaxChars))
    errors.push({ field: 'name', message: tooLong('Name', peopleLimits.nameMaxChars) });
  if (isBlank(college)) errors.push({ field: 'college', message: 'College is required' });
  else if (isLonger(college, peopleLimits.collegeMaxChars))
    errors.push({ field: 'college', message: tooLong('College', peopleLimits.collegeMaxChars) });
  if (skills.length === 0) errors.push({ field: 'skills', message: 'Skills are required' });
  else if (skills.length > peopleLimits.skillsMax)
    errors.push({ field: 'skills', message: `At most ${peopleLimits.skillsMax} skills` });
  else if (skills.some((skill) => isLonger(skill, peopleLimits.skillMaxChars)))
    errors.push({ field: 'skills', message: `Each skill can have at most ${peopleLimits.skillMaxChars} characters` });
  if (github !== '' && !isGithubLink(github))
    errors.push({ field: 'github_link', message: 'Please enter an address on github.com' });
  else if (isLonger(github, coreLimits.urlMaxChars))
    errors.push({ field: 'github_link', message: tooLong('GitHub link', coreLimits.urlMaxChars) });
  if (errors.length > 0) return { ok: false, errors };
  return {
    ok: true,
    value: { name, college, skills, github_link: github === '' ? null : github },
  };
}

async function saveProfile(profile: ProfileBody): Promise<Refusal | null> {
  const answer = await request('PUT /api/users/profile', { body: profile });
  if (!answer.ok) return refusalOf(answer.error, 'Failed to update profile');
  updateUser(answer.value.user);
  toast.success('Profile updated successfully!');
  return null;
}

/** A form over the member's profile. `onDone` is called once it is saved; a failure keeps the values. */
export const useProfileForm = (user: User, onDone: () => void) =>
  useForm({
    initial: profileValues(user),
    check: checkProfile,
    send: async (profile) => {
      const refusal = await saveProfile(profile);
      if (refusal === null) onDone();
      return refusal;
    },
  });
