import { Strict } from '@sangam/shared/core/schemas';
import { peopleServerLimits } from '@sangam/shared/people/limits';
import { Type } from 'typebox';
import type { Db } from '../../platform/db/database.js';
import { EMAILS_AT_ONCE, type Mailer } from '../../platform/email/mailer.js';
import { type JobHandler, jobHandler, jobKind } from '../../platform/jobs/jobs.js';
import type { Clock } from '../../platform/lib/clock.js';
import { randomToken, tokenHash } from '../../platform/lib/secrets.js';
import { accountLetters } from '../emails/email-texts.js';
import { findCredentials } from '../users/credentials.queries.js';
import { putReset } from './password-reset.queries.js';

/**
 * Emails a reset link to this address if it has an account. The job holds no token: each attempt makes a new one, so the stored job can't be
 * used to sign in, and the link is valid for an hour from the time of its email.
 */
export const resetLink = jobKind('mail:reset-link', Strict({ email: Type.String() }));

export const resetLinkHandler = (deps: { db: Db; clock: Clock; mailer: Mailer; publicUrl: string }): JobHandler => {
  const { db, clock, mailer, publicUrl } = deps;
  return jobHandler(
    resetLink,
    async ({ email }) => {
      const account = await findCredentials(db, email);
      if (!account) return;
      const token = randomToken();
      await putReset(db, {
        user_id: account.id,
        token_hash: tokenHash(token),
        expires_at: new Date(clock.nowMs() + peopleServerLimits.resetLinkMs),
      });
      // No `jobKey`: a retry must send an email of its own, since only the newest link works.
      await mailer.send(accountLetters.resetLink({ to: account.email, name: account.name }, publicUrl, token));
    },
    { atOnce: EMAILS_AT_ONCE },
  );
};
