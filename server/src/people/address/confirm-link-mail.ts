import { Id, Strict } from '@sangam/shared/core/common';
import { peopleServerLimits } from '@sangam/shared/people/limits';
import { Type } from 'typebox';
import type { Db } from '../../platform/db/database.js';
import { type JobHandler, jobHandler, jobKind } from '../../platform/jobs/kinds.js';
import type { Clock } from '../../platform/lib/clock.js';
import { randomToken, tokenHash } from '../../platform/lib/crypto.js';
import type { Mailer } from '../../platform/mail/mailer.js';
import { addressTakenMail, confirmEmailMail, newEmailMail } from '../mails/mails.js';
import { MAILS_AT_ONCE } from '../mails/member-mails.js';
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
      const expires_at = new Date(clock.nowMs() + peopleServerLimits.emailLinkMs);
      if (!(await setToken(db, { user_id, email, token_hash: tokenHash(token), expires_at }))) return;
      // Without the job's key: a repetition holds another link, and only the newest works.
      await mailer.send((isChange ? newEmailMail : confirmEmailMail)(email, publicUrl, token));
    },
    { atOnce: MAILS_AT_ONCE },
  );
};
