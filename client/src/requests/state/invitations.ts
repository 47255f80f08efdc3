import type { Invitation } from '@sangam/shared/requests/invitations';
import { useMemo } from 'react';
import { request } from '../../core/api/client';
import { isRefusedWith } from '../../core/api/errors';
import { cacheList } from '../../core/offline/cached-parts';
import { currentUserId, useSession } from '../../core/session/session';
import { createList } from '../../core/store/list';
import { createTable } from '../../core/store/table';
import { newestIdFirst } from '../../lib/text/compare';
import { followNames } from '../../people/state/members';
import { followProjects, onProjectAnswers } from '../../projects/state/project-table';
import { useAtDeadline } from './at-deadline';
import { toInvitations } from './list-pages';

/** Invitations to the member, and those that they have sent. */
export const invitations = createTable<Invitation>(() => ({
  answer_by: undefined,
  ended_by: undefined,
  role_id: undefined,
  role_name: undefined,
}));
followNames(invitations, { creator_id: 'creator_name', user_id: 'user_name' });
// Follows only the title: an invitation keeps its sender after a transfer.
followProjects(invitations, ({ title }) => ({ project_title: title }));

onProjectAnswers({
  page({ my_invitation }, startedAt) {
    if (my_invitation) invitations.merge([my_invitation], startedAt);
  },
});

export const isReceived = ({ user_id }: Invitation, me: number | null): boolean => user_id === me;

/** Pending invitations to the member. */
export const receivedInvitations = createList({
  table: invitations,
  belongs: (item: Invitation): item is Invitation => item.status === 'pending' && isReceived(item, currentUserId()),
  fetch: async (query) => toInvitations(await request('GET /api/invitations/received', { query })),
});
cacheList('receivedInvitations', receivedInvitations);

const emptyPage = { ok: true, value: { items: [], has_more: false, total: 0 } } as const;

/** Invitations to the member that ended without a seat. */
export const endedInvitations = createList({
  table: invitations,
  belongs: (item: Invitation): item is Invitation =>
    ['declined', 'withdrawn'].includes(item.status) && isReceived(item, currentUserId()),
  async fetch(query) {
    const answer = await request('GET /api/invitations/received', { query: { ...query, ended: 'yes' } });
    // A server of the previous version doesn't know the field.
    if (!answer.ok && isRefusedWith(answer.error, 'INVALID')) return emptyPage;
    return toInvitations(answer);
  },
});
cacheList('endedInvitations', endedInvitations);

/** The signed-in member's newest invitation to a project, which is pending or has just been answered. */
export function useMyInvitation(projectId: number): Invitation | undefined {
  const me = useSession(({ user }) => user?.id ?? null);
  const byId = invitations.use((state) => state.byId);
  const newest = useMemo(
    () =>
      Object.values(byId)
        .filter((item) => item.project_id === projectId && isReceived(item, me))
        .toSorted(newestIdFirst)[0],
    [byId, projectId, me],
  );
  return useAtDeadline(newest, 'withdrawn');
}
