import type { Trx } from '../../platform/db/database.js';
import type { Publish } from '../../platform/db/transaction.js';
import { lockTeamAgainstBlocks } from '../permissions/queries.js';
import {
  type Acceptable,
  accept,
  findHeldInTeam,
  findWaitingOfApplicants,
  hold,
  ignore,
  type Side,
} from './queries.js';

const held = ['waiting', 'ignored'] as const;

/**
 * The state of a message request is stored, and changes by these acts alone, each in the transaction that makes it true. The
 * reader's devices are told of each.
 */

/** A stranger's first message waits for its reader, in the transaction that stores it and holds the conversation's lock. */
export async function holdFirst(trx: Trx, publish: Publish, conversationId: number, side: Side): Promise<void> {
  await hold(trx, conversationId, side);
  publish('message-request:changed', {
    user_id: side.user_id,
    change: { user_id: side.other_id, request: 'waiting' },
  });
}

/** Who answers a request has accepted it. */
export const acceptAnswered = (trx: Trx, publish: Publish, reader: Side): Promise<void> =>
  acceptSides(trx, publish, [{ ...reader, states: held }]);

/**
 * A member has asked another one for a seat, or shown interest. What the other wrote to them is accepted; of what they wrote, only what
 * was not ignored.
 */
export async function acceptAsked(trx: Trx, publish: Publish, userId: number, creatorId: number): Promise<void> {
  await acceptSides(trx, publish, [
    { user_id: userId, other_id: creatorId, states: held },
    { user_id: creatorId, other_id: userId, states: ['waiting'] },
  ]);
}

/** A member has joined a team. First messages of strangers in it, that are under way, are waited for. */
export async function acceptInTeam(trx: Trx, publish: Publish, projectId: number, userId: number): Promise<void> {
  await lockTeamAgainstBlocks(trx, projectId, userId);
  const sides = await findHeldInTeam(trx, projectId, userId);
  await acceptSides(
    trx,
    publish,
    sides.map((side) => ({ ...side, states: held })),
  );
}

/**
 * A project has another creator, to whom its askers are no strangers. What was ignored stays so. Under
 * `lockAskersAgainstBlocks`: first messages that are under way are waited for.
 */
export async function acceptOfApplicants(
  trx: Trx,
  publish: Publish,
  projectId: number,
  creatorId: number,
): Promise<void> {
  const sides = await findWaitingOfApplicants(trx, projectId, creatorId);
  await acceptSides(
    trx,
    publish,
    sides.map((side) => ({ ...side, states: ['waiting'] })),
  );
}

/** A block ends a request that waits for who blocks; nothing brings it back by itself. */
export async function endByBlock(trx: Trx, publish: Publish, blocker: Side): Promise<void> {
  if (await ignore(trx, blocker))
    publish('message-request:changed', {
      user_id: blocker.user_id,
      change: { user_id: blocker.other_id, request: 'ignored' },
    });
}

async function acceptSides(trx: Trx, publish: Publish, sides: readonly Acceptable[]): Promise<void> {
  if (sides.length === 0) return;
  for (const { user_id, other_id, receipt } of await accept(trx, sides)) {
    publish('message-request:changed', { user_id, change: { user_id: other_id, request: null } });
    if (receipt !== null) publish('messages:read', { ...receipt, is_told: true });
  }
}
