import type { ProjectBody } from '@sangam/shared/contract/projects';
import type { FieldError } from '@sangam/shared/rules/accounts';
import { limits } from '@sangam/shared/rules/limits';
import { cleanSkills, isBlank } from '@sangam/shared/rules/text';
import { invalid, ok, type Result } from '../../lib/result.js';
import type { NewProject } from './queries.js';

/** What validation leaves open of a new project's fields, each complaint at its field (R4.1 to R4.3). */
export function checkProject(body: ProjectBody): Result<Omit<NewProject, 'creator_id'>> {
  const { title, description } = body;
  const timeline = body.timeline ?? '';
  const faults: FieldError[] = [];
  if (isBlank(title)) faults.push({ field: 'title', message: 'Title is required' });
  if (isBlank(description)) faults.push({ field: 'description', message: 'Description is required' });
  if (faults.length > 0) return invalid(faults);
  return ok({
    title,
    description,
    category: body.category,
    required_skills: cleanSkills(body.required_skills ?? []),
    timeline: isBlank(timeline) ? null : timeline,
    max_members: body.max_members ?? limits.membersDefault,
  });
}
