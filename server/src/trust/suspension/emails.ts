import { type ReportReason, reportReasons, reportReasonWords } from '@sangam/shared/core/reports';
import { Id, Nullable, Strict } from '@sangam/shared/core/schemas';
import { type Static, Type } from 'typebox';
import { findRecipient, isInactiveMember, type Recipient, timeForMember } from '../../people/people.js';
import type { Db, Trx } from '../../platform/db/database.js';
import type { Publish } from '../../platform/db/transaction.js';
import type { Letter } from '../../platform/email/letter.js';
import { EMAILS_AT_ONCE, type Mailer } from '../../platform/email/mailer.js';
import { addJobs, type JobHandler, jobHandler, jobKind } from '../../platform/jobs/jobs.js';

const Suspended = Strict({
  user_id: Id,
  /** Null if the suspension has no end. */
  until: Nullable(Type.String()),
  reason: Type.Enum([...reportReasons]),
});
const suspended = jobKind('mail:suspended', Suspended);
const suspensionEnded = jobKind('mail:suspension-ended', Strict({ user_id: Id }));

/** Queue the emails about a suspension, in its transaction. */
export const emailSuspended = (trx: Trx, publish: Publish, payload: Static<typeof Suspended>, due_at: Date) =>
  addJobs(trx, publish, suspended, [{ payload, due_at }]);
export const emailSuspensionEnded = (trx: Trx, publish: Publish, user_id: number, due_at: Date) =>
  addJobs(trx, publish, suspensionEnded, [{ payload: { user_id }, due_at }]);

export function suspensionEmailHandlers({ db, mailer, publicUrl }: { db: Db; mailer: Mailer; publicUrl: string }) {
  const suspendedHandler = jobHandler(
    suspended,
    async ({ user_id, until, reason }, { jobKey }) => {
      const reader = await findRecipient(db, user_id);
      if (reader === undefined) return;
      const ends = until === null ? null : await timeForMember(db, user_id, until);
      await mailer.send(suspendedLetter(reader, publicUrl, { ends, reason }), jobKey);
    },
    { atOnce: EMAILS_AT_ONCE },
  );
  const suspensionEndedHandler = jobHandler(
    suspensionEnded,
    async ({ user_id }, { jobKey }) => {
      const reader = await findRecipient(db, user_id);
      // An account that will be deleted, or is suspended again, can't be used.
      if (reader === undefined || (await isInactiveMember(db, user_id))) return;
      await mailer.send(suspensionEndedLetter(reader, publicUrl), jobKey);
    },
    { atOnce: EMAILS_AT_ONCE },
  );
  return [suspendedHandler, suspensionEndedHandler] satisfies JobHandler[];
}

/** Contains no text by the moderator, which the member reads after signing in. `ends`: null if the suspension has no end. */
export const suspendedLetter = (
  reader: Recipient,
  publicUrl: string,
  { ends, reason }: { ends: string | null; reason: ReportReason },
): Letter => ({
  ...reader,
  subject: 'Your Sangam account is suspended',
  paragraphs: [
    `A moderator suspended your account${ends === null ? '' : ` until ${ends}`}. Reason: ${reportReasonWords[reason]}.`,
    'Every device was logged out, and other members don’t see you or your projects.',
    'Sign in to see the details, download your data or delete your account.',
  ],
  button: { label: 'Sign in', href: `${publicUrl}/login` },
  closing: { text: 'Do you think this is a mistake?', link: supportOf(publicUrl) },
});

export const suspensionEndedLetter = (reader: Recipient, publicUrl: string): Letter => ({
  ...reader,
  subject: 'You can use Sangam again',
  paragraphs: [
    'The suspension of your account has ended. Other members see you and your projects again, except projects that a moderator hid.',
    'Requests, interest and transfers that the suspension ended don’t come back.',
  ],
  button: { label: 'Sign in', href: `${publicUrl}/login` },
  closing: { text: 'Do you have questions?', link: supportOf(publicUrl) },
});

const supportOf = (publicUrl: string) => ({ label: 'Contact support', href: `${publicUrl}/support` });
