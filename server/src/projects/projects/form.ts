import { isBlank } from '@sangam/shared/core/text';
import type { FieldError } from '@sangam/shared/people/account-forms';
import { cleanSkills } from '@sangam/shared/people/profile';
import { projectLimits } from '@sangam/shared/projects/limits';
import type { ProjectBody, ProjectEditBody } from '@sangam/shared/projects/projects';
import { cleanQuestions } from '@sangam/shared/projects/questions';
import { invalid, ok, type Result } from '../../platform/lib/result.js';
import type { ProjectFields } from './queries.js';

/** What validation leaves open of a new project's fields, each complaint at its field (R4.1 to R4.3). */
export function checkProject(body: ProjectBody): Result<ProjectFields> {
  const faults = blanksOf(body);
  if (faults.length > 0) return invalid(faults);
  return ok({
    title: body.title,
    description: body.description,
    category: body.category,
    required_skills: cleanSkills(body.required_skills ?? []),
    timeline: cleanTimeline(body.timeline),
    max_members: body.max_members ?? projectLimits.membersDefault,
    answer_days: body.answer_days ?? projectLimits.answerDaysDefault,
    questions: cleanQuestions(body.questions ?? []),
  });
}

/** The same of the fields that an edit names; it leaves the others as they are. */
export function checkEdit({
  required_skills,
  timeline,
  questions,
  ...others
}: ProjectEditBody): Result<Partial<ProjectFields>> {
  const faults = blanksOf(others);
  if (faults.length > 0) return invalid(faults);
  return ok({
    ...others,
    ...(required_skills === undefined ? {} : { required_skills: cleanSkills(required_skills) }),
    ...(timeline === undefined ? {} : { timeline: cleanTimeline(timeline) }),
    ...(questions === undefined ? {} : { questions: cleanQuestions(questions) }),
  });
}

const blanksOf = ({ title, description }: ProjectEditBody): FieldError[] => {
  const faults: FieldError[] = [];
  if (title !== undefined && isBlank(title)) faults.push({ field: 'title', message: 'Title is required' });
  if (description !== undefined && isBlank(description))
    faults.push({ field: 'description', message: 'Description is required' });
  return faults;
};

const cleanTimeline = (timeline: string | null | undefined): string | null =>
  timeline === undefined || timeline === null || isBlank(timeline) ? null : timeline;
