import type { NotificationKind, noticeKinds } from '@sangam/shared/notices/notification-kinds';
import { type RawBuilder, sql } from 'kysely';

/** Kinds that need an answer within a day or two. */
type EndingSoon = {
  [K in NotificationKind]: (typeof noticeKinds)[K] extends { endsSoon: true } ? K : never;
}[NotificationKind];

const deadlineOfRequest = sql`(SELECT answer_by FROM join_requests WHERE id = n.subject_id)`;
const deadlineOfInterest = sql`(SELECT answer_by FROM interests WHERE id = n.subject_id)`;
const deadlineOfInvitation = sql`(SELECT answer_by FROM invitations WHERE id = n.subject_id)`;
const endOfWait = sql`(SELECT waits_until FROM join_requests WHERE id = n.subject_id)`;

/** The deadline for the answer that a kind asks for. All other kinds need no answer, or have no deadline. */
const deadlines: Record<EndingSoon, RawBuilder<unknown>> & Partial<Record<NotificationKind, RawBuilder<unknown>>> = {
  'request:received': deadlineOfRequest,
  'request:reminder': deadlineOfRequest,
  'request:last_day': deadlineOfRequest,
  'interest:received': deadlineOfInterest,
  'interest:reminder': deadlineOfInterest,
  'interest:last_day': deadlineOfInterest,
  'invitation:received': deadlineOfInvitation,
  'invitation:reminder': deadlineOfInvitation,
  'invitation:last_day': deadlineOfInvitation,
  'offer:leaving': sql`(
    SELECT p.seeks_creator_until FROM project_offers o JOIN projects p ON p.id = o.project_id WHERE o.id = n.subject_id)`,
  'seat:offered': sql`(SELECT offered_until FROM join_requests WHERE id = n.subject_id)`,
  'waitlist:reminder': endOfWait,
  'waitlist:last_day': endOfWait,
};

/** The deadline for the answer that the notification `n` asks for; null if there is none. */
export const answerBy = sql<Date | null>`CASE n.kind ${sql.join(
  Object.entries(deadlines).map(([kind, deadline]) => sql`WHEN ${sql.lit(kind)} THEN ${deadline}`),
  sql` `,
)} END`;
