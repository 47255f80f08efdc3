import type { Project } from '@sangam/shared/projects/projects';
import { freeSeats } from '@sangam/shared/projects/seats';
import { useSession } from '../../core/session/session';
import { nowMs } from '../../lib/clock';
import { isCreator } from '../../projects/state/creator';
import type { ProjectPage } from '../../projects/state/project-pages';
import { type InterestEntity, useMyInterest } from './interests';
import { type RequestEntity, useMyRequest } from './requests';

/**
 * A reader's state in a project: `declined` is an applicant who can't ask again yet, `stranger` a member who
 * can ask to join. `full`: a member or visitor who can ask for the waitlist.
 */
export type JoinState =
  | 'creator'
  | 'member'
  | 'asked'
  | 'declined'
  | 'full'
  | 'closed'
  | 'finished'
  | 'stranger'
  | 'visitor';

/** Whether the member has a seat: as their newest request says, or the project's page while no request is known. */
export const hasSeat = (page: Pick<ProjectPage, 'isMember'>, own: RequestEntity | undefined): boolean =>
  own === undefined ? page.isMember : own.status === 'accepted';

interface JoinFacts {
  project: Pick<
    Project,
    'creator_id' | 'current_members' | 'max_members' | 'offered_seats' | 'state' | 'seeks_creator_until'
  >;
  /** null for a visitor. */
  userId: number | null;
  /** The member's newest join request. */
  request: RequestEntity | undefined;
  /** The member's newest interest. */
  interest: InterestEntity | undefined;
  /** The project's page, once it was fetched. */
  page?: Pick<ProjectPage, 'isMember'> | undefined;
}

/** Cards and pages choose their actions by this state, so that they offer none that must fail. */
function joinStateOf({ project, userId, request, interest, page = { isMember: false } }: JoinFacts): JoinState {
  if (isCreator(project, userId)) return 'creator';
  if (hasSeat(page, request)) return 'member';
  if (request?.status === 'pending') return 'asked';
  // Nobody can answer a request while the project has no creator.
  if (project.seeks_creator_until) return 'closed';
  if (project.state === 'closed' || project.state === 'finished') return project.state;
  if (askAgainAtOf(request, interest) !== null) return 'declined';
  if (freeSeats(project) === 0) return 'full';
  return userId === null ? 'visitor' : 'stranger';
}

/** When the server accepts another request or interest after this one; null if it does already. */
function askAgainAtOf(
  request: Pick<RequestEntity, 'ask_again_at'> | undefined,
  interest: Pick<InterestEntity, 'ask_again_at'> | undefined,
): string | null {
  const latest = [request?.ask_again_at, interest?.ask_again_at]
    .filter((at) => at !== undefined)
    .toSorted()
    .at(-1);
  return latest !== undefined && Date.parse(latest) > nowMs() ? latest : null;
}

/** When the member may ask the project again, for a seat or with interest; null if at once. */
export const useAskAgainAt = (projectId: number): string | null =>
  askAgainAtOf(useMyRequest(projectId), useMyInterest(projectId));

/** The reader's join state, live. */
export const useJoinState = (project: Project, page?: Pick<ProjectPage, 'isMember'>): JoinState =>
  joinStateOf({
    project,
    userId: useSession(({ user }) => user?.id ?? null),
    request: useMyRequest(project.id),
    interest: useMyInterest(project.id),
    page,
  });
