import type { CallBody } from '@sangam/shared/app/calls';
import type { Project } from '@sangam/shared/projects/projects';
import type { Offer } from '@sangam/shared/projects/transfers';
import { request } from '../../core/api/client';
import { isConflict, type Result } from '../../core/api/errors';
import { mapResult } from '../../core/store/loadable';
import { moment } from '../../core/store/table';
import { loadInbox } from '../../notices/state/notifications';
import { ofOtherCreator, projects } from '../../projects/state/project-table';
import { offers } from '../../projects/state/transfer-table';
import { followTakeover } from '../state/follow-projects';

/** Takes over the project that is offered, or declines. An offer that does not stand any more leaves the screen. */
export async function answerOffer(
  { id, project_id }: Pick<Offer, 'id' | 'project_id'>,
  status: CallBody<'PUT /api/projects/:id/offer/status'>['status'],
): Promise<Result<Project>> {
  const asked = moment();
  const answer = await request('PUT /api/projects/:id/offer/status', { params: { id: project_id }, body: { status } });
  const result = mapResult(answer, ({ data }) => data.project);
  if (!result.ok && !isConflict(result.error)) return result;
  offers.remove(id);
  if (result.ok) projects.upsert({ ...result.value, ...ofOtherCreator(project_id, result.value.creator_id) }, asked);
  await Promise.all([loadInbox(), result.ok && status === 'accepted' && followTakeover(project_id)]);
  return result;
}
