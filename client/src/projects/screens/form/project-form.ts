import type { FieldErrors } from '@sangam/shared/core/schemas';
import { cleanLine, cleanText, isBlank, isLonger, tooLong } from '@sangam/shared/core/text';
import { peopleLimits } from '@sangam/shared/people/limits';
import { splitSkills } from '@sangam/shared/people/profile';
import { PROJECT_CATEGORIES, projectLimits } from '@sangam/shared/projects/limits';
import type { Project, ProjectFields } from '@sangam/shared/projects/projects';
import { cleanQuestions } from '@sangam/shared/projects/questions';
import type { RoleEditBody } from '@sangam/shared/projects/role-parts';
import { type CleanRole, cleanRoles, faultsOfRoles } from '@sangam/shared/projects/roles';
import type { FieldState } from '../../../ui/form/use-form';

/** A role in the form. */
export interface RoleValues {
  /** The row's React key. */
  key: number;
  /** The role's id; absent for a new role. */
  id?: number;
  name: string;
  seats: string;
  skills: string;
  /** The creator removed the role. Its row stays until the form is sent, so that no other row moves under the pointer. */
  isRemoved?: boolean;
  /** The role was just added, so its first field takes the focus. */
  isNew?: boolean;
}

/** The roles in the form, and the states of their fields. */
export interface RolesPartProps {
  roles: readonly RoleValues[];
  /** As typed. */
  maxMembers: string;
  onChange: (roles: readonly RoleValues[]) => void;
  /** The states after the last submit. */
  field: (name: string) => FieldState;
}

/** Marks the button Add a role. */
export const ADDS_ROLE = 'data-adds-role';

let keys = 0;
const nextKey = (): number => {
  keys += 1;
  return keys;
};
/** Returns the roles that are sent, without removed ones. The server's field errors count only these. */
export const rolesToSend = ({ roles }: Pick<ProjectValues, 'roles'>): RoleValues[] =>
  roles.filter(({ isRemoved }) => !isRemoved);

export const newRole = (): RoleValues => ({ key: nextKey(), name: '', seats: '1', skills: '', isNew: true });

/** The checked fields of the form. A new project's roles have no ids. */
export type CheckedProject = ProjectFields & { roles: RoleEditBody[] };

export interface ProjectValues {
  title: string;
  description: string;
  category: string;
  maxMembers: string;
  answerDays: string;
  skills: string;
  timeline: string;
  /** One question per line. */
  questions: string;
  roles: readonly RoleValues[];
}

export const emptyProject: ProjectValues = {
  title: '',
  description: '',
  category: '',
  maxMembers: String(projectLimits.membersDefault),
  answerDays: String(projectLimits.answerDaysDefault),
  skills: '',
  timeline: '',
  questions: '',
  roles: [],
};

/** Returns `texts`, with each field that `stored` has as a text too. */
export function withTexts<T extends object>(texts: T, stored: unknown): T {
  const found: Partial<Record<string, unknown>> = typeof stored === 'object' && stored !== null ? { ...stored } : {};
  const entries = Object.entries(texts).map(([name, text]) => [
    name,
    typeof text === 'string' && typeof found[name] === 'string' ? found[name] : text,
  ]);
  return Object.fromEntries(entries);
}

/** Returns the roles of a stored form. */
export const storedRoles = (stored: unknown): RoleValues[] =>
  Array.isArray(stored) ? stored.map((role) => ({ ...withTexts(newRole(), role), isNew: false })) : [];

/** Fills the form from a project. */
export const toValues = (project: Project): ProjectValues => ({
  title: project.title,
  description: project.description,
  category: project.category,
  maxMembers: String(project.max_members),
  answerDays: String(project.answer_days),
  skills: project.required_skills.join(', '),
  timeline: project.timeline ?? '',
  questions: (project.questions ?? []).join('\n'),
  roles: (project.roles ?? []).map(({ id, name, seats, skills }) => ({
    key: nextKey(),
    id,
    name,
    seats: String(seats),
    skills: skills.join(', '),
  })),
});

/** Returns NaN for anything but a whole number. */
const wholeNumber = (text: string): number =>
  text.trim() !== '' && Number.isInteger(Number(text)) ? Number(text) : Number.NaN;

const cleanedRoles = (values: Pick<ProjectValues, 'roles'>): CleanRole[] =>
  cleanRoles(
    rolesToSend(values).map(({ key: _, isRemoved: __, isNew: ___, seats, skills: typed, ...role }) => ({
      ...role,
      seats: wholeNumber(seats),
      skills: splitSkills(typed),
    })),
  );

/** Returns the errors of the typed roles that can be found without the server (R4.15). */
export const faultsOfTyped = (values: Pick<ProjectValues, 'roles' | 'maxMembers'>): FieldErrors =>
  faultsOfRoles(cleanedRoles(values), wholeNumber(values.maxMembers));

/**
 * Checks R4.1 to R4.3, and of R4.15 what can be checked without the server. Errors name fields as on the wire, as the server's errors do.
 */
export function checkProject(
  values: ProjectValues,
): { ok: true; value: CheckedProject } | { ok: false; errors: FieldErrors } {
  const errors: FieldErrors = [];
  const category = PROJECT_CATEGORIES.find((item) => item === values.category);
  const maxMembers = wholeNumber(values.maxMembers);
  const answerDays = wholeNumber(values.answerDays);
  const skills = splitSkills(values.skills);
  const questions = cleanQuestions(values.questions.split('\n'));
  const roles = cleanedRoles(values);
  const [title, description] = [cleanLine(values.title), cleanText(values.description)];
  const timeline = cleanLine(values.timeline);
  if (isBlank(title)) errors.push({ field: 'title', message: 'Title is required' });
  else if (isLonger(title, projectLimits.titleMaxChars))
    errors.push({ field: 'title', message: tooLong('Title', projectLimits.titleMaxChars) });
  if (isBlank(description)) errors.push({ field: 'description', message: 'Description is required' });
  else if (isLonger(description, projectLimits.descriptionMaxChars))
    errors.push({ field: 'description', message: tooLong('Description', projectLimits.descriptionMaxChars) });
  if (category === undefined) errors.push({ field: 'category', message: 'Category is required' });
  if (!(maxMembers >= projectLimits.membersMin && maxMembers <= projectLimits.membersMax))
    errors.push({
      field: 'max_members',
      message: `Max members must be between ${projectLimits.membersMin} and ${projectLimits.membersMax}`,
    });
  if (!(answerDays >= projectLimits.answerDaysMin && answerDays <= projectLimits.answerDaysMax))
    errors.push({
      field: 'answer_days',
      message: `Days to answer must be between ${projectLimits.answerDaysMin} and ${projectLimits.answerDaysMax}`,
    });
  if (skills.length > peopleLimits.skillsMax)
    errors.push({ field: 'required_skills', message: `At most ${peopleLimits.skillsMax} skills` });
  else if (skills.some((skill) => isLonger(skill, peopleLimits.skillMaxChars)))
    errors.push({
      field: 'required_skills',
      message: `Each skill can have at most ${peopleLimits.skillMaxChars} characters`,
    });
  if (isLonger(timeline, projectLimits.timelineMaxChars))
    errors.push({ field: 'timeline', message: tooLong('Timeline', projectLimits.timelineMaxChars) });
  if (questions.length > projectLimits.questionsMax)
    errors.push({ field: 'questions', message: `At most ${projectLimits.questionsMax} questions` });
  else if (questions.some((question) => isLonger(question, projectLimits.questionMaxChars)))
    errors.push({ field: 'questions', message: tooLong('Each question', projectLimits.questionMaxChars) });
  errors.push(...faultsOfRoles(roles, maxMembers));
  if (category === undefined || errors.length > 0) return { ok: false, errors };
  return {
    ok: true,
    value: {
      title,
      description,
      category,
      required_skills: skills,
      timeline: isBlank(timeline) ? null : timeline,
      max_members: maxMembers,
      answer_days: answerDays,
      questions,
      roles,
    },
  };
}
