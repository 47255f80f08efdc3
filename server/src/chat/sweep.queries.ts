import { chatServerLimits } from '@sangam/shared/chat/limits';
import { hourMs } from '@sangam/shared/core/limits';
import type { Trx } from '../platform/db/database.js';
import { deleteBefore, type Sweep } from '../platform/member-data/parts.js';
import type { FileStore } from './attachments/file-store.js';
import { deleteUnnamed } from './attachments/queries.js';
import { eraseMessagesOfDeleted } from './conversations/deleted-teams.queries.js';
import { isAnyConversationMissing, openMissingConversations } from './conversations/teams.queries.js';

const replacedBefore = (nowMs: number) => new Date(nowMs - chatServerLimits.replacedWordsKeptMs);

/**
 * Deletes expired acts and former texts of messages, files that no message names, and the messages of projects deleted long enough ago.
 * Also opens the conversations of teams that predate team conversations.
 */
export const chatSweeps = (files: FileStore, mayBeBesideOlder: () => boolean): Sweep[] => [
  (trx, nowMs, max) =>
    deleteBefore(trx, { table: 'message_acts', column: 'done_at', before: replacedBefore(nowMs), max }),
  (trx, nowMs, max) =>
    deleteBefore(trx, { table: 'message_wordings', column: 'replaced_at', before: replacedBefore(nowMs), max }),
  (trx, nowMs, max) => collectUnnamed(trx, files, nowMs, max),
  openMissing(mayBeBesideOlder),
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

/**
 * Opens the conversations of teams that have none, until all have one and no server of an earlier release can form another such team:
 * looking for them reads all projects.
 */
function openMissing(mayBeBesideOlder: () => boolean): Sweep {
  let areAllOpen = false;
  return async (trx, _nowMs, max) => {
    if (areAllOpen) return 0;
    const areOlderGone = !mayBeBesideOlder();
    const opened = await openMissingConversations(trx, max);
    // If it opened some, the transaction may still be rolled back.
    areAllOpen = areOlderGone && opened === 0 && !(await isAnyConversationMissing(trx));
    return opened;
  };
}
