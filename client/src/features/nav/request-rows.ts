import type { Interest } from '@sangam/shared/contract/interests';
import type { JoinRequest } from '@sangam/shared/contract/join-requests';

/** One line of the second bell. */
export interface RequestRow {
  key: string;
  memberId: number;
  memberName: string;
  /** What they want, before the project's title. */
  wish: string;
  projectTitle: string;
  time: string;
  /** Where it is answered. */
  to: string;
}

/** Join requests and interest in one list, newest first. */
export const requestRows = (requests: readonly JoinRequest[], interests: readonly Interest[]): RequestRow[] =>
  [
    ...requests.map((item) => ({
      key: `request-${item.id}`,
      memberId: item.user_id,
      memberName: item.user_name,
      wish: 'wants to join',
      projectTitle: item.project_title,
      time: item.created_at,
      to: '/dashboard',
    })),
    ...interests.map((item) => ({
      key: `interest-${item.id}`,
      memberId: item.requester_id,
      memberName: item.requester_name,
      wish: 'is interested in',
      projectTitle: item.project_title,
      time: item.created_at,
      to: `/projects/${item.project_id}`,
    })),
  ].toSorted((a, b) => Date.parse(b.time) - Date.parse(a.time));
