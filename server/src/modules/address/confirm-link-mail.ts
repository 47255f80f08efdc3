import { Id, Strict } from '@sangam/shared/contract/common';
import { serverLimits } from '@sangam/shared/rules/limits';
import { Type } from 'typebox';
import type { Db } from '../../db/database.js';
import type { Clock } from '../../lib/clock.js';
import { randomToken, tokenHash } from '../../lib/crypto.js';
import { type JobHandler, jobHandler, jobKind } from '../jobs/jobs.js';
import { addressTakenMail, confirmEmailMail, MAILS_AT_ONCE, type Mailer, newEmailMail } from '../mail/mail.js';
import { findAddress, isTaken, setToken } from './queries.js';

/** A link that proves this address is to be mailed there. As with a reset link, each attempt makes the token. */
export const confirmLink = jobKind('mail:confirm-link', Strict({ user_id: Id, email: Type.String() }));

export const confirmLinkHandler = (deps: { db: Db; clock: Clock; mailer: Mailer; publicUrl: string }): JobHandler => {
  const { db, clock, mailer, publicUrl } = deps;
  return jobHandler(
    confirmLink,
    async ({ user_id, email }) => {
      const own = await findAddress(db, user_id);
      if (!own || (own.email === email && own.email_verified_at !== null)) return;
      const isChange = own.email !== email;
      // The asker is not told: only the address itself hears that it has an account.
      if (isChange && (await isTaken(db, email))) return mailer.send(addressTakenMail(email, publicUrl));
      const token = randomToken();
      const expires_at = new Date(clock.nowMs() + serverLimits.emailLinkMs);
      if (!(await setToken(db, { user_id, email, token_hash: tokenHash(token), expires_at }))) return;
      // Without the job's key: a repetition holds another link, and only the newest works.
      await mailer.send((isChange ? newEmailMail : confirmEmailMail)(email, publicUrl, token));
    },
    { atOnce: MAILS_AT_ONCE },
  );
};
