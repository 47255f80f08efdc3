import { chatServerLimits } from '@sangam/shared/chat/limits';
import { deleteBefore } from '../platform/db/sweep.queries.js';
import type { Sweep } from '../platform/member-data/parts.js';
import { collectUnnamed } from './attachments/collect.js';
import type { FileStore } from './attachments/file-store.js';

const replacedBefore = (nowMs: number) => new Date(nowMs - chatServerLimits.replacedWordsKeptMs);

/** Acts and replaced wordings of messages after their time, and files that no message names. */
export const chatSweeps = (files: FileStore): Sweep[] => [
  (trx, nowMs, max) =>
    deleteBefore(trx, { table: 'message_acts', column: 'done_at', before: replacedBefore(nowMs), max }),
  (trx, nowMs, max) =>
    deleteBefore(trx, { table: 'message_wordings', column: 'replaced_at', before: replacedBefore(nowMs), max }),
  (trx, nowMs, max) => collectUnnamed(trx, files, nowMs, max),
];
