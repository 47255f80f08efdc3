import type { CallAnswer, CallQuery } from '@sangam/shared/app/calls';
import { chatLimits } from '@sangam/shared/chat/limits';
import type { Db } from '../../platform/db/database.js';
import type { InterestsService, InvitationsService, JoinRequestsService } from '../../requests/requests.js';
import { listWithoutMessages } from './request-cards.queries.js';

type List = 'GET /api/conversations/requests';
type BetweenMembers = 'GET /api/conversations/:userId/requests';

/** Join requests, interest and invitations, as the conversation of two members shows them (R5.11). */
export interface RequestCards {
  /** Requests, interest and invitations between two members, at most 200 of each kind. */
  between(userId: number, otherId: number): Promise<CallAnswer<BetweenMembers>['data']>;
  /** Members with whom there are requests or invitations and no message, newest first. */
  withoutMessages(userId: number, query: CallQuery<List>): Promise<CallAnswer<List>['data']>;
}

export function createRequestCards(deps: {
  db: Db;
  joinRequests: JoinRequestsService;
  interests: InterestsService;
  invitations: InvitationsService;
}): RequestCards {
  const { db, joinRequests, interests, invitations } = deps;
  return {
    async between(userId, otherId) {
      const [requests, connections, invited] = await Promise.all([
        joinRequests.between(userId, otherId),
        interests.between(userId, otherId),
        invitations.between(userId, otherId),
      ]);
      return { requests, ...connections, invitations: invited };
    },

    async withoutMessages(userId, { before, before_id, limit = chatLimits.conversationsPage }) {
      const range = { before: before === undefined ? undefined : new Date(before), before_id, limit: limit + 1 };
      const rows = await listWithoutMessages(db, userId, range);
      return {
        conversations: rows
          .slice(0, limit)
          .map(({ requested_at, ...row }) => ({ ...row, requested_at: requested_at.toISOString() })),
        has_more: rows.length > limit,
      };
    },
  };
}
