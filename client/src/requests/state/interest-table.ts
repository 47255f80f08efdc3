import type { Interest } from '@sangam/shared/requests/interests';
import { useShallow } from 'zustand/shallow';
import { useSession } from '../../core/session/session';
import { createTable } from '../../core/store/table';
import { newestIdFirst } from '../../lib/text/compare';

type Known = 'id' | 'project_id' | 'status' | 'requester_id' | 'created_at';
type ById = Readonly<Record<number, InterestEntity>>;

/** Interest in a project: the member's own, or in a project of theirs. Of one's own, the server sends these fields only. */
export type InterestEntity = Pick<Interest, Known> & Partial<Interest>;

export const interests = createTable<InterestEntity>();

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
