import {
  type RemovablePart,
  type ReportReason,
  removableParts,
  reportReasons,
  reportReasonWords,
} from '@sangam/shared/core/reports';
import { Id, Strict } from '@sangam/shared/core/schemas';
import { type Static, Type } from 'typebox';
import { findRecipient, isInactiveMember, type Recipient } from '../../people/people.js';
import type { Db, Trx } from '../../platform/db/database.js';
import type { Publish } from '../../platform/db/transaction.js';
import type { Letter } from '../../platform/email/letter.js';
import { EMAILS_AT_ONCE, type Mailer } from '../../platform/email/mailer.js';
import { addJobs, type JobHandler, jobHandler, jobKind } from '../../platform/jobs/jobs.js';
import { findProject } from './deciding.queries.js';
import { listOf } from './notifications.js';

const about = { user_id: Id, reason: Type.Enum([...reportReasons]) };
/** The moderators' actions that a member is emailed about. */
const Moderated = Type.Union([
  Strict({ ...about, act: Type.Literal('warned') }),
  Strict({ ...about, act: Type.Literal('removed'), parts: Type.Array(Type.Enum([...removableParts])) }),
  Strict({ ...about, act: Type.Literal('hidden'), project_id: Id }),
  Strict({ user_id: Id, act: Type.Literal('restored'), reason: Type.Null() }),
]);
const moderated = jobKind('mail:moderated', Moderated);

/** Queues the email about a moderator's action, in the transaction of that action. */
export const emailModerated = (trx: Trx, publish: Publish, payload: Static<typeof Moderated>, due_at: Date) =>
  addJobs(trx, publish, moderated, [{ payload, due_at }]);

export const moderatedEmailHandler = (deps: { db: Db; mailer: Mailer; publicUrl: string }): JobHandler => {
  const { db, mailer, publicUrl } = deps;
  return jobHandler(
    moderated,
    async (payload, { jobKey }) => {
      const reader = await findRecipient(db, payload.user_id);
      // A suspended member is emailed about the suspension alone (R16.7).
      if (reader === undefined || (await isInactiveMember(db, payload.user_id))) return;
      const action = payload.act === 'hidden' ? await hidingOf(db, payload) : payload;
      if (action !== undefined) await mailer.send(moderatedLetter(reader, publicUrl, action), jobKey);
    },
    { atOnce: EMAILS_AT_ONCE },
  );
};

/** Returns nothing if the project is shown again or deleted. */
async function hidingOf(db: Db, { project_id, reason }: { project_id: number; reason: ReportReason }) {
  const project = await findProject(db, project_id);
  if (project === undefined || project.hidden_at === null) return undefined;
  return { act: 'hidden' as const, reason, project };
}

type ModeratorAction =
  | { act: 'warned'; reason: ReportReason }
  | { act: 'removed'; reason: ReportReason; parts: readonly RemovablePart[] }
  | { act: 'hidden'; reason: ReportReason; project: { id: number; title: string } }
  | { act: 'restored' };

/** Says what was decided, why, and what the member can do. Contains no text by the moderator, which the member reads on the page. */
export function moderatedLetter(reader: Recipient, publicUrl: string, action: ModeratorAction): Letter {
  const { subject, paragraphs, button, closing } = wordsOf(action);
  return {
    ...reader,
    subject,
    paragraphs,
    button: { label: button.label, href: `${publicUrl}${button.path}` },
    closing: { text: closing, link: { label: 'Contact support', href: `${publicUrl}/support` } },
  };
}

const because = (reason: ReportReason) => `Reason: ${reportReasonWords[reason]}.`;

function wordsOf(action: ModeratorAction) {
  switch (action.act) {
    case 'warned':
      return {
        subject: 'A moderator warned you',
        paragraphs: [
          `A Sangam moderator reviewed a report about you and issued a warning. ${because(action.reason)}`,
          'If it happens again, your account may be suspended.',
        ],
        button: { label: 'Read the warning', path: '/settings/account#activity' },
        closing: 'Do you think this is a mistake?',
      };
    case 'removed':
      return {
        subject: 'A moderator removed part of your page',
        paragraphs: [
          `A Sangam moderator reviewed a report about you and removed your ${listOf(action.parts)}. ${because(action.reason)}`,
          'You can add something else in your profile. If it happens again, your account may be suspended.',
        ],
        button: { label: 'Read the decision', path: '/settings/account#activity' },
        closing: 'Do you think this is a mistake?',
      };
    case 'hidden':
      return {
        subject: 'A moderator hid your project',
        paragraphs: [
          `A Sangam moderator reviewed a report about your project “${action.project.title}” and hid it. ${because(action.reason)}`,
          'Only its team sees it now. Its pending requests, interest and invitations have ended.',
          'You can still edit it, but only a moderator can show it again.',
        ],
        button: { label: 'Open project', path: `/projects/${action.project.id}` },
        closing: 'Have you corrected it, or do you think this is a mistake?',
      };
    case 'restored':
      return {
        subject: 'You can use Sangam again',
        paragraphs: [
          'A Sangam moderator has lifted the suspension of your account. Other members see you and your projects again, except projects that a moderator hid. Requests, interest and transfers that the suspension ended don’t come back.',
        ],
        button: { label: 'Sign in', path: '/login' },
        closing: 'Do you have questions?',
      };
  }
}
