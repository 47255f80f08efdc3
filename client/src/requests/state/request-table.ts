import type { RequestStage } from '@sangam/shared/requests/join-request-states';
import type { JoinRequest, MyJoinRequest } from '@sangam/shared/requests/join-requests';
import { currentUserId, useSession } from '../../core/session/session';
import { createTable, type Moment } from '../../core/store/table';
import { newestIdFirst } from '../../lib/text/compare';
import { onProjectAnswers } from '../../projects/state/project-answers';

type Known = 'id' | 'project_id' | 'user_id' | 'status' | 'created_at';

/** A join request: the member's own, or one for a project of theirs. Of one's own, a project's page has these fields only. */
export type RequestEntity = Pick<JoinRequest, Known> & Partial<JoinRequest>;

export const requests = createTable<RequestEntity>();

/** Takes in the member's own requests as the answer about projects names them: without what a list of requests says. */
export function mergeOwnRequests(own: readonly MyJoinRequest[], asked: Moment): void {
  const user_id = useSession.getState().user?.id;
  if (user_id !== undefined)
    requests.merge(
      own.map((item) => ({ ...item, user_id })),
      asked,
    );
}

onProjectAnswers({
  own: mergeOwnRequests,
  page({ project, my_join_request }, asked) {
    const user_id = currentUserId();
    // The contract types the status as plain text.
    const own = my_join_request as Pick<RequestEntity, 'id' | 'status' | 'created_at'> | null;
    if (own && user_id !== null) requests.merge([{ ...own, project_id: project.id, user_id }], asked);
  },
});

/** True of a request that came whole: from a list or an event. */
export const isComplete = (item: RequestEntity): item is JoinRequest => item.message !== undefined;

/** Selector of a member's newest request for a project. */
export const requestOf =
  (userId: number | undefined, projectId: number) =>
  ({ byId }: { byId: Readonly<Record<number, RequestEntity>> }): RequestEntity | undefined =>
    Object.values(byId)
      .filter((item) => item.project_id === projectId && item.user_id === userId)
      .toSorted(newestIdFirst)[0];

/** The signed-in member's newest request for a project. */
export const useMyRequest = (projectId: number): RequestEntity | undefined =>
  requests.use(
    requestOf(
      useSession(({ user }) => user?.id),
      projectId,
    ),
  );

/** Where a request stands: its status, and of a pending one whether it is in line or offered a seat. */
export const stageOf = ({
  status,
  place,
  offered_until,
}: Pick<RequestEntity, 'status' | 'place' | 'offered_until'>): RequestStage => {
  if (status !== 'pending') return status;
  if (offered_until !== undefined) return 'offered';
  return place === undefined ? 'pending' : 'in_line';
};
