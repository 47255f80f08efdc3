import type { CallAnswer, CallQuery } from '@sangam/shared/app/calls';
import { coreLimits } from '@sangam/shared/core/limits';
import type { Invitation } from '@sangam/shared/requests/invitations';
import type { ContactLimits } from '../../contact/contact.js';
import type { Db, Trx } from '../../platform/db/database.js';
import { type ActDeps, transact } from '../../platform/db/transaction.js';
import { ok, type Result } from '../../platform/lib/result.js';
import { updateNotifications } from '../../platform/records/notifications.js';
import { lockProject } from '../../projects/projects.js';
import { findParties } from '../kinds/queries.js';
import {
  type AnswerInvitation,
  createAnswerInvitation,
  createWithdrawInvitation,
  type WithdrawInvitation,
} from './answer.js';
import { createInvite, type Invite } from './invite.js';
import { endAsInvited } from './kind.js';
import { invitationAt, presentReceived, presentSent, stageOf } from './present.js';
import * as queries from './queries.js';

type Received = 'GET /api/invitations/received';
type Sent = 'GET /api/invitations/sent';

/** Invitations to a project (R5.21): pending, then accepted, declined or withdrawn, once. */
export interface InvitationsService {
  /** The member's pending invitations, or those that ended without a seat, newest first, without queued ones. */
  received(userId: number, query: CallQuery<Received>): Promise<CallAnswer<Received>['data']>;
  /** The member's invitations to their projects, or to one of them, in every state, newest first. */
  sent(userId: number, query: CallQuery<Sent>): Promise<CallAnswer<Sent>['data']>;
  /** The newest invitations between two members, as the first sees them, in every state. */
  between(userId: number, otherId: number): Promise<Invitation[]>;
  /** The member's pending invitation to a project; null without one. */
  ofProject(from: Db | Trx, projectId: number, userId: number): Promise<Invitation | null>;
  invite: Invite;
  answer: AnswerInvitation;
  withdraw: WithdrawInvitation;
  /** Declines a pending invitation for a member who is leaving. */
  leave(userId: number, id: number): Promise<Result<null>>;
}

export function createInvitationsService(deps: ActDeps & { contactLimits: ContactLimits }): InvitationsService {
  const { db, bus, clock } = deps;
  return {
    invite: createInvite(deps),
    answer: createAnswerInvitation(deps),
    withdraw: createWithdrawInvitation(deps),

    async received(userId, { ended, before, limit = coreLimits.listPage }) {
      const list = ended === 'yes' ? queries.listEnded : queries.listReceived;
      const at = clock.now();
      const { rows, ...page } = await list(db, userId, at, { before, limit });
      return { invitations: rows.map((row) => presentReceived(invitationAt(row, at))), ...page };
    },

    async sent(userId, { project_id, before, limit = coreLimits.listPage }) {
      const { rows, ...page } = await queries.listSent(db, userId, project_id, { before, limit });
      const at = clock.now();
      return { invitations: rows.map((row) => presentSent(invitationAt(row, at))), ...page };
    },

    async between(userId, otherId) {
      const [sent, received] = await Promise.all([
        queries.listFrom(db, { creatorId: userId, memberId: otherId, readerId: userId }, coreLimits.listPageMax),
        queries.listFrom(db, { creatorId: otherId, memberId: userId, readerId: userId }, coreLimits.listPageMax),
      ]);
      const delivered = received.filter(({ delivered_at }) => delivered_at !== null);
      const at = clock.now();
      return [
        ...sent.map((row) => presentSent(invitationAt(row, at))),
        ...delivered.map((row) => presentReceived(invitationAt(row, at))),
      ];
    },

    async ofProject(from, projectId, userId) {
      const row = await queries.findPendingOf(from, projectId, userId);
      return row && stageOf(row, clock.now()) === 'pending' ? presentReceived(row) : null;
    },

    leave: (userId, id) =>
      transact(db, bus, async (trx, publish) => {
        const parties = await findParties(trx, 'invitations', id);
        const project = parties?.requester_id === userId ? await lockProject(trx, parties.project_id) : undefined;
        if (!project) return ok(null);
        const at = clock.now();
        await updateNotifications(trx, publish, (await endAsInvited({ trx, publish, project, at }, id)) ?? {}, at);
        return ok(null);
      }),
  };
}
