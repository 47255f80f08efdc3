import type { CallBody } from '@sangam/shared/app/calls';
import type { Project } from '@sangam/shared/projects/projects';
import type { Transfer } from '@sangam/shared/projects/transfers';
import { request } from '../../core/api/client';
import { isConflict, type Result } from '../../core/api/errors';
import { mapResult } from '../../core/store/loadable';
import { moment } from '../../core/store/table';
import { loadNotifications } from '../../notices/state/notifications';
import { ofOtherCreator, projects } from '../../projects/state/project-table';
import { transfers } from '../../projects/state/transfer-table';
import { refreshAfterTransfer } from '../state/follow-projects';

/** Accepts or declines a transfer. One that is no longer pending leaves the screen. */
export async function answerTransfer(
  { id, project_id }: Pick<Transfer, 'id' | 'project_id'>,
  status: CallBody<'PUT /api/projects/:id/offer/status'>['status'],
): Promise<Result<Project>> {
  const asked = moment();
  const answer = await request('PUT /api/projects/:id/offer/status', { params: { id: project_id }, body: { status } });
  const result = mapResult(answer, ({ data }) => data.project);
  if (!result.ok && !isConflict(result.error)) return result;
  transfers.remove(id);
  if (result.ok) projects.upsert({ ...result.value, ...ofOtherCreator(project_id, result.value.creator_id) }, asked);
  await Promise.all([loadNotifications(), result.ok && status === 'accepted' && refreshAfterTransfer(project_id)]);
  return result;
}
