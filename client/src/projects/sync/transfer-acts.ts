import type { CallBody } from '@sangam/shared/app/calls';
import type { Project } from '@sangam/shared/projects/projects';
import type { Transfer } from '@sangam/shared/projects/transfers';
import { request } from '../../core/api/client';
import { isConflict, mapResult, type Result } from '../../core/api/errors';
import { moment } from '../../core/store/table';
import { loadNotifications } from '../../notices/state/notifications';
import { refreshAfterTransfer } from '../../requests/state/follow-projects';
import { loadProject } from '../state/project-pages';
import { ofOtherCreator, projects } from '../state/project-table';
import { transfers } from '../state/transfers';

/** Offers the member's own project to a member of its team. */
export async function offerTransfer(id: number, userId: number): Promise<Result<Transfer>> {
  const startedAt = moment();
  const answer = await request('PUT /api/projects/:id/offer', { params: { id }, body: { user_id: userId } });
  if (answer.ok) transfers.upsert(answer.value.data.offer, startedAt);
  else if (isConflict(answer.error)) await loadProject(id);
  return mapResult(answer, ({ data }) => data.offer);
}

/** Cancels the pending transfer. If it was already answered, fetches the result. */
export async function cancelTransfer(projectId: number): Promise<Result<Transfer>> {
  const answer = await request('DELETE /api/projects/:id/offer', { params: { id: projectId } });
  if (answer.ok) transfers.remove(answer.value.data.offer.id);
  else if (isConflict(answer.error)) await loadProject(projectId);
  return mapResult(answer, ({ data }) => data.offer);
}

/** Accepts or declines a transfer. If it is no longer pending, removes it. */
export async function answerTransfer(
  { id, project_id }: Pick<Transfer, 'id' | 'project_id'>,
  status: CallBody<'PUT /api/projects/:id/offer/status'>['status'],
): Promise<Result<Project>> {
  const startedAt = moment();
  const answer = await request('PUT /api/projects/:id/offer/status', { params: { id: project_id }, body: { status } });
  const result = mapResult(answer, ({ data }) => data.project);
  if (!result.ok && !isConflict(result.error)) return result;
  transfers.remove(id);
  if (result.ok)
    projects.upsert({ ...result.value, ...ofOtherCreator(project_id, result.value.creator_id) }, startedAt);
  await Promise.all([loadNotifications(), result.ok && status === 'accepted' && refreshAfterTransfer(project_id)]);
  return result;
}
