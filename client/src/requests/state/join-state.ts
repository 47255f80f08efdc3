import type { Project } from '@sangam/shared/projects/projects';
import { useSession } from '../../core/session/session';
import { nowMs } from '../../lib/clock';
import type { ProjectPage } from '../../projects/state/project-pages';
import { type RequestEntity, useMyRequest } from './requests';

/**
 * Where somebody stands with a project: its creator, a member of its team, waiting for an answer, declined and to ask
 * again later, before a full team or a project that takes no requests, or none of these, as a stranger or a visitor.
 */
export type Standing =
  | 'creator'
  | 'member'
  | 'asked'
  | 'declined'
  | 'full'
  | 'closed'
  | 'finished'
  | 'stranger'
  | 'visitor';

/** A member's request says by its status whether they have a seat; the creator has one without a request. */
export const hasSeat = (page: Pick<ProjectPage, 'isMember'>, own: RequestEntity | undefined): boolean =>
  own === undefined ? page.isMember : own.status === 'accepted';

interface Known {
  project: Pick<Project, 'creator_id' | 'current_members' | 'max_members' | 'state'>;
  /** null for a visitor. */
  userId: number | null;
  /** The member's newest request to join. */
  request: RequestEntity | undefined;
  /** What the project's page said about a seat, once it was fetched. */
  page?: Pick<ProjectPage, 'isMember'> | undefined;
}

/** What a card and a page offer follows from this alone: nothing that can only fail is offered. */
function standingOf({ project, userId, request, page = { isMember: false } }: Known): Standing {
  if (userId === project.creator_id) return 'creator';
  if (hasSeat(page, request)) return 'member';
  if (request?.status === 'pending') return 'asked';
  if (project.state === 'closed' || project.state === 'finished') return project.state;
  if (project.current_members >= project.max_members) return 'full';
  if (waitsToAskAgain(request)) return 'declined';
  return userId === null ? 'visitor' : 'stranger';
}

/** True of a request that was declined so lately that the server would refuse another. */
const waitsToAskAgain = (request: RequestEntity | undefined): boolean =>
  request?.status === 'rejected' && request.ask_again_at !== undefined && Date.parse(request.ask_again_at) > nowMs();

/** The reader's standing, live. */
export const useStanding = (project: Project, page?: Pick<ProjectPage, 'isMember'>): Standing =>
  standingOf({
    project,
    userId: useSession(({ user }) => user?.id ?? null),
    request: useMyRequest(project.id),
    page,
  });
