import { request } from '../../core/api/client';
import { isGone } from '../../core/api/errors';
import { formDraftsOf } from '../../core/forms/stored-drafts';
import { currentUserId } from '../../core/session/session';
import { keysStored, writeStored } from '../../lib/storage';
import { isCreator } from '../state/creator';
import { projectForms } from './project-drafts';

/** Asks the server about each project with a draft, and deletes those that can no longer be sent: the project is gone, or the member's part in it is another. */
export async function dropUselessDrafts(member: number): Promise<void> {
  const prefix = formDraftsOf(member);
  for (const key of keysStored(prefix)) {
    const [name, id] = key.slice(prefix.length).split(':');
    const form = projectForms.find((one) => one === name);
    if (form === undefined) continue;
    const answer = await request('GET /api/projects/:id', { params: { id: Number(id) } });
    if (currentUserId() !== member) return;
    if (answer.ok ? !isUseful(form, answer.value, member) : isGone(answer.error)) writeStored(key, null);
  }
}

type Page = { project: { creator_id: number }; is_member: boolean };

/** Only the creator edits a project, and only others ask to join. */
const isUseful = (form: (typeof projectForms)[number], { project, is_member }: Page, member: number): boolean =>
  form === 'edit' ? isCreator(project, member) : !is_member;
