import type { Interest } from '@sangam/shared/requests/interests';
import { useShallow } from 'zustand/shallow';
import { currentUserId, useSession } from '../../core/session/session';
import { createTable } from '../../core/store/table';
import { newestIdFirst } from '../../lib/text/compare';
import { onProjectAnswers } from '../../projects/state/project-answers';

type Known = 'id' | 'project_id' | 'status' | 'requester_id' | 'created_at';
type ById = Readonly<Record<number, InterestEntity>>;

/** Interest in a project: the member's own, or in a project of theirs. Of one's own, the server sends these fields only. */
export type InterestEntity = Pick<Interest, Known> & Partial<Interest>;

export const interests = createTable<InterestEntity>();

onProjectAnswers({
  page({ project, connections, my_connection }, asked) {
    const requester_id = currentUserId();
    interests.merge(connections, asked);
    // The contract types the status as plain text.
    const own = my_connection as Pick<InterestEntity, 'id' | 'status' | 'created_at'> | null;
    if (own && requester_id !== null) interests.merge([{ ...own, project_id: project.id, requester_id }], asked);
  },
});

/** True of interest in a project of the member's: it comes with who is interested. */
export const isIncoming = (item: InterestEntity): item is Interest => item.requester_name !== undefined;

/** Selector of the interest in a project, newest first, for its creator. */
export const interestsIn =
  (projectId: number) =>
  ({ byId }: { byId: ById }): Interest[] =>
    Object.values(byId)
      .filter(isIncoming)
      .filter((item) => item.project_id === projectId)
      .toSorted(newestIdFirst);

/** Selector of a member's newest interest in a project. */
export const interestOf =
  (userId: number | undefined, projectId: number) =>
  ({ byId }: { byId: ById }): InterestEntity | undefined =>
    Object.values(byId)
      .filter((item) => item.project_id === projectId && item.requester_id === userId)
      .toSorted(newestIdFirst)[0];

/** Who is interested in a project, newest first, for its creator. */
export const useInterestsIn = (projectId: number): Interest[] => interests.use(useShallow(interestsIn(projectId)));

/** The signed-in member's newest interest in a project. */
export const useMyInterest = (projectId: number): InterestEntity | undefined =>
  interests.use(
    interestOf(
      useSession(({ user }) => user?.id),
      projectId,
    ),
  );
