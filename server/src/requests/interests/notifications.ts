import { actToAnswer, interestActs } from '@sangam/shared/requests/interest-states';
import type { NewNotification } from '../../platform/records/notifications.queries.js';
import type { InterestRow } from './present.js';

/** One notification of each side for each interest. */
export const keyOf = (id: number): string => `interest:${id}`;

const about = (row: InterestRow) => ({
  key: keyOf(row.id),
  title: row.project_title,
  project_id: row.project_id,
  subject_id: row.id,
});

/** Tells the creator. */
export const received = (creatorId: number, row: InterestRow): NewNotification => ({
  ...about(row),
  user_id: creatorId,
  kind: interestActs.show_interest.kind,
  actor_id: row.requester_id,
});

/** Tells the requester. */
export const decided = (creatorId: number, row: InterestRow): NewNotification => ({
  ...about(row),
  user_id: row.requester_id,
  kind: interestActs[row.status === 'approved' ? actToAnswer.approved : actToAnswer.denied].kind,
  actor_id: creatorId,
});

/** Tells the requester that their interest has ended with the project. */
export const ended = (creatorId: number, row: InterestRow): NewNotification => ({
  ...decided(creatorId, row),
  kind: interestActs.end.kind,
});
