import { chatServerLimits } from '@sangam/shared/chat/limits';
import { hourMs } from '@sangam/shared/core/limits';
import type { Trx } from '../platform/db/database.js';
import { deleteBefore, type Sweep } from '../platform/member-data/parts.js';
import type { FileStore } from './attachments/file-store.js';
import { deleteUnnamed } from './attachments/queries.js';
import { eraseMessagesOfDeleted } from './conversations/deleted-teams.queries.js';
import { openMissingConversations } from './conversations/teams.queries.js';

const replacedBefore = (nowMs: number) => new Date(nowMs - chatServerLimits.replacedWordsKeptMs);

/**
 * Deletes expired acts and former texts of messages, files that no message names, and the messages of projects deleted long enough ago.
 * Also opens the conversations of teams that predate team conversations.
 */
export const chatSweeps = (files: FileStore): Sweep[] => [
  (trx, nowMs, max) =>
    deleteBefore(trx, { table: 'message_acts', column: 'done_at', before: replacedBefore(nowMs), max }),
  (trx, nowMs, max) =>
    deleteBefore(trx, { table: 'message_wordings', column: 'replaced_at', before: replacedBefore(nowMs), max }),
  (trx, nowMs, max) => collectUnnamed(trx, files, nowMs, max),
  (trx, _nowMs, max) => openMissingConversations(trx, max),
  (trx, nowMs, max) => eraseMessagesOfDeleted(trx, { leftBefore: replacedBefore(nowMs), now: new Date(nowMs), max }),
];

/** Longer than an upload may wait for its message. */
const COLLECTED_AFTER_MS = chatServerLimits.unnamedUploadMs + hourMs;

/**
 * Deletes up to `max` attachments that no message names; returns their number. Files are deleted before the commit: a row
 * without a file is found again, a file without a row never would be.
 */
async function collectUnnamed(trx: Trx, files: FileStore, nowMs: number, max: number): Promise<number> {
  const ids = await deleteUnnamed(trx, { since: new Date(nowMs - COLLECTED_AFTER_MS), now: new Date(nowMs), max });
  for (const id of ids) await files.remove(id);
  return ids.length;
}
