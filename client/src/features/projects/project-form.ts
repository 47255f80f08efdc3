import type { FieldErrors } from '@sangam/shared/contract/common';
import type { ProjectBody } from '@sangam/shared/contract/projects';
import { limits, PROJECT_CATEGORIES } from '@sangam/shared/rules/limits';
import { isBlank, splitSkills } from '@sangam/shared/rules/text';

export interface ProjectValues {
  title: string;
  description: string;
  category: string;
  maxMembers: string;
  skills: string;
  timeline: string;
}

export const emptyProject: ProjectValues = {
  title: '',
  description: '',
  category: '',
  maxMembers: String(limits.membersDefault),
  skills: '',
  timeline: '',
};

/** R4.1 to R4.3, each error at its field. Fields are named as on the wire, so the server's fit too. */
export function checkProject(
  values: ProjectValues,
): { ok: true; value: ProjectBody } | { ok: false; errors: FieldErrors } {
  const errors: FieldErrors = [];
  const category = PROJECT_CATEGORIES.find((item) => item === values.category);
  const maxMembers = Number(values.maxMembers);
  const skills = splitSkills(values.skills);
  if (isBlank(values.title)) errors.push({ field: 'title', message: 'Title is required' });
  if (isBlank(values.description)) errors.push({ field: 'description', message: 'Description is required' });
  if (category === undefined) errors.push({ field: 'category', message: 'Category is required' });
  if (
    values.maxMembers.trim() === '' ||
    !Number.isInteger(maxMembers) ||
    maxMembers < limits.membersMin ||
    maxMembers > limits.membersMax
  )
    errors.push({
      field: 'max_members',
      message: `Max members must be between ${limits.membersMin} and ${limits.membersMax}`,
    });
  if (skills.length > limits.skillsMax)
    errors.push({ field: 'required_skills', message: `At most ${limits.skillsMax} skills` });
  else if (skills.some((skill) => skill.length > limits.skillMaxChars))
    errors.push({ field: 'required_skills', message: `A skill has at most ${limits.skillMaxChars} characters` });
  if (category === undefined || errors.length > 0) return { ok: false, errors };
  return {
    ok: true,
    value: {
      title: values.title.trim(),
      description: values.description.trim(),
      category,
      required_skills: skills,
      timeline: isBlank(values.timeline) ? null : values.timeline.trim(),
      max_members: maxMembers,
    },
  };
}
