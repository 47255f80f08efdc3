import type { FieldErrors } from '@sangam/shared/core/schemas';
import type { Project } from '@sangam/shared/projects/projects';
import { readFormDraft, writeFormDraft } from '../../../core/forms/form-drafts';
import { conflictText, draftOf, type Edited, fieldsOf, rebase, withDraft } from '../../../core/forms/rebase-form';
import { projectForm } from '../../sync/project-drafts';
import { type ProjectValues, type RoleValues, rolesToSend, storedRoles, toValues } from '../form/project-form';

const draftKey = (projectId: number): string => projectForm('edit', projectId);

/** Fields with another name on the wire, as errors name them. */
const wireNames: Partial<Record<keyof ProjectValues, string>> = {
  maxMembers: 'max_members',
  answerDays: 'answer_days',
  skills: 'required_skills',
};

const textsOf = ({ name, seats, skills }: RoleValues) => ({ name, seats, skills });

const isChanged = (role: RoleValues, before: RoleValues): boolean =>
  JSON.stringify(textsOf(role)) !== JSON.stringify(textsOf(before));

/** The same role as it is in a list; undefined for a new one. */
const roleOf = (roles: readonly RoleValues[], { id }: RoleValues): RoleValues | undefined =>
  roles.find((role) => id !== undefined && role.id === id);

/** A project's stored changes to its roles: drafts of the changed ones by id, and the ids of the removed ones. */
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
  const kept = now.map((role) => {
    const stored = byId(changed)[String(role.id)];
    const own = withDraft(textsOf(role), typeof stored === 'object' ? (stored ?? {}) : {});
    const isRemoved = Array.isArray(removed) && removed.includes(role.id);
    return { base: { ...role, ...own.base }, values: { ...role, ...own.values, ...(isRemoved && { isRemoved }) } };
  });
  return {
    base: { ...base, roles: kept.map((role) => role.base) },
    values: { ...values, roles: [...kept.map((role) => role.values), ...storedRoles(added)] },
  };
}

/** Stores the fields and roles that differ from before; without any, deletes the draft. */
export function writeEdit(projectId: number, { base, values }: Edited<ProjectValues>): void {
  const [{ roles: before, ...texts }, { roles, ...typed }] = [base, values];
  const known = roles.flatMap((role) => {
    const earlier = roleOf(before, role);
    return earlier && (role.isRemoved || isChanged(role, earlier)) ? [{ role, earlier }] : [];
  });
  const added = roles.filter(({ id, isRemoved }) => id === undefined && !isRemoved).map(textsOf);
  const changed = Object.fromEntries(
    known.map(({ role, earlier }) => [role.id, draftOf({ base: textsOf(earlier), values: textsOf(role) })]),
  );
  const removed = known.filter(({ role }) => role.isRemoved).map(({ role }) => role.id);
  writeFormDraft(draftKey(projectId), {
    ...draftOf({ base: texts, values: typed }),
    ...(known.length + added.length > 0 && { roles: { changed, removed, added } }),
  });
}

export const dropEdit = (projectId: number): void => writeFormDraft(draftKey(projectId), {});

/**
 * Moves the form onto the newest project. `errors` are at the fields that were changed here and, to another value, elsewhere; saved again,
 * they replace what is said now.
 */
export function rebaseEdit(project: Project, { base, values }: Edited<ProjectValues>): Rebased<ProjectValues> {
  const [{ roles: before, ...texts }, { roles: own, ...typed }] = [base, values];
  const { roles: now, ...newest } = toValues(project);
  const fields = rebase({ base: texts, values: typed }, newest);
  const roles = rebaseRoles({ base: before, values: own }, now);
  return {
    base: { ...fields.base, ...fieldsOf(newest, fields.conflicts), roles: roles.base },
    values: { ...fields.values, roles: roles.values },
    errors: [
      ...fields.conflicts.map((field) => ({ field: wireNames[field] ?? field, message: conflictText(newest[field]) })),
      ...roles.errors,
    ],
  };
}

type Rebased<V> = Edited<V> & { errors: FieldErrors };

/** Roles that were added or removed elsewhere stay so. */
function rebaseRoles(
  { base, values }: Edited<readonly RoleValues[]>,
  now: readonly RoleValues[],
): Rebased<RoleValues[]> {
  const moved = now.map((role) => {
    const [before, own] = [roleOf(base, role), roleOf(values, role)];
    if (!before || !own) return { base: role, values: role, conflicts: [] };
    const newest = textsOf(role);
    const { conflicts, ...texts } = rebase({ base: textsOf(before), values: textsOf(own) }, newest);
    return {
      base: { ...before, ...texts.base, ...fieldsOf(newest, conflicts) },
      values: { ...own, ...texts.values },
      conflicts: own.isRemoved ? [] : conflicts.map((field) => ({ field, message: conflictText(newest[field]) })),
    };
  });
  const roles = [...moved.map((role) => role.values), ...values.filter(({ id }) => id === undefined)];
  const sent = rolesToSend({ roles });
  return {
    base: moved.map((role) => role.base),
    values: roles,
    errors: moved.flatMap((role) =>
      role.conflicts.map(({ field, message }) => ({ field: `roles.${sent.indexOf(role.values)}.${field}`, message })),
    ),
  };
}
