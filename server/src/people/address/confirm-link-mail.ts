import { Id, Strict } from '@sangam/shared/core/schemas';
import { peopleServerLimits } from '@sangam/shared/people/limits';
import { Type } from 'typebox';
import type { Db } from '../../platform/db/database.js';
import { type JobHandler, jobHandler, jobKind } from '../../platform/jobs/jobs.js';
import type { Clock } from '../../platform/lib/clock.js';
import { randomToken, tokenHash } from '../../platform/lib/secrets.js';
import { compose, MAILS_AT_ONCE, type Mailer, type OutgoingMail } from '../../platform/mail/mailer.js';
import { findAddress, isTaken, setToken } from './queries.js';

/** Mails a link that verifies this address. As with a reset link, each attempt makes a new token. */
export const confirmLink = jobKind('mail:confirm-link', Strict({ user_id: Id, email: Type.String() }));

export const confirmLinkHandler = (deps: { db: Db; clock: Clock; mailer: Mailer; publicUrl: string }): JobHandler => {
  const { db, clock, mailer, publicUrl } = deps;
  return jobHandler(
    confirmLink,
    async ({ user_id, email }, { jobKey }) => {
      const own = await findAddress(db, user_id);
      if (!own || (own.email === email && own.email_verified_at !== null)) return;
      const isChange = own.email !== email;
      if (isChange && (await isTaken(db, email))) {
        // Only the address itself is notified that it has an account, not the member who typed it.
        await mailer.send(addressTakenMail(email, publicUrl), jobKey);
        return;
      }
      const token = randomToken();
      const expires_at = new Date(clock.nowMs() + peopleServerLimits.emailLinkMs);
      if (!(await setToken(db, { user_id, email, token_hash: tokenHash(token), expires_at }))) return;
      // Without the job's key, since a retry mails another link and only the newest works.
      await mailer.send((isChange ? newEmailMail : confirmEmailMail)(email, publicUrl, token));
    },
    { atOnce: MAILS_AT_ONCE },
  );
};

/** The link that verifies a new member's address (R2.20). */
const confirmEmailMail = (to: string, publicUrl: string, token: string): OutgoingMail =>
  compose(to, {
    purpose: 'confirmation',
    subject: 'Confirm your email address',
    paragraphs: ['Somebody, probably you, has a Sangam account with this address. Confirm that it is yours.'],
    button: { label: 'Confirm address', link: `${publicUrl}/verify-email?token=${token}` },
    closing:
      'The link works for 24 hours, and only the newest one does. If you have no Sangam account, ignore this mail: nobody is confirmed without it.',
  });

/** The link that makes this address the account's (R2.22). */
const newEmailMail = (to: string, publicUrl: string, token: string): OutgoingMail =>
  compose(to, {
    purpose: 'confirmation',
    subject: 'Confirm your new email address',
    paragraphs: ['Somebody, probably you, wants to use this address for their Sangam account from now on.'],
    button: { label: 'Use this address', link: `${publicUrl}/verify-email?token=${token}` },
    closing: 'The link works for 24 hours. If you did not ask for it, ignore this mail: nothing changes.',
  });

/** Instead of that link, if the address has an account already. */
const addressTakenMail = (to: string, publicUrl: string): OutgoingMail =>
  compose(to, {
    subject: 'This address has a Sangam account',
    paragraphs: [
      'Somebody, probably you, wants to use this address for another Sangam account. It has one already, so nothing was changed.',
    ],
    button: { label: 'Sign in', link: `${publicUrl}/login` },
    closing: 'An address can have one account. If you did not ask for this, there is nothing to do.',
  });
