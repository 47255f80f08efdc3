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

interface Listed<Item> {
  data: readonly Item[] | null;
  hasMore: boolean;
}

/**
 * Join requests and interest in one list, newest first. It ends where one of the two was not fetched further: what is
 * older may have others before it.
 */
export function requestRows(requests: Listed<JoinRequest>, interests: Listed<Interest>): RequestRow[] {
  const ends = [requests, interests].map(({ data, hasMore }) => (hasMore ? timeOf(data?.at(-1)) : 0));
  return allRows(requests.data ?? [], interests.data ?? []).filter((row) => Date.parse(row.time) >= Math.max(...ends));
}

const timeOf = (item: { created_at: string } | undefined): number => (item ? Date.parse(item.created_at) : 0);

const allRows = (requests: readonly JoinRequest[], interests: readonly Interest[]): RequestRow[] =>
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
