import { countFormDrafts, formDraftsOf } from '../../core/forms/stored-drafts';
import { importOnce } from '../../lib/loading/load-part';
import { writeStored } from '../../lib/storage';

/** A project's forms that are kept as drafts. */
export const projectForms = ['edit', 'join'] as const;

/** Names the draft of a project's form. */
export const projectForm = (form: (typeof projectForms)[number], projectId: number): string => `${form}:${projectId}`;

/** Deletes the drafts of a project that the member can no longer open. */
export function dropProjectDrafts(member: number, projectId: number): void {
  for (const form of projectForms) writeStored(formDraftsOf(member) + projectForm(form, projectId), null);
}

const loadUseless = importOnce(() => import('./useless-drafts'));

/** Deletes drafts of projects that went while no tab was connected; logout would warn about them. */
export async function dropUselessDrafts(member: number): Promise<void> {
  if (countFormDrafts(member) > 0) await (await loadUseless())?.dropUselessDrafts(member);
}
