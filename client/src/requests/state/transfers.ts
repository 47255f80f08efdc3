import type { CallBody } from '@sangam/shared/app/calls';
import type { Project } from '@sangam/shared/projects/projects';
import type { Offer } from '@sangam/shared/projects/transfers';
import { request } from '../../core/api/client';
import { isConflict, type Result } from '../../core/api/errors';
import { currentUserId } from '../../core/session/session';
import { createList } from '../../core/store/list';
import { mapResult } from '../../core/store/loadable';
import { moment } from '../../core/store/table';
import { loadInbox } from '../../notices/state/notifications';
import { ofOtherCreator, projects } from '../../projects/state/project-table';
import { offers } from '../../projects/state/transfer-table';
import { loadProject } from './project-pages';
import { followTakeover } from './takeovers';

/** The projects that the member is asked to take over. */
export const myOffers = createList({
  table: offers,
  belongs: (item: Offer): item is Offer => item.user_id === currentUserId(),
  fetch: async (query) =>
    mapResult(await request('GET /api/projects/offers', { query }), ({ data: { offers: items, ...page } }) => ({
      items,
      ...page,
    })),
});

/** Offers one's own project to a member of its team. */
export async function offerProject(id: number, userId: number): Promise<Result<Offer>> {
  const asked = moment();
  const answer = await request('PUT /api/projects/:id/offer', { params: { id }, body: { user_id: userId } });
  if (answer.ok) offers.upsert(answer.value.data.offer, asked);
  else if (isConflict(answer.error)) await loadProject(id);
  return mapResult(answer, ({ data }) => data.offer);
}

/** Takes back the offer of one's own project; one that was answered meanwhile shows as what it led to. */
export async function takeBackOffer(projectId: number): Promise<Result<Offer>> {
  const answer = await request('DELETE /api/projects/:id/offer', { params: { id: projectId } });
  if (answer.ok) offers.remove(answer.value.data.offer.id);
  else if (isConflict(answer.error)) await loadProject(projectId);
  return mapResult(answer, ({ data }) => data.offer);
}

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
