import type { EndReason } from '@sangam/shared/projects/lifecycle';
import type { MyInterest } from '@sangam/shared/requests/interests';
import type { RequestStage } from '@sangam/shared/requests/join-request-states';
import type { JoinRequest } from '@sangam/shared/requests/join-requests';
import { stageOf } from '../../state/request-table';

const requestWords: Record<RequestStage, string> = {
  pending: 'Pending',
  in_line: 'In line',
  offered: 'Seat offered',
  accepted: 'Accepted',
  rejected: 'Rejected',
  withdrawn: 'Withdrawn',
};
const interestWords: Record<MyInterest['status'], string> = {
  pending: 'Pending',
  approved: 'Approved',
  denied: 'Denied',
};

/** In place of the status, of what ended without an answer. */
const endWords: Record<EndReason, string> = {
  project_finished: 'Project finished',
  // Deleted, or hidden by a moderator, of which nothing is told.
  project_deleted: 'No longer available',
  removed: 'Removed',
  no_answer: 'No answer',
  offer_lapsed: 'Seat not taken',
  took_over: 'Took over',
};

/** How a join request stands, in a word or two. */
export const requestWord = (request: Pick<JoinRequest, 'status' | 'ended_by' | 'place' | 'offered_until'>): string =>
  request.ended_by ? endWords[request.ended_by] : requestWords[stageOf(request)];

/** How an interest stands, in a word or two. */
export const interestWord = ({ status, ended_by }: Pick<MyInterest, 'status' | 'ended_by'>): string =>
  ended_by ? endWords[ended_by] : interestWords[status];
