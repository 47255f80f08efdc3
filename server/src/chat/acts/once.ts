import type { Trx } from '../../platform/db/database.js';
import { fail, ok, type Result } from '../../platform/lib/result.js';
import type { StoredRow } from '../messages/message-row.js';
import { findMessage } from '../messages/queries.js';
import { usedKey } from '../messages/refuse-message.js';
import * as queries from './acts.queries.js';

/** An act whose conversation was found: by its other member, whichever way the payload named it. */
export type ActOn<A> = Omit<A, 'user_id' | 'conversation_id'> & { user_id: number };

/** The message that an act changes, and the act's idempotency key. */
export interface Target {
  user_id: number;
  seq: number;
  client_id: string;
}

/** The message of an act. Its conversation is locked. */
export interface Found {
  trx: Trx;
  message: StoredRow;
  named: queries.NamedMessage;
  at: Date;
}

/**
 * Does a member's act once for its key; `done` is null for a repeated one. Lock order is conversation, then message, as for new
 * messages and for blocks: of two concurrent acts the later commit wins, and none gets past a block.
 */
export async function doOnce<T>(
  trx: Trx,
  userId: number,
  { user_id, seq, client_id }: Target,
  at: Date,
  work: (found: Found) => Promise<Result<T>>,
): Promise<Result<{ named: queries.NamedMessage; done: T | null }>> {
  const conversation = await queries.lockConversationBetween(trx, userId, user_id);
  const named = { conversation_id: conversation?.id ?? 0, seq };
  const message = conversation && (await findMessage(trx, named));
  if (!message) return fail('NOT_FOUND');
  const key = client_id.toLowerCase();
  const before = await queries.findAct(trx, userId, key);
  if (before && (before.conversation_id !== named.conversation_id || before.seq !== seq)) return usedKey();
  if (before) return ok({ named, done: null });
  const outcome = await work({ trx, message, named, at });
  if (!outcome.ok) return outcome;
  const isNew = await queries.noteAct(trx, { ...named, user_id: userId, client_id: key, done_at: at });
  return isNew ? ok({ named, done: outcome.value }) : usedKey();
}
