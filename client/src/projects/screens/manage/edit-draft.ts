import type { FieldErrors } from '@sangam/shared/core/schemas';
import type { Project } from '@sangam/shared/projects/projects';
import {
  conflictText,
  draftOf,
  type Edited,
  fieldsOf,
  rebase,
  withDraft,
} from '../../../people/screens/profile/rebase-form';
import { readFormDraft, writeFormDraft } from '../../../people/state/form-drafts';
import { type ProjectValues, type RoleValues, toValues } from '../parts/project-form';
import { storedRoles } from '../parts/stored-form';

const draftKey = (projectId: number): string => `edit:${projectId}`;

/** Fields with another name on the wire, as errors name them. */
const wireNames: Partial<Record<keyof ProjectValues, string>> = {
  maxMembers: 'max_members',
  answerDays: 'answer_days',
  skills: 'required_skills',
};

const isChanged = (role: RoleValues, before: RoleValues | undefined): boolean =>
  before === undefined
    ? !role.isRemoved
    : Boolean(role.isRemoved) ||
      role.name !== before.name ||
      role.seats !== before.seats ||
      role.skills !== before.skills;

/** The role's earlier form; undefined for a new role. */
const beforeOf = ({ id }: RoleValues, roles: readonly RoleValues[]) =>
  id === undefined ? undefined : roles.find((role) => role.id === id);

/**
 * Returns the form of a project as it was left, also before a reload: the creator's own changes on the newest project. Roles that were
 * added or removed elsewhere meanwhile stay so.
 */
export function openEdit(project: Project): Edited<ProjectValues> {
  const { roles: now, ...texts } = toValues(project);
  const stored: { roles?: unknown } = readFormDraft(draftKey(project.id));
  const { base, values } = withDraft(texts, stored);
  const left = storedRoles(stored.roles);
  const kept = now.map((role) => ({ ...role, ...left.find(({ id }) => id === role.id), key: role.key }));
  const added = left.filter(({ id }) => id === undefined);
  return { base: { ...base, roles: now }, values: { ...values, roles: [...kept, ...added] } };
}

/** Stores the fields and roles that differ from before; without any, deletes the draft. */
export function writeEdit(projectId: number, { base, values }: Edited<ProjectValues>): void {
  const [{ roles: before, ...texts }, { roles, ...typed }] = [base, values];
  const changed = roles
    .filter((role) => isChanged(role, beforeOf(role, before)))
    .map(({ id, name, seats, skills, isRemoved }) => ({ id, name, seats, skills, isRemoved }));
  writeFormDraft(draftKey(projectId), {
    ...draftOf({ base: texts, values: typed }),
    ...(changed.length > 0 && { roles: changed }),
  });
}

export const dropEdit = (projectId: number): void => writeFormDraft(draftKey(projectId), {});

/** Returns errors at the fields that were changed here and, to another value, elsewhere, and `base` with their newest values. */
export function changedElsewhere(project: Project, { base, values }: Edited<ProjectValues>) {
  const [{ roles: _, ...texts }, { roles: __, ...typed }] = [base, values];
  const { roles: ___, ...newest } = toValues(project);
  const { conflicts } = rebase({ base: texts, values: typed }, newest);
  const errors: FieldErrors = conflicts.map((field) => ({
    field: wireNames[field] ?? field,
    message: conflictText(newest[field]),
  }));
  return { base: { ...base, ...fieldsOf(newest, conflicts) }, errors };
}
