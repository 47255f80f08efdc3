import { Id, Strict } from '@sangam/shared/core/schemas';
import { peopleServerLimits } from '@sangam/shared/people/limits';
import { Type } from 'typebox';
import type { Db } from '../../platform/db/database.js';
import { EMAILS_AT_ONCE, type Mailer } from '../../platform/email/mailer.js';
import { type JobHandler, jobHandler, jobKind } from '../../platform/jobs/jobs.js';
import type { Clock } from '../../platform/lib/clock.js';
import { randomToken, tokenHash } from '../../platform/lib/secrets.js';
import { accountLetters as letters } from '../emails/email-texts.js';
import { findCredentials } from '../users/credentials.queries.js';
import { findAddress, isFormerAddress, setToken } from './queries.js';

/** Emails a link that verifies this address. As with a reset link, each attempt makes a new token. */
export const confirmLink = jobKind('mail:confirm-link', Strict({ user_id: Id, email: Type.String() }));

export const confirmLinkHandler = (deps: { db: Db; clock: Clock; mailer: Mailer; publicUrl: string }): JobHandler => {
  const { db, clock, mailer, publicUrl } = deps;
  return jobHandler(
    confirmLink,
    async ({ user_id, email }, { jobKey }) => {
      const account = await findAddress(db, user_id);
      if (!account || (account.email === email && account.email_verified_at !== null)) return;
      const isChange = account.email !== email;
      const owner = isChange ? await findCredentials(db, email) : undefined;
      if (owner) {
        // Only the address itself is notified that it has an account, not the member who typed it.
        await mailer.send(letters.addressTaken({ to: owner.email, name: owner.name }, publicUrl), jobKey);
        return;
      }
      if (isChange && (await isFormerAddress(db, email, clock.now(), user_id))) return;
      const token = randomToken();
      const expires_at = new Date(clock.nowMs() + peopleServerLimits.emailLinkMs);
      if (!(await setToken(db, { user_id, email, token_hash: tokenHash(token), expires_at }))) return;
      // No `jobKey`: a retry must send an email of its own, since only the newest link works.
      const letter = isChange ? letters.newEmail : letters.confirmEmail;
      await mailer.send(letter({ to: email, name: account.name }, publicUrl, token));
    },
    { atOnce: EMAILS_AT_ONCE },
  );
};
