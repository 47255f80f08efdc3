import type { CallBody } from '@sangam/shared/app/calls';
import type { ErrorCode } from '@sangam/shared/core/errors';
import type { JoinRequest } from '@sangam/shared/requests/join-requests';
import type { Db } from '../../platform/db/database.js';
import type { ActDeps } from '../../platform/db/transaction.js';
import type { Member } from '../../platform/lib/member.js';
import { fail, ok, type Result } from '../../platform/lib/result.js';
import { type JoinRequestRow, presentJoinRequest } from '../join-requests/present.js';
import * as queries from '../join-requests/queries.js';
import { createAddToWaitlist } from './add-to-waitlist.js';
import { createDecide } from './decide.js';
import { createWithdraw } from './withdraw.js';

/** Runs an action on several requests, and skips those to which it no longer applies. Returns all of them as they are afterwards. */
type OnSeveral<Input> = (member: Member, input: Input) => Promise<Result<JoinRequest[]>>;

/** Withdraws the member's own requests. NOT_FOUND and FORBIDDEN change nothing. */
export type WithdrawSeveral = OnSeveral<readonly number[]>;

/** Rejects requests to the member's projects, with one reason. NOT_FOUND and FORBIDDEN change nothing. */
export type RejectSeveral = OnSeveral<CallBody<'POST /api/project-requests/rejections'>>;

/** Adds requests to the member's projects to the waitlist until it is full. NOT_FOUND and FORBIDDEN change nothing. */
export type AddSeveralToWaitlist = OnSeveral<readonly number[]>;

interface Several {
  ids: readonly number[];
  /** Whether the member may run the action on this request. */
  mayAct: (row: JoinRequestRow) => boolean;
  act: (id: number) => Promise<Result<unknown>>;
  /** Errors that skip a request instead of failing the call. */
  skippedErrors: readonly ErrorCode[];
}

async function actOnSeveral(db: Db, { ids, mayAct, act, skippedErrors }: Several): Promise<Result<JoinRequest[]>> {
  const rows = await queries.listByIds(db, ids);
  if (rows.length < ids.length) return fail('NOT_FOUND');
  if (!rows.every(mayAct)) return fail('FORBIDDEN');
  // Each in its own transaction: two transactions that lock several projects could wait for each other.
  for (const { id, status } of rows) {
    if (status !== 'pending') continue;
    const done = await act(id);
    if (!done.ok && !skippedErrors.includes(done.error.code)) return done;
  }
  return ok((await queries.listByIds(db, ids)).map(presentJoinRequest));
}

export function createWithdrawSeveral(deps: ActDeps): WithdrawSeveral {
  const withdraw = createWithdraw(deps);
  return (member, ids) =>
    actOnSeveral(deps.db, {
      ids,
      mayAct: ({ user_id }) => user_id === member.id,
      act: (id) => withdraw(member, id),
      skippedErrors: ['ALREADY_DECIDED', 'OFFER_LAPSED', 'WAITLIST_LAPSED'],
    });
}

export function createRejectSeveral(deps: ActDeps): RejectSeveral {
  const decide = createDecide(deps);
  return (member, { request_ids: ids, ...rejection }) =>
    actOnSeveral(deps.db, {
      ids,
      mayAct: ({ creator_id }) => creator_id === member.id,
      act: (id) => decide(member, id, { status: 'rejected', ...rejection }),
      skippedErrors: ['ALREADY_DECIDED'],
    });
}

export function createAddSeveralToWaitlist(deps: ActDeps): AddSeveralToWaitlist {
  const add = createAddToWaitlist(deps);
  return (member, ids) =>
    actOnSeveral(deps.db, {
      ids,
      mayAct: ({ creator_id }) => creator_id === member.id,
      act: (id) => add(member, id),
      skippedErrors: ['ALREADY_DECIDED', 'IN_LINE', 'LINE_FULL'],
    });
}
