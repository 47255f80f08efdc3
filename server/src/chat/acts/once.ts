import type { ActKind } from '@sangam/shared/chat/acts';
import type { Trx } from '../../platform/db/database.js';
import { type Fail, fail, invalid, ok, type Result } from '../../platform/lib/result.js';
import type { ConversationRef } from '../conversations/conversations.js';
import { lockNamed, type Participation } from '../conversations/participants.queries.js';
import { usedKey } from '../messages/check-message.js';
import type { StoredRow } from '../messages/message-row.js';
import { findMessage, type MessageRef } from '../messages/queries.js';
import * as queries from './acts.queries.js';

/** The message that an act changes, and the act's idempotency key. */
export interface Target extends ConversationRef {
  seq: number;
  client_id: string;
}

/** The message of an act. Its conversation is locked. */
export interface ActContext {
  trx: Trx;
  conversation: Participation;
  message: StoredRow;
  messageRef: MessageRef;
  at: Date;
}

/** An act to do once: its kind, the message and key that the client named, and the time. */
interface Act {
  kind: ActKind;
  target: Target;
  at: Date;
}

interface ActOutcome<E> extends Pick<ActContext, 'conversation' | 'messageRef'> {
  /** The effects that `work` returned; null for a repeated act. */
  effects: E | null;
}

/**
 * Does a member's act once for its key; INVALID for the key of another act. Lock order is conversation, then message, as for new messages
 * and for blocks: of two concurrent acts the later commit wins, and none succeeds after a block or after the member has left.
 */
export async function doOnce<E>(
  trx: Trx,
  userId: number,
  { kind, target: { seq, client_id, ...target }, at }: Act,
  work: (found: ActContext) => Promise<Result<E>>,
): Promise<Result<ActOutcome<E>>> {
  const conversation = await lockNamed(trx, userId, target);
  if (!conversation) return fail('NOT_FOUND');
  const messageRef = { conversation_id: conversation.id, seq };
  const message = await findMessage(trx, messageRef);
  if (!message) return fail('NOT_FOUND');
  const key = client_id.toLowerCase();
  const before = await queries.findAct(trx, userId, key);
  if (before && (before.conversation_id !== messageRef.conversation_id || before.seq !== seq)) return usedKey();
  // Servers of the previous version store no kind.
  if (before?.kind && before.kind !== kind) return keyOfOtherKind();
  if (before) return ok({ conversation, messageRef, effects: null });
  const outcome = await work({ trx, conversation, message, messageRef, at });
  if (!outcome.ok) return outcome;
  const isNew = await queries.recordAct(trx, { ...messageRef, user_id: userId, client_id: key, kind, done_at: at });
  return isNew ? ok({ conversation, messageRef, effects: outcome.value }) : usedKey();
}

const keyOfOtherKind = () => invalid([{ field: 'client_id', message: 'This client_id was used for another act.' }]);

export const wasDeleted = (): Fail => fail('NOT_FOUND', { message: 'This message was deleted.' });
