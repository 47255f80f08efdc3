import type { MyInterest } from '@sangam/shared/contract/interests';

import type { JoinRequest } from '@sangam/shared/contract/join-requests';
import type { EndReason } from '@sangam/shared/rules/project-life';

const requestWords: Record<JoinRequest['status'], string> = {
  pending: 'Pending',
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
  project_deleted: 'Project deleted',
  removed: 'Removed',
  no_answer: 'No answer',
  took_over: 'Took over',
};

/** How a join request stands, in a word or two. */
export const requestWord = ({ status, ended_by }: Pick<JoinRequest, 'status' | 'ended_by'>): string =>
  ended_by ? endWords[ended_by] : requestWords[status];

/** How an interest stands, in a word or two. */
export const interestWord = ({ status, ended_by }: Pick<MyInterest, 'status' | 'ended_by'>): string =>
  ended_by ? endWords[ended_by] : interestWords[status];
