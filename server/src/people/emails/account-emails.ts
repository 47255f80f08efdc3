import { LOCALE, TIME_ZONE } from '@sangam/shared/core/limits';
import { productTime } from '@sangam/shared/core/product-zone';
import { Id, Nullable, Strict } from '@sangam/shared/core/schemas';
import { Type } from 'typebox';
import type { Db, Trx } from '../../platform/db/database.js';
import type { Publish } from '../../platform/db/transaction.js';
import type { Letter } from '../../platform/email/letter.js';
import { EMAILS_AT_ONCE, type Mailer } from '../../platform/email/mailer.js';
import { emailValue } from '../../platform/email/values.js';
import { addJobs, type JobHandler, type JobKind, jobHandler, jobKind } from '../../platform/jobs/jobs.js';
import type { Clock } from '../../platform/lib/clock.js';
import { randomToken, tokenHash } from '../../platform/lib/secrets.js';
import { isInactiveMember } from '../users/lifecycle.queries.js';
import { findRecipient, findTimeZone, type Recipient } from '../users/recipients.queries.js';
import { accountLetters as letters, withoutSettings } from './email-texts.js';
import { setReturnToken } from './queries.js';

const passwordChanged = jobKind('mail:password-changed', Strict({ user_id: Id }));
const Providing = Strict({ user_id: Id, provider: Type.String() });
const passwordRemoved = jobKind('mail:password-removed', Providing);
const providerLinked = jobKind('mail:provider-linked', Providing);
const providerUnlinked = jobKind('mail:provider-unlinked', Providing);
const emailChangeAsked = jobKind('mail:email-change-asked', Strict({ user_id: Id }));
/** `user_id` is missing in jobs of earlier versions, whose emails have no link back. */
const emailChanged = jobKind('mail:email-changed', Strict({ email: Type.String(), user_id: Type.Optional(Id) }));
const newSignIn = jobKind(
  'mail:new-sign-in',
  Strict({ user_id: Id, device: Nullable(Type.String()), network: Nullable(Type.String()), at: Type.String() }),
);
const accountDeleted = jobKind('mail:account-deleted', Strict({ user_id: Id, until: Type.String() }));

/** Queues emails about changes to a member's account, in the transaction that makes the change. */
export interface AccountEmails {
  passwordChanged(trx: Trx, publish: Publish, userId: number): Promise<void>;
  /** `provider`: its display name. */
  passwordRemoved(trx: Trx, publish: Publish, userId: number, provider: string): Promise<void>;
  providerLinked(trx: Trx, publish: Publish, userId: number, provider: string): Promise<void>;
  providerUnlinked(trx: Trx, publish: Publish, userId: number, provider: string): Promise<void>;
  emailChangeAsked(trx: Trx, publish: Publish, userId: number): Promise<void>;
  /** `email`: the old address, which gets a link that restores it. */
  emailChanged(trx: Trx, publish: Publish, userId: number, email: string): Promise<void>;
  newSignIn(
    trx: Trx,
    publish: Publish,
    userId: number,
    origin: { device: string | null; network: string | null },
  ): Promise<void>;
  /** `until`: the deadline for restoring the account. */
  accountDeleted(trx: Trx, publish: Publish, userId: number, until: Date): Promise<void>;
  handlers: JobHandler[];
}

const minutes = { day: 'numeric', month: 'short', year: 'numeric', hour: 'numeric', minute: '2-digit' } as const;

/** Formats a time in a time zone. Zones other than the product's may have summer time, with which date-fns-tz makes errors. */
export const timeIn = (timeZone: string, at: string): string =>
  timeZone === TIME_ZONE
    ? productTime(new Date(at))
    : new Date(at).toLocaleString(LOCALE, { ...minutes, hour12: true, timeZoneName: 'short', timeZone });

/** Formats a time in this member's zone, for an email. */
export const timeForMember = async (db: Db, userId: number, at: string): Promise<string> =>
  timeIn(await findTimeZone(db, userId), at);

const memberOf = ({ user_id }: { user_id: number }) => user_id;

export function createAccountEmails(deps: { db: Db; clock: Clock; mailer: Mailer; publicUrl: string }): AccountEmails {
  const { db, clock, mailer, publicUrl } = deps;
  const add = <Payload>(trx: Trx, publish: Publish, kind: JobKind<Payload>, payload: Payload) =>
    addJobs(trx, publish, kind, [{ payload, due_at: clock.now() }]);
  /** Emails the member, unless they no longer exist. */
  const handle = <Payload>(
    kind: JobKind<Payload>,
    idOf: (payload: Payload) => number,
    letterTo: (reader: Recipient, payload: Payload) => Letter | Promise<Letter>,
  ): JobHandler =>
    jobHandler(
      kind,
      async (payload, { jobKey }) => {
        const id = idOf(payload);
        const reader = await findRecipient(db, id);
        if (reader === undefined) return;
        const letter = await letterTo(reader, payload);
        await mailer.send((await isInactiveMember(db, id)) ? withoutSettings(letter, publicUrl) : letter, jobKey);
      },
      { atOnce: EMAILS_AT_ONCE },
    );

  return {
    passwordChanged: (trx, publish, user_id) => add(trx, publish, passwordChanged, { user_id }),
    passwordRemoved: (trx, publish, user_id, provider) => add(trx, publish, passwordRemoved, { user_id, provider }),
    providerLinked: (trx, publish, user_id, provider) => add(trx, publish, providerLinked, { user_id, provider }),
    providerUnlinked: (trx, publish, user_id, provider) => add(trx, publish, providerUnlinked, { user_id, provider }),
    emailChangeAsked: (trx, publish, user_id) => add(trx, publish, emailChangeAsked, { user_id }),
    emailChanged: (trx, publish, user_id, email) => add(trx, publish, emailChanged, { user_id, email }),
    newSignIn: (trx, publish, user_id, { device, network }) =>
      add(trx, publish, newSignIn, { user_id, device, network, at: clock.now().toISOString() }),
    accountDeleted: (trx, publish, user_id, until) =>
      add(trx, publish, accountDeleted, { user_id, until: until.toISOString() }),
    handlers: [
      handle(passwordChanged, memberOf, (reader) => letters.passwordChanged(reader, publicUrl)),
      handle(passwordRemoved, memberOf, (reader, { provider }) => letters.passwordRemoved(reader, publicUrl, provider)),
      handle(providerLinked, memberOf, (reader, { provider }) => letters.providerLinked(reader, publicUrl, provider)),
      handle(providerUnlinked, memberOf, (reader, { provider }) =>
        letters.providerUnlinked(reader, publicUrl, provider),
      ),
      handle(emailChangeAsked, memberOf, (reader) => letters.emailChangeAsked(reader, publicUrl)),
      handle(newSignIn, memberOf, async (reader, { user_id, at, ...origin }) =>
        letters.newSignIn(reader, publicUrl, describeOrigin(origin), await timeForMember(db, user_id, at)),
      ),
      handle(accountDeleted, memberOf, async (reader, { user_id, until }) =>
        letters.accountDeleted(reader, publicUrl, await timeForMember(db, user_id, until)),
      ),
      jobHandler(
        emailChanged,
        async ({ user_id, email }) => {
          if (user_id === undefined) return;
          const token = randomToken();
          const reader = await findRecipient(db, user_id);
          const isOpen = await setReturnToken(db, { user_id, email }, tokenHash(token));
          // No `jobKey`: a retry must send an email of its own, since only the newest link works.
          if (isOpen)
            await mailer.send(letters.emailChanged({ to: email, name: reader?.name ?? '' }, publicUrl, token));
        },
        { atOnce: EMAILS_AT_ONCE },
      ),
    ],
  };
}

const DEVICE_MAX_CHARS = 100;

/** Describes the device and network of a sign-in. Browsers choose their names, so the device is cleaned with `emailValue`. */
const describeOrigin = ({ device, network }: { device: string | null; network: string | null }): string =>
  `${device === null ? 'Unknown device' : emailValue(device, DEVICE_MAX_CHARS)}${network === null ? '' : `, IP address ${network}`}`;
