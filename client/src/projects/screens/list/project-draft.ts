import { readFormDraft, writeFormDraft } from '../../../core/forms/form-drafts';
import { uuid } from '../../../lib/uuid';
import { emptyProject, type ProjectValues, rolesToSend, storedRoles, withTexts } from '../form/project-form';

const DRAFT = 'project';

/** The form of a new project, and the idempotency key of its content: sending it again after a lost answer creates no second project. */
export interface ProjectDraft {
  key: string;
  values: ProjectValues;
}

export const newDraft = (values: ProjectValues = emptyProject): ProjectDraft => ({ key: uuid(), values });

/** Returns the form as it was left, also before a reload: phones reload a tab that was long in the background. */
export function readProjectDraft(): ProjectDraft {
  const { key, values }: { key?: unknown; values?: { roles?: unknown } } = readFormDraft(DRAFT);
  if (typeof key !== 'string' || typeof values !== 'object' || values === null) return newDraft();
  return { key, values: { ...withTexts(emptyProject, values), roles: storedRoles(values.roles) } };
}

/** Stores the form until it is sent; an empty one is deleted. */
export function writeProjectDraft({ key, values }: ProjectDraft): void {
  const roles = rolesToSend(values).map(({ name, seats, skills }) => ({ name, seats, skills }));
  const left = { ...values, roles };
  const isEmpty = JSON.stringify(left) === JSON.stringify(emptyProject);
  writeFormDraft(DRAFT, isEmpty ? {} : { key, values: left });
}
