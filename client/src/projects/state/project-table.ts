import type { CallAnswer } from '@sangam/shared/app/calls';
import type { MyProject, Project, ProjectDetail } from '@sangam/shared/projects/projects';
import type { MyJoinRequest } from '@sangam/shared/requests/join-requests';
import { createTable, type Moment } from '../../core/store/table';
import { nowMs } from '../../lib/clock';

/**
 * A project; about its creator there is more once its page was fetched, and how many wait for an answer once one's own were.
 * `skills_needed` repeats `required_skills`.
 */
export type ProjectEntity = Project &
  Partial<Omit<ProjectDetail, keyof Project | 'skills_needed'>> &
  Partial<Omit<MyProject, keyof Project>>;

export const projects = createTable<ProjectEntity>({ hidden: undefined });

export const useProject = (id: number): ProjectEntity | undefined => projects.use(({ byId }) => byId[id]);

/** Whether the list that screens show first has the project; those that older versions kept count as listed. */
export const isListed = ({ listed_until = '' }: ProjectEntity, atMs: number = nowMs()): boolean =>
  !(Date.parse(listed_until) <= atMs);

/** In place of what is known about a creator, where the project has another one now, until its page is fetched again. */
export const ofOtherCreator = (id: number, creator_id: number): Partial<ProjectEntity> => {
  const known = projects.get(id);
  return known?.creator_college === undefined || known.creator_id === creator_id
    ? {}
    : { creator_college: '', creator_email: null, creator_skills: [], creator_github: null };
};

/** Takes what answers about projects say of requests and interest, which are another subject's. */
interface RequestsTaker {
  /** The member's own requests for listed projects. */
  own?: (own: readonly MyJoinRequest[], asked: Moment) => void;
  /** The requests and the interest on a project's page. */
  page?: (answer: CallAnswer<'GET /api/projects/:id'>, asked: Moment) => void;
}

const takers = new Set<RequestsTaker>();

/** Registers what a store takes from answers about projects. Called once per store, at module level. */
export function onProjectAnswers(taker: RequestsTaker): void {
  takers.add(taker);
}

export function takeOwnRequests(own: readonly MyJoinRequest[], asked: Moment): void {
  for (const taker of takers) taker.own?.(own, asked);
}

export function takePageOfRequests(answer: CallAnswer<'GET /api/projects/:id'>, asked: Moment): void {
  for (const taker of takers) taker.page?.(answer, asked);
}
