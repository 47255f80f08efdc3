import type { CallBody } from '@sangam/shared/app/calls';
import type { Invitation } from '@sangam/shared/requests/invitations';
import { request } from '../../core/api/client';
import { isConflict, mapResult, type Result } from '../../core/api/errors';
import { createList, type List } from '../../core/store/list';
import { moment } from '../../core/store/table';
import { isCreator } from '../../projects/state/creator';
import { invitations, receivedInvitations } from './invitations';
import { toInvitations } from './list-pages';

const byProject = new Map<number, List<Invitation>>();

/** The invitations to one of the member's own projects, in every state: the same list on each call. */
export function sentInvitations(project_id: number): List<Invitation> {
  const known = byProject.get(project_id);
  if (known) return known;
  const list = createList({
    table: invitations,
    belongs: (item: Invitation): item is Invitation => item.project_id === project_id && isCreator(item),
    fetch: async (query) =>
      toInvitations(await request('GET /api/invitations/sent', { query: { ...query, project_id } })),
  });
  byProject.set(project_id, list);
  return list;
}

/**
 * Whether invitations to the member's own project may be pending. Fetches the newest; true if that fails or if there are older ones, so that
 * the caller asks first.
 */
export async function mayHavePendingInvitations(projectId: number): Promise<boolean> {
  const sent = sentInvitations(projectId);
  if (!(await sent.load()) || sent.useIds.getState().beyond > 0) return true;
  return (sent.items() ?? []).some(({ status, ended_by }) => status === 'pending' && ended_by === undefined);
}

type Invite = CallBody<'POST /api/projects/:id/invitations'>;

/** Invites a member to one of the member's own projects. If they were invited before, fetches that invitation. */
export async function invite(projectId: number, body: Invite): Promise<Result<Invitation>> {
  const startedAt = moment();
  const answer = await request('POST /api/projects/:id/invitations', { params: { id: projectId }, body });
  if (answer.ok) invitations.upsert(answer.value.data.invitation, startedAt);
  else if (isConflict(answer.error)) await sentInvitations(projectId).load();
  return mapResult(answer, ({ data }) => data.invitation);
}

/** Accepts or declines an invitation. If it has ended in the meantime, fetches those that are pending. */
export async function answerInvitation(id: number, status: 'accepted' | 'declined'): Promise<Result<Invitation>> {
  const startedAt = moment();
  const answer = await request('PUT /api/invitations/:id/status', { params: { id }, body: { status } });
  if (answer.ok) invitations.upsert(answer.value.data.invitation, startedAt);
  else if (isConflict(answer.error)) await receivedInvitations.load();
  return mapResult(answer, ({ data }) => data.invitation);
}

/** Withdraws a pending invitation. If it was answered in the meantime, fetches the answer. */
export async function withdrawInvitation({ id, project_id }: Invitation): Promise<Result<Invitation>> {
  const startedAt = moment();
  const answer = await request('DELETE /api/invitations/:id', { params: { id } });
  if (answer.ok) invitations.upsert(answer.value.data.invitation, startedAt);
  else if (isConflict(answer.error)) await sentInvitations(project_id).load();
  return mapResult(answer, ({ data }) => data.invitation);
}
