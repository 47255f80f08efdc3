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

/** Acts on several requests, and leaves those that it no longer applies to. Returns all of them as they are afterwards. */
type OnSeveral<Input> = (member: Member, input: Input) => Promise<Result<JoinRequest[]>>;

/** The member's own requests, withdrawn. NOT_FOUND and FORBIDDEN change nothing. */
export type WithdrawSeveral = OnSeveral<readonly number[]>;

/** Requests to the member's projects, rejected with one reason. NOT_FOUND and FORBIDDEN change nothing. */
export type RejectSeveral = OnSeveral<CallBody<'POST /api/project-requests/rejections'>>;

/** Requests to the member's projects, added to the waitlist until it is full. NOT_FOUND and FORBIDDEN change nothing. */
export type AddSeveralToWaitlist = OnSeveral<readonly number[]>;

interface Several {
  ids: readonly number[];
  /** Whether the act on this request is the member's. */
  isTheirs: (row: JoinRequestRow) => boolean;
  act: (id: number) => Promise<Result<unknown>>;
  /** Refusals that leave a request to the answer. */
  leaves: readonly ErrorCode[];
}

async function actOnSeveral(db: Db, { ids, isTheirs, act, leaves }: Several): Promise<Result<JoinRequest[]>> {
  const rows = await queries.listByIds(db, ids);
  if (rows.length < ids.length) return fail('NOT_FOUND');
  if (!rows.every(isTheirs)) return fail('FORBIDDEN');
  // Each in its own transaction: two transactions that lock several projects could wait for each other.
  for (const { id, status } of rows) {
    if (status !== 'pending') continue;
    const done = await act(id);
    if (!done.ok && !leaves.includes(done.error.code)) return done;
  }
  return ok((await queries.listByIds(db, ids)).map(presentJoinRequest));
}

export function createWithdrawSeveral(deps: ActDeps): WithdrawSeveral {
  const withdraw = createWithdraw(deps);
  return (member, ids) =>
    actOnSeveral(deps.db, {
      ids,
      isTheirs: ({ user_id }) => user_id === member.id,
      act: (id) => withdraw(member, id),
      leaves: ['ALREADY_DECIDED', 'OFFER_LAPSED', 'WAITLIST_LAPSED'],
    });
}

export function createRejectSeveral(deps: ActDeps): RejectSeveral {
  const decide = createDecide(deps);
  return (member, { request_ids: ids, ...why }) =>
    actOnSeveral(deps.db, {
      ids,
      isTheirs: ({ creator_id }) => creator_id === member.id,
      act: (id) => decide(member, id, { status: 'rejected', ...why }),
      leaves: ['ALREADY_DECIDED'],
    });
}

export function createAddSeveralToWaitlist(deps: ActDeps): AddSeveralToWaitlist {
  const add = createAddToWaitlist(deps);
  return (member, ids) =>
    actOnSeveral(deps.db, {
      ids,
      isTheirs: ({ creator_id }) => creator_id === member.id,
      act: (id) => add(member, id),
      leaves: ['ALREADY_DECIDED', 'IN_LINE', 'LINE_FULL'],
    });
}
