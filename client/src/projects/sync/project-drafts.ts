import { request } from '../../core/api/client';
import { isGone } from '../../core/api/errors';
import { formDraftsOf } from '../../core/forms/stored-drafts';
import { currentUserId } from '../../core/session/session';
import { keysStored, writeStored } from '../../lib/storage';
import { isCreator } from '../state/creator';
import { onProjectDropped } from '../state/project-changes';

/** A project's forms that have drafts. */
const forms = ['edit', 'join'] as const;
type Form = (typeof forms)[number];

/** Names the draft of a project's form. */
export const projectForm = (form: Form, projectId: number): string => `${form}:${projectId}`;

// A project that is deleted, or hidden from the member, can be neither edited nor joined.
onProjectDropped(({ id }) => {
  for (const form of forms) writeStored(formDraftsOf(currentUserId() ?? 0) + projectForm(form, id), null);
});

/**
 * Asks the server about each project with a draft, since it may have gone while no tab was connected, and deletes drafts that can no longer
 * be sent. A logout would warn about them.
 */
export async function dropUselessDrafts(member: number): Promise<void> {
  const prefix = formDraftsOf(member);
  for (const key of keysStored(prefix)) {
    const [name, id] = key.slice(prefix.length).split(':');
    const form = forms.find((one) => one === name);
    if (form === undefined) continue;
    const answer = await request('GET /api/projects/:id', { params: { id: Number(id) } });
    if (currentUserId() !== member) return;
    if (answer.ok ? !isUseful(form, answer.value, member) : isGone(answer.error)) writeStored(key, null);
  }
}

interface ProjectAnswer {
  project: { creator_id: number };
  is_member: boolean;
}

/** Only the creator edits a project, and only others ask to join. */
const isUseful = (form: Form, { project, is_member }: ProjectAnswer, member: number): boolean =>
  form === 'edit' ? isCreator(project, member) : !is_member;
