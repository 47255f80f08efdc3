import type { FieldErrors } from '@sangam/shared/core/schemas';
import type { Project } from '@sangam/shared/projects/projects';
import { readFormDraft, writeFormDraft } from '../../../core/forms/form-drafts';
import { conflictText, draftOf, type Edited, fieldsOf, rebase, withDraft } from '../../../core/forms/rebase-form';
import { type ProjectValues, type RoleValues, storedRoles, toValues, withTexts } from '../parts/project-form';

const draftKey = (projectId: number): string => `edit:${projectId}`;

/** Fields with another name on the wire, as errors name them. */
const wireNames: Partial<Record<keyof ProjectValues, string>> = {
  maxMembers: 'max_members',
  answerDays: 'answer_days',
  skills: 'required_skills',
};

const textsOf = ({ name, seats, skills }: RoleValues) => ({ name, seats, skills });

const isChanged = (role: RoleValues, before: RoleValues | undefined): boolean =>
  Boolean(role.isRemoved) || before === undefined || JSON.stringify(textsOf(role)) !== JSON.stringify(textsOf(before));

/** A project's stored changes. `changed` and `removed` are its roles by id. */
interface StoredRoles {
  changed?: unknown;
  removed?: unknown;
  added?: unknown;
}

const byId = (stored: unknown): Partial<Record<string, unknown>> =>
  typeof stored === 'object' && stored !== null ? { ...stored } : {};

/**
 * Returns the form of a project as it was left, also before a reload: the creator's own changes on the newest project. Roles that were
 * added or removed elsewhere meanwhile stay so.
 */
export function openEdit(project: Project): Edited<ProjectValues> {
  const { roles: now, ...texts } = toValues(project);
  const draft: { roles?: StoredRoles } = readFormDraft(draftKey(project.id));
  const { base, values } = withDraft(texts, draft);
  const { changed, removed, added } = draft.roles ?? {};
  const kept = now.map((role) => ({
    ...withTexts(role, byId(changed)[String(role.id)]),
    ...(Array.isArray(removed) && removed.includes(role.id) && { isRemoved: true }),
  }));
  return { base: { ...base, roles: now }, values: { ...values, roles: [...kept, ...storedRoles(added)] } };
}

/** Stores the fields and roles that differ from before; without any, deletes the draft. */
export function writeEdit(projectId: number, { base, values }: Edited<ProjectValues>): void {
  const [{ roles: before, ...texts }, { roles, ...typed }] = [base, values];
  const touched = roles.filter((role) =>
    isChanged(
      role,
      before.find(({ id }) => id !== undefined && id === role.id),
    ),
  );
  const known = touched.filter(({ id }) => id !== undefined);
  const added = touched.filter(({ id, isRemoved }) => id === undefined && !isRemoved).map(textsOf);
  const changed = Object.fromEntries(known.map((role) => [role.id, textsOf(role)]));
  const removed = known.filter(({ isRemoved }) => isRemoved).map(({ id }) => id);
  writeFormDraft(draftKey(projectId), {
    ...draftOf({ base: texts, values: typed }),
    ...(known.length + added.length > 0 && { roles: { changed, removed, added } }),
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
