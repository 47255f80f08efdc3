import { type ReportReason, reportReasonWords } from '@sangam/shared/core/reports';
import type { Trx } from '../../platform/db/database.js';
import type { NewNotification } from '../../platform/records/notifications.queries.js';
import { listModeratorIds } from '../moderators/queries.js';

const received = (id: number) => `report:received:${id}`;

/** Notifies moderators of the first open report about a subject. It names nobody, so that no erasure has to find it. */
export const reportReceived = (moderatorIds: readonly number[], id: number, reason: ReportReason): NewNotification[] =>
  moderatorIds.map((user_id) => ({
    project_id: null,
    actor_id: null,
    user_id,
    kind: 'report:received',
    key: received(id),
    subject_id: id,
    link: `/moderation/${id}`,
    title: `New report to review: ${reportReasonWords[reason]}`,
  }));

/** Returns the moderators' notifications about these reports, which a decision removes. */
export const listReceived = async (trx: Trx, ids: readonly number[]) =>
  (await listModeratorIds(trx)).flatMap((user_id) => ids.map((id) => ({ user_id, key: received(id) })));
