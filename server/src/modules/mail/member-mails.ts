import { Id, Strict } from '@sangam/shared/contract/common';
import { Type } from 'typebox';
import type { Db, Trx } from '../../db/database.js';
import type { Publish } from '../../db/transaction.js';
import type { Clock } from '../../lib/clock.js';
import { addJobs, type JobHandler, jobHandler, jobKind } from '../jobs/jobs.js';
import { findEmail } from '../users/users.js';
import type { Mailer } from './mailer.js';
import { passwordChangedMail, passwordRemovedMail } from './mails.js';

const passwordChanged = jobKind('mail:password-changed', Strict({ user_id: Id }));
const passwordRemoved = jobKind('mail:password-removed', Strict({ user_id: Id, provider: Type.String() }));

/** Mails to members about what happened to their account, written in the transaction in which it did. */
export interface MemberMails {
  passwordChanged(trx: Trx, publish: Publish, userId: number): Promise<void>;
  /** `provider`: its name for people. */
  passwordRemoved(trx: Trx, publish: Publish, userId: number, provider: string): Promise<void>;
  handlers: JobHandler[];
}

/** How many mails of a kind one server sends together. */
export const MAILS_AT_ONCE = 4;

export function createMemberMails(deps: { db: Db; clock: Clock; mailer: Mailer; publicUrl: string }): MemberMails {
  const { db, clock, mailer, publicUrl } = deps;
  const now = () => new Date(clock.nowMs());
  return {
    passwordChanged: (trx, publish, user_id) =>
      addJobs(trx, publish, passwordChanged, [{ payload: { user_id }, due_at: now() }]),
    passwordRemoved: (trx, publish, user_id, provider) =>
      addJobs(trx, publish, passwordRemoved, [{ payload: { user_id, provider }, due_at: now() }]),
    handlers: [
      jobHandler(
        passwordChanged,
        async ({ user_id }, { jobKey }) => {
          const email = await findEmail(db, user_id);
          if (email !== null) await mailer.send(passwordChangedMail(email, publicUrl), jobKey);
        },
        { atOnce: MAILS_AT_ONCE },
      ),
      jobHandler(
        passwordRemoved,
        async ({ user_id, provider }, { jobKey }) => {
          const email = await findEmail(db, user_id);
          if (email !== null) await mailer.send(passwordRemovedMail(email, publicUrl, provider), jobKey);
        },
        { atOnce: MAILS_AT_ONCE },
      ),
    ],
  };
}
