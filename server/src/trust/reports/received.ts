import { type ReportReason, reportReasonWords } from '@sangam/shared/core/reports';
import type { Trx } from '../../platform/db/database.js';
import { findUnreadByKey, type NewNotification } from '../../platform/records/notifications.queries.js';
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

/** Returns the moderators' unread notifications about these reports, which a decision marks read. */
export const findReceived = async (trx: Trx, ids: readonly number[]) =>
  findUnreadByKey(trx, await listModeratorIds(trx), ids.map(received));
