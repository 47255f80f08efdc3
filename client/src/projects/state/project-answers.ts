import type { CallAnswer } from '@sangam/shared/app/calls';
import type { MyJoinRequest } from '@sangam/shared/requests/join-requests';
import type { Moment } from '../../core/store/table';

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
