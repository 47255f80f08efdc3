import { Id, Strict } from '@sangam/shared/contract/common';
import { serverLimits } from '@sangam/shared/rules/limits';
import { Type } from 'typebox';
import type { Db } from '../../db/database.js';
import type { Clock } from '../../lib/clock.js';
import { randomToken, tokenHash } from '../../lib/crypto.js';
import { type JobHandler, jobHandler, jobKind } from '../jobs/jobs.js';
import { confirmEmailMail, MAILS_AT_ONCE, type Mailer } from '../mail/mail.js';
import { findAddress, setToken } from './queries.js';

/** A link that proves this address is to be mailed there. As with a reset link, each attempt makes the token. */
export const confirmLink = jobKind('mail:confirm-link', Strict({ user_id: Id, email: Type.String() }));

export const confirmLinkHandler = (deps: { db: Db; clock: Clock; mailer: Mailer; publicUrl: string }): JobHandler => {
  const { db, clock, mailer, publicUrl } = deps;
  return jobHandler(
    confirmLink,
    async ({ user_id, email }) => {
      const own = await findAddress(db, user_id);
      if (!own || (own.email === email && own.email_verified_at !== null)) return;
      const token = randomToken();
      const expires_at = new Date(clock.nowMs() + serverLimits.emailLinkMs);
      if (!(await setToken(db, { user_id, email, token_hash: tokenHash(token), expires_at }))) return;
      // Without the job's key: a repetition holds another link, and only the newest works.
      await mailer.send(confirmEmailMail(email, publicUrl, token));
    },
    { atOnce: MAILS_AT_ONCE },
  );
};
