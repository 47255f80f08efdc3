import type { FieldErrors } from '@sangam/shared/contract/common';
import type { ProfileBody, User } from '@sangam/shared/contract/users';
import { limits } from '@sangam/shared/rules/limits';
import { cleanLine, isBlank, isGithubLink, splitSkills } from '@sangam/shared/rules/text';

export interface ProfileValues {
  name: string;
  college: string;
  skills: string;
  github: string;
}

export const profileValues = (user: User): ProfileValues => ({
  name: user.name,
  college: user.college,
  skills: user.skills.join(', '),
  github: user.github_link ?? '',
});

/** R3.1 and R3.2, each error at its field. Fields are named as on the wire. */
export function checkProfile(
  values: ProfileValues,
): { ok: true; value: ProfileBody } | { ok: false; errors: FieldErrors } {
  const errors: FieldErrors = [];
  const skills = splitSkills(values.skills);
  const github = values.github.trim();
  if (isBlank(values.name)) errors.push({ field: 'name', message: 'Name is required' });
  if (isBlank(values.college)) errors.push({ field: 'college', message: 'College is required' });
  if (skills.length === 0) errors.push({ field: 'skills', message: 'Skills are required' });
  else if (skills.length > limits.skillsMax)
    errors.push({ field: 'skills', message: `At most ${limits.skillsMax} skills` });
  else if (skills.some((skill) => skill.length > limits.skillMaxChars))
    errors.push({ field: 'skills', message: `A skill has at most ${limits.skillMaxChars} characters` });
  if (github !== '' && !isGithubLink(github))
    errors.push({ field: 'github_link', message: 'Please enter an address on github.com' });
  if (errors.length > 0) return { ok: false, errors };
  return {
    ok: true,
    value: {
      name: cleanLine(values.name),
      college: cleanLine(values.college),
      skills,
      github_link: github === '' ? null : github,
    },
  };
}
