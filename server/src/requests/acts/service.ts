import type { CallAnswer, CallQuery } from '@sangam/shared/app/calls';
import { coreLimits } from '@sangam/shared/core/limits';
import type { JoinRequest, JoinRequestState } from '@sangam/shared/requests/join-requests';
import type { ContactLimits } from '../../contact/contact.js';
import type { Db, Trx } from '../../platform/db/database.js';
import type { Page, PageRange } from '../../platform/db/page.js';
import type { ActDeps } from '../../platform/db/transaction.js';
import { presentRole } from '../../projects/projects.js';
import {
  type JoinRequestRow,
  joinRequestAt,
  presentCourse,
  presentDecided,
  presentJoinRequest,
} from '../join-requests/present.js';
import * as queries from '../join-requests/queries.js';
import { type AddToWaitlist, createAddToWaitlist } from './add-to-waitlist.js';
import { type Ask, createAsk } from './ask.js';
import { createDecide, type Decide } from './decide.js';
import { createLeave, type Leave } from './leave.js';
import { createReopen, type Reopen } from './reopen.js';
import { type AnswerSeatOffer, createAnswerSeatOffer } from './seat-offer-answers.js';
import {
  type AddSeveralToWaitlist,
  createAddSeveralToWaitlist,
  createRejectSeveral,
  createWithdrawSeveral,
  type RejectSeveral,
  type WithdrawSeveral,
} from './several.js';
import { createStay, type Stay } from './stay.js';
import { createWithdraw, type Withdraw } from './withdraw.js';

type IncomingQuery = CallQuery<'GET /api/project-requests/incoming'>;
type DecidedQuery = CallQuery<'GET /api/project-requests/decided'>;
type MyQuery = CallQuery<'GET /api/project-requests/mine'>;
type Requests = CallAnswer<'GET /api/project-requests/incoming'>['data'];

/** Requests to join a project (R5.3): pending, then accepted, rejected or withdrawn. */
export interface JoinRequestsService {
  /** Returns pending requests to the member's own projects, or to one of them: all, only those on the waitlist, or only the others. */
  incoming(userId: number, query: IncomingQuery): Promise<Requests>;
  /** Decided and ended requests to the member's own projects, or to one of them. */
  decided(userId: number, query: DecidedQuery): Promise<Requests>;
  /** The member's own requests, in every status or in one. */
  mine(userId: number, query: MyQuery): Promise<Requests>;
  /** The newest requests between a member and another, in every status. */
  between(userId: number, otherId: number): Promise<JoinRequest[]>;
  requestStatus(from: Db | Trx, projectId: number, userId: number): Promise<JoinRequestState>;
  ask: Ask;
  decide: Decide;
  reopen: Reopen;
  withdraw: Withdraw;
  withdrawSeveral: WithdrawSeveral;
  rejectSeveral: RejectSeveral;
  addToWaitlist: AddToWaitlist;
  addSeveralToWaitlist: AddSeveralToWaitlist;
  answerSeatOffer: AnswerSeatOffer;
  stay: Stay;
  leave: Leave;
}

export function createJoinRequestsService(deps: ActDeps & { contactLimits: ContactLimits }): JoinRequestsService {
  const { db, clock } = deps;

  const present = ({ rows, ...page }: Page<JoinRequestRow>, at: Date): Requests => ({
    requests: rows.map((row) => presentJoinRequest(joinRequestAt(row, at))),
    ...page,
  });
  const rangeOf = ({ before, limit = coreLimits.listPage }: IncomingQuery | DecidedQuery | MyQuery): PageRange => ({
    before,
    limit,
  });

  return {
    leave: createLeave(deps),
    decide: createDecide(deps),
    reopen: createReopen(deps),
    addToWaitlist: createAddToWaitlist(deps),
    withdraw: createWithdraw(deps),
    withdrawSeveral: createWithdrawSeveral(deps),
    rejectSeveral: createRejectSeveral(deps),
    addSeveralToWaitlist: createAddSeveralToWaitlist(deps),
    answerSeatOffer: createAnswerSeatOffer(deps),
    stay: createStay(deps),
    async incoming(userId, query) {
      const at = clock.now();
      const filter = { projectId: query.project_id, waitlist: query.waitlist, at };
      return present(await queries.listIncoming(db, userId, filter, rangeOf(query)), at);
    },
    async decided(userId, query) {
      const at = clock.now();
      const filter = { projectId: query.project_id, at };
      const { rows, ...page } = await queries.listDecided(db, userId, filter, rangeOf(query));
      return { requests: rows.map((row) => presentDecided(joinRequestAt(row, at))), ...page };
    },
    async mine(userId, query) {
      const at = clock.now();
      return present(await queries.listMine(db, userId, { status: query.status, at }, rangeOf(query)), at);
    },

    async between(userId, otherId) {
      const at = clock.now();
      const rows = await queries.listBetween(db, [userId, otherId], { limit: coreLimits.listPageMax, at });
      return rows.map((row) => presentJoinRequest(joinRequestAt(row, at)));
    },

    async requestStatus(from, projectId, userId) {
      const found = await queries.findRequestStatus(from, projectId, userId);
      const row = found && joinRequestAt(found, clock.now());
      return row
        ? {
            id: row.id,
            status: row.status,
            created_at: row.created_at.toISOString(),
            ...presentRole(row),
            ...presentCourse(row),
          }
        : null;
    },

    ask: createAsk(deps),
  };
}
