import type { ConversationArchive } from '@sangam/shared/chat/acts';
import { ARCHIVED_WHILE_MUTED } from '@sangam/shared/chat/archived';
import type { Unread } from '@sangam/shared/chat/messages';
import type { Trx } from '../../platform/db/database.js';
import { ok, type Result } from '../../platform/lib/result.js';
import type { UnreadService } from '../unread/service.js';
import * as queries from './archived.queries.js';

/** Returns true for a member who has muted the conversation with the other one. */
export type HasMuted = (trx: Trx, userId: number, otherId: number) => Promise<boolean>;

/**
 * A member's archive: conversations hidden from their own list. Unless it is muted, a conversation returns with the first message by
 * another participant after the named one. Both acts are idempotent by their key and return the unread counts.
 */
export interface Archive {
  archive(userId: number, target: ConversationArchive): Promise<Result<Unread>>;
  unarchive(userId: number, target: ConversationArchive): Promise<Result<Unread>>;
}

export const createArchive = ({
  unread,
  hasMuted,
}: {
  unread: Pick<UnreadService, 'actOnOwnSide'>;
  hasMuted: HasMuted;
}): Archive => ({
  archive: (userId, target) =>
    unread.actOnOwnSide(userId, 'archive', target, async ({ trx, conversation: { other_id }, messageRef }, side) => {
      const { isMuted } = await queries.lockSide(trx, side);
      const staysArchived = other_id === null ? isMuted : await hasMuted(trx, userId, other_id);
      if (staysArchived) await queries.setArchivedUntil(trx, side, ARCHIVED_WHILE_MUTED);
      else await queries.setArchived(trx, side, messageRef.seq);
      return ok(null);
    }),
  unarchive: (userId, target) =>
    unread.actOnOwnSide(userId, 'unarchive', target, async ({ trx }, side) => {
      await queries.setArchivedUntil(trx, side, null);
      return ok(null);
    }),
});
