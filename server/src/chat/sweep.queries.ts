import { chatServerLimits } from '@sangam/shared/chat/limits';
import type { Trx } from '../platform/db/database.js';
import { deleteBefore } from '../platform/db/sweep.queries.js';
import type { Sweep } from '../platform/member-data/parts.js';
import type { FileStore } from './attachments/file-store.js';
import { deleteUnnamed } from './attachments/queries.js';

const replacedBefore = (nowMs: number) => new Date(nowMs - chatServerLimits.replacedWordsKeptMs);

/** Acts and replaced wordings of messages after their time, and files that no message names. */
export const chatSweeps = (files: FileStore): Sweep[] => [
  (trx, nowMs, max) =>
    deleteBefore(trx, { table: 'message_acts', column: 'done_at', before: replacedBefore(nowMs), max }),
  (trx, nowMs, max) =>
    deleteBefore(trx, { table: 'message_wordings', column: 'replaced_at', before: replacedBefore(nowMs), max }),
  (trx, nowMs, max) => collectUnnamed(trx, files, nowMs, max),
];

/** Longer than an upload may wait for its message, so that none is taken from under it. */
const COLLECTED_AFTER_MS = chatServerLimits.unnamedUploadMs + 3_600_000;

/**
 * Deletes up to `max` attachments that no message names any more; answers how many. The files go before the commit: rows whose files
 * are gone are found again, files without a row never would be.
 */
async function collectUnnamed(trx: Trx, files: FileStore, nowMs: number, max: number): Promise<number> {
  const ids = await deleteUnnamed(trx, { since: new Date(nowMs - COLLECTED_AFTER_MS), now: new Date(nowMs), max });
  for (const id of ids) await files.remove(id);
  return ids.length;
}
