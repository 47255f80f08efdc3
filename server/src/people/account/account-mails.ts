import { LOCALE } from '@sangam/shared/core/limits';
import { Id, Nullable, Strict } from '@sangam/shared/core/schemas';
import { type Static, type TSchema, Type } from 'typebox';
import type { Db, Trx } from '../../platform/db/database.js';
import type { Publish } from '../../platform/db/transaction.js';
import { addJobs } from '../../platform/jobs/add.js';
import { type JobHandler, type JobKind, jobHandler, jobKind } from '../../platform/jobs/kinds.js';
import type { Clock } from '../../platform/lib/clock.js';
import { MAILS_AT_ONCE, type OutgoingMail } from '../../platform/mail/compose.js';
import type { Mailer } from '../../platform/mail/mailer.js';
import { findEmail, findTimeZone } from '../profile/queries.js';
import * as texts from './mail-texts.js';

const passwordChanged = jobKind('mail:password-changed', Strict({ user_id: Id }));
const passwordRemoved = jobKind('mail:password-removed', Strict({ user_id: Id, provider: Type.String() }));
const Providing = Strict({ user_id: Id, provider: Type.String() });
const providerLinked = jobKind('mail:provider-linked', Providing);
const providerUnlinked = jobKind('mail:provider-unlinked', Providing);
const emailChangeAsked = jobKind('mail:email-change-asked', Strict({ user_id: Id }));
/** To the address of before. */
const emailChanged = jobKind('mail:email-changed', Strict({ email: Type.String() }));
const newSignIn = jobKind(
  'mail:new-sign-in',
  Strict({ user_id: Id, device: Nullable(Type.String()), network: Nullable(Type.String()), at: Type.String() }),
);

const accountDeleted = jobKind('mail:account-deleted', Strict({ user_id: Id, until: Type.String() }));

/** Mails to members about what happened to their account, written in the transaction in which it did. */
export interface AccountMails {
  passwordChanged(trx: Trx, publish: Publish, userId: number): Promise<void>;
  /** `provider`: its name for people. */
  passwordRemoved(trx: Trx, publish: Publish, userId: number, provider: string): Promise<void>;
  providerLinked(trx: Trx, publish: Publish, userId: number, provider: string): Promise<void>;
  providerUnlinked(trx: Trx, publish: Publish, userId: number, provider: string): Promise<void>;
  emailChangeAsked(trx: Trx, publish: Publish, userId: number): Promise<void>;
  /** To the address that the account had before. */
  emailChanged(trx: Trx, publish: Publish, email: string): Promise<void>;
  newSignIn(
    trx: Trx,
    publish: Publish,
    userId: number,
    where: { device: string | null; network: string | null },
  ): Promise<void>;
  /** `until`: how long they may come back. */
  accountDeleted(trx: Trx, publish: Publish, userId: number, until: Date): Promise<void>;
  handlers: JobHandler[];
}

/** A time as a mail tells it, by the clock of its reader. */
const timeIn = (zone: string, at: string): string =>
  new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'long', timeZone: zone }).format(new Date(at));

export function createAccountMails(deps: { db: Db; clock: Clock; mailer: Mailer; publicUrl: string }): AccountMails {
  const { db, clock, mailer, publicUrl } = deps;
  const now = () => new Date(clock.nowMs());
  const add = <P extends TSchema>(trx: Trx, publish: Publish, kind: JobKind<P>, payload: Static<P>) =>
    addJobs(trx, publish, kind, [{ payload, due_at: now() }]);
  /** Sends the mail that `compose` makes to the member's address; nothing to a member without one. */
  const handle = <P extends TSchema>(
    kind: JobKind<P>,
    memberOf: (payload: Static<P>) => number,
    compose: (email: string, payload: Static<P>) => OutgoingMail | Promise<OutgoingMail>,
  ): JobHandler =>
    jobHandler(
      kind,
      async (payload, { jobKey }) => {
        const email = await findEmail(db, memberOf(payload));
        if (email !== null) await mailer.send(await compose(email, payload), jobKey);
      },
      { atOnce: MAILS_AT_ONCE },
    );

  return {
    passwordChanged: (trx, publish, user_id) => add(trx, publish, passwordChanged, { user_id }),
    passwordRemoved: (trx, publish, user_id, provider) => add(trx, publish, passwordRemoved, { user_id, provider }),
    providerLinked: (trx, publish, user_id, provider) => add(trx, publish, providerLinked, { user_id, provider }),
    providerUnlinked: (trx, publish, user_id, provider) => add(trx, publish, providerUnlinked, { user_id, provider }),
    emailChangeAsked: (trx, publish, user_id) => add(trx, publish, emailChangeAsked, { user_id }),
    emailChanged: (trx, publish, email) => add(trx, publish, emailChanged, { email }),
    newSignIn: (trx, publish, user_id, { device, network }) =>
      add(trx, publish, newSignIn, { user_id, device, network, at: now().toISOString() }),
    accountDeleted: (trx, publish, user_id, until) =>
      add(trx, publish, accountDeleted, { user_id, until: until.toISOString() }),
    handlers: [
      handle(
        accountDeleted,
        ({ user_id }) => user_id,
        async (email, { user_id, until }) =>
          texts.accountDeletedMail(email, publicUrl, timeIn(await findTimeZone(db, user_id), until)),
      ),
      handle(
        passwordChanged,
        ({ user_id }) => user_id,
        (email) => texts.passwordChangedMail(email, publicUrl),
      ),
      handle(
        passwordRemoved,
        ({ user_id }) => user_id,
        (email, { provider }) => texts.passwordRemovedMail(email, publicUrl, provider),
      ),
      handle(
        providerLinked,
        ({ user_id }) => user_id,
        (email, { provider }) => texts.providerLinkedMail(email, publicUrl, provider),
      ),
      handle(
        providerUnlinked,
        ({ user_id }) => user_id,
        (email, { provider }) => texts.providerUnlinkedMail(email, publicUrl, provider),
      ),
      handle(
        emailChangeAsked,
        ({ user_id }) => user_id,
        (email) => texts.emailChangeAskedMail(email, publicUrl),
      ),
      handle(
        newSignIn,
        ({ user_id }) => user_id,
        async (email, { user_id, device, network, at }) => {
          return texts.newSignInMail(email, publicUrl, {
            device,
            network,
            at: timeIn(await findTimeZone(db, user_id), at),
          });
        },
      ),
      jobHandler(
        emailChanged,
        ({ email }, { jobKey }) => mailer.send(texts.emailChangedMail(email, publicUrl), jobKey),
        {
          atOnce: MAILS_AT_ONCE,
        },
      ),
    ],
  };
}
