import {
  type RemovablePart,
  type ReportReason,
  removableParts,
  reportReasons,
  reportReasonWords,
} from '@sangam/shared/core/reports';
import { Id, Nullable, Strict } from '@sangam/shared/core/schemas';
import { type Static, Type } from 'typebox';
import { findRecipient, isInactiveMember, type Recipient } from '../../people/people.js';
import type { Db, Trx } from '../../platform/db/database.js';
import type { Publish } from '../../platform/db/transaction.js';
import { addJobs, type JobHandler, jobHandler, jobKind } from '../../platform/jobs/jobs.js';
import type { Letter } from '../../platform/mail/letter.js';
import { MAILS_AT_ONCE, type Mailer } from '../../platform/mail/mailer.js';
import { findProject } from './deciding.queries.js';
import { listOf } from './notifications.js';

/** The moderators' actions that a member is mailed about. */
const moderatorActs = ['warned', 'removed', 'hidden', 'restored'] as const;
type ModeratorAct = (typeof moderatorActs)[number];

const Moderated = Strict({
  user_id: Id,
  act: Type.Enum([...moderatorActs]),
  reason: Nullable(Type.Enum([...reportReasons])),
  /** With `removed`. */
  parts: Type.Optional(Type.Array(Type.Enum([...removableParts]))),
  /** With `hidden`. */
  project_id: Type.Optional(Id),
});
const moderated = jobKind('mail:moderated', Moderated);

/** Queues the mail about a moderator's action, in the transaction of that action. */
export const mailModerated = (trx: Trx, publish: Publish, payload: Static<typeof Moderated>, due_at: Date) =>
  addJobs(trx, publish, moderated, [{ payload, due_at }]);

export const moderatedMailHandler = (deps: { db: Db; mailer: Mailer; publicUrl: string }): JobHandler => {
  const { db, mailer, publicUrl } = deps;
  return jobHandler(
    moderated,
    async ({ user_id, project_id, ...moderated }, { jobKey }) => {
      const reader = await findRecipient(db, user_id);
      // A suspended member is mailed about the suspension alone (R16.7).
      if (reader === undefined || (await isInactiveMember(db, user_id))) return;
      const project = project_id === undefined ? undefined : await findProject(db, project_id);
      if (project_id !== undefined && (!project || project.hidden_at === null)) return;
      await mailer.send(moderatedLetter(reader, publicUrl, { ...moderated, project }), jobKey);
    },
    { atOnce: MAILS_AT_ONCE },
  );
};

interface ModeratedMail {
  act: ModeratorAct;
  reason: ReportReason | null;
  parts?: readonly RemovablePart[] | undefined;
  /** With `hidden`. */
  project?: { id: number; title: string } | undefined;
}

/** Says what was decided, why, and what the member can do. Contains no text by the moderator, which the member reads on the page. */
export function moderatedLetter(
  reader: Recipient,
  publicUrl: string,
  { act, reason, parts = [], project = { id: 0, title: '' } }: ModeratedMail,
): Letter {
  const because = reason === null ? '' : ` Reason: ${reportReasonWords[reason]}.`;
  const { subject, paragraphs, button, closing } = {
    warned: {
      subject: 'A moderator warned you',
      paragraphs: [
        `A Sangam moderator reviewed a report about you and issued a warning.${because}`,
        'If it happens again, your account may be suspended.',
      ],
      button: { label: 'Read the warning', path: '/settings/account#activity' },
      closing: 'Do you think this is a mistake?',
    },
    removed: {
      subject: 'A moderator removed part of your page',
      paragraphs: [
        `A Sangam moderator reviewed a report about you and removed your ${listOf(parts)}.${because}`,
        'You can add something else in your profile. If it happens again, your account may be suspended.',
      ],
      button: { label: 'Read the decision', path: '/settings/account#activity' },
      closing: 'Do you think this is a mistake?',
    },
    hidden: {
      subject: 'A moderator hid your project',
      paragraphs: [
        `A Sangam moderator reviewed a report about your project “${project.title}” and hid it.${because}`,
        'Only its team sees it now. Its pending requests, interest and invitations have ended.',
        'You can still edit it, but only a moderator can show it again.',
      ],
      button: { label: 'Open project', path: `/projects/${project.id}` },
      closing: 'Have you corrected it, or do you think this is a mistake?',
    },
    restored: {
      subject: 'You can use Sangam again',
      paragraphs: [
        'A Sangam moderator has lifted the suspension of your account. Other members see you and your projects again, except projects that a moderator hid. Requests, interest and transfers that the suspension ended don’t come back.',
      ],
      button: { label: 'Sign in', path: '/login' },
      closing: 'Do you have questions?',
    },
  }[act];
  return {
    ...reader,
    subject,
    paragraphs,
    button: { label: button.label, href: `${publicUrl}${button.path}` },
    closing: { text: closing, link: { label: 'Contact support', href: `${publicUrl}/support` } },
  };
}
