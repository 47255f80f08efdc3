import { chatLimits } from '@sangam/shared/chat/limits';
import { cleanMessage } from '@sangam/shared/chat/message-text';
import { isLonger } from '@sangam/shared/core/text';
import { type ContactLimits, findPermissions, isLimited, isStranger, refusalToWrite } from '../../contact/contact.js';
import type { Trx } from '../../platform/db/database.js';
import { type Fail, fail, invalid, ok, type Result } from '../../platform/lib/result.js';
import type { Participation } from '../conversations/participants.queries.js';

const tooLong = `A message must be at most ${chatLimits.messageMaxChars.toLocaleString('en-IN')} characters long.`;

/** A message's text as it is stored, or INVALID. */
export function checkContent(typed: string): Result<string> {
  const content = cleanMessage(typed);
  if (content !== null) return ok(content);
  const message = isLonger(typed.trim(), chatLimits.messageMaxChars) ? tooLong : 'A message can’t be empty.';
  return invalid([{ field: 'content', message }]);
}

/**
 * Returns why a member may not write in their conversation; null if they may. In a direct conversation they may not after a block, or once
 * one of the two is gone. In a team's conversation they always may, even between members with a block.
 */
export async function refuseToWrite(
  trx: Trx,
  userId: number,
  { other_id }: Participation,
  at: Date,
): Promise<Fail | null> {
  if (other_id === null) return null;
  const permissions = await findPermissions(trx, userId, other_id, at);
  return permissions === undefined ? fail('USER_NOT_FOUND') : refusalToWrite(permissions);
}

interface DirectMessage {
  sender_id: number;
  receiver_id: number;
  /** How many messages its sender has sent to the receiver before. */
  sentBefore: number;
  at: Date;
}

type Check = { refusal: Fail } | { refusal: null; isRequest: boolean };

/**
 * Returns why a direct message is refused, or whether it is a message request. It is refused if its sender or receiver is gone, after
 * a block, and beyond the sender's contact limits. Former teammates have contact limits, like strangers, but their messages are no
 * requests. The caller holds the sender's `actingLock` and the locks of their contact limits.
 */
export async function checkMessage(trx: Trx, contactLimits: ContactLimits, message: DirectMessage): Promise<Check> {
  const { sender_id, receiver_id, sentBefore, at } = message;
  const permissions = await findPermissions(trx, sender_id, receiver_id, at);
  if (permissions === undefined) return { refusal: fail('USER_NOT_FOUND') };
  if (permissions.is_self_gone) return { refusal: fail('UNAUTHORIZED') };
  const refusal =
    refusalToWrite(permissions) ??
    (isLimited(permissions) ? await contactLimits.refuseMessage(trx, sender_id, sentBefore) : null);
  return refusal === null
    ? { refusal, isRequest: isStranger(permissions) && !permissions.were_teammates }
    : { refusal };
}

/** Refuses an idempotency key that the member used for another act or receiver. */
export const usedKey = () => invalid([{ field: 'client_id', message: 'This client_id was used for another message.' }]);
