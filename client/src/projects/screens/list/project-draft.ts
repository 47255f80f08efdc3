import { uuid } from '../../../lib/uuid';
import { readFormDraft, writeFormDraft } from '../../../people/state/form-drafts';
import { emptyProject, newRole, type ProjectValues, type RoleValues, rolesToSend } from '../parts/project-form';

const DRAFT = 'project';

/** The form of a new project, and the idempotency key of its content: sending it again after a lost answer creates no second project. */
export interface ProjectDraft {
  key: string;
  values: ProjectValues;
}

export const newDraft = (values: ProjectValues = emptyProject): ProjectDraft => ({ key: uuid(), values });

/** Returns `texts`, with each field that `stored` has as a text too. */
function withTexts<T extends object>(texts: T, stored: unknown): T {
  const found: Partial<Record<string, unknown>> = typeof stored === 'object' && stored !== null ? { ...stored } : {};
  const entries = Object.entries(texts).map(([name, text]) => [
    name,
    typeof text === 'string' && typeof found[name] === 'string' ? found[name] : text,
  ]);
  return Object.fromEntries(entries);
}

const roleOf = (stored: unknown): RoleValues => ({ ...withTexts(newRole(), stored), isNew: false });

/** Returns the form as it was left, also before a reload: phones reload a tab that was long in the background. */
export function readProjectDraft(): ProjectDraft {
  const { key, values }: { key?: unknown; values?: { roles?: unknown } } = readFormDraft(DRAFT);
  if (typeof key !== 'string' || typeof values !== 'object' || values === null) return newDraft();
  const roles = Array.isArray(values.roles) ? values.roles.map(roleOf) : [];
  return { key, values: { ...withTexts(emptyProject, values), roles } };
}

/** Stores the form until it is sent; an empty one is deleted. */
export function writeProjectDraft({ key, values }: ProjectDraft): void {
  const roles = rolesToSend(values).map(({ name, seats, skills }) => ({ name, seats, skills }));
  const left = { ...values, roles };
  const isEmpty = JSON.stringify(left) === JSON.stringify(emptyProject);
  writeFormDraft(DRAFT, isEmpty ? {} : { key, values: left });
}
