import type { MessageRequestBody, MessageRequestChange } from '@sangam/shared/contact/calls';
import type { Trx } from '../../platform/db/database.js';
import type { ActDeps, Publish } from '../../platform/db/transaction.js';
import { fail, ok, type Result } from '../../platform/lib/result.js';
import { readNotification } from '../../platform/records/notifications.js';
import { findOtherIn } from '../conversation-ids.queries.js';
import { transactAs } from '../permissions/acting.js';
import { lockAgainstBlocks, lockTeamAgainstBlocks } from '../permissions/queries.js';
import * as queries from './queries.js';

/** A member's decisions on message requests. The sender isn't notified. */
export interface MessageRequestsService {
  /**
   * Accepts or ignores a message request. Idempotent. NOT_FOUND if the other's first message wasn't a request, ALREADY_DECIDED for ignoring
   * an accepted one.
   */
  decide(
    userId: number,
    otherId: number,
    decision: MessageRequestBody['decision'],
  ): Promise<Result<MessageRequestChange>>;
  /** Like `decide`, by the conversation's id. NOT_FOUND also for a conversation that isn't the member's. */
  decideIn(
    userId: number,
    conversationId: number,
    decision: MessageRequestBody['decision'],
  ): Promise<Result<MessageRequestChange>>;
}

export function createMessageRequestsService(deps: ActDeps): MessageRequestsService {
  const { db, bus, clock } = deps;
  const decide: MessageRequestsService['decide'] = (userId, otherId, decision) =>
    transactAs<MessageRequestChange>({ db, bus, userId }, async (trx, publish) => {
      const reader = { user_id: userId, other_id: otherId };
      const found = await queries.findState(trx, reader);
      if (found?.request == null) return fail('NOT_FOUND');
      const { conversation_id } = found;
      const at = clock.now();
      const change = { user_id: otherId, conversation_id, request: decision === 'accepted' ? null : decision } as const;
      if (decision === 'accepted') await acceptAnswered(trx, publish, reader, at);
      else if ((await queries.ignore(trx, reader)) !== undefined)
        publish('message-request:changed', { user_id: userId, change });
      else if ((await queries.findState(trx, reader))?.request === 'accepted') return fail('ALREADY_DECIDED');
      await readNotification(trx, publish, questionKeyOf(reader), at);
      return ok(change);
    });
  return {
    decide,
    async decideIn(userId, conversationId, decision) {
      const otherId = await findOtherIn(db, userId, conversationId);
      return otherId === undefined ? fail('NOT_FOUND') : decide(userId, otherId, decision);
    },
  };
}

// Only these functions change the stored state of a message request, in the transaction that causes the change. Each change is sent to the
// reader's devices.

const unaccepted = ['waiting', 'ignored'] as const;

/** Call in the transaction that stores a stranger's first message and holds the conversation's lock. */
export async function startMessageRequest(
  trx: Trx,
  publish: Publish,
  conversationId: number,
  side: queries.Side,
): Promise<void> {
  await queries.startRequest(trx, conversationId, side);
  publish('message-request:changed', {
    user_id: side.user_id,
    change: { user_id: side.other_id, conversation_id: conversationId, request: 'waiting' },
  });
}

/**
 * Identifies the reader's notification of a question that started a message request from their project's page. It is read once they decide.
 */
export const questionKeyOf = ({ user_id, other_id }: queries.Side) => ({ user_id, key: `question:${other_id}` });

/** Accepts a request whose reader answers it. */
export const acceptAnswered = (trx: Trx, publish: Publish, reader: queries.Side, at: Date): Promise<void> =>
  acceptSides(trx, publish, [{ ...reader, states: unaccepted }], at);

/**
 * Accepts the creator's messages to a member who has asked to join a project or shown interest. The member's own messages to the creator
 * stay where they are until the creator acts.
 */
export const acceptAsked = (
  trx: Trx,
  publish: Publish,
  { userId, creatorId, at }: { userId: number; creatorId: number; at: Date },
): Promise<void> => acceptAnswered(trx, publish, { user_id: userId, other_id: creatorId }, at);

/** Accepts the messages of a member whose interest the creator has approved. Waits for a first message that is being stored. */
export async function acceptApplicant(
  trx: Trx,
  publish: Publish,
  { creatorId, applicantId, at }: { creatorId: number; applicantId: number; at: Date },
): Promise<void> {
  await lockAgainstBlocks(trx, creatorId, applicantId);
  await acceptAnswered(trx, publish, { user_id: creatorId, other_id: applicantId }, at);
}

/** Accepts message requests between a member who has joined a team and the team. Waits for first messages that are being stored. */
export async function acceptInTeam(
  trx: Trx,
  publish: Publish,
  { projectId, userId, at }: { projectId: number; userId: number; at: Date },
): Promise<void> {
  await lockTeamAgainstBlocks(trx, projectId, userId);
  const sides = await queries.findRequestsInTeam(trx, projectId, userId);
  await acceptSides(
    trx,
    publish,
    sides.map((side) => ({ ...side, states: unaccepted })),
    at,
  );
}

/** Ignores a waiting request when its reader blocks the sender; unblocking doesn't restore it. */
export async function endByBlock(trx: Trx, publish: Publish, blocker: queries.Side): Promise<void> {
  const conversation_id = await queries.ignore(trx, blocker);
  if (conversation_id !== undefined)
    publish('message-request:changed', {
      user_id: blocker.user_id,
      change: { user_id: blocker.other_id, conversation_id, request: 'ignored' },
    });
}

async function acceptSides(trx: Trx, publish: Publish, sides: readonly queries.Acceptable[], at: Date): Promise<void> {
  if (sides.length === 0) return;
  for (const { user_id, other_id, conversation_id, receipt } of await queries.accept(trx, sides, at)) {
    publish('message-request:changed', { user_id, change: { user_id: other_id, conversation_id, request: null } });
    if (receipt !== null) publish('messages:read', { ...receipt, is_told: true });
  }
}
