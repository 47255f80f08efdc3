import { LOCALE } from '@sangam/shared/core/limits';
import { Id, Nullable, Strict } from '@sangam/shared/core/schemas';
import { type Static, type TSchema, Type } from 'typebox';
import type { Db, Trx } from '../../platform/db/database.js';
import type { Publish } from '../../platform/db/transaction.js';
import { addJobs, type JobHandler, type JobKind, jobHandler, jobKind } from '../../platform/jobs/jobs.js';
import type { Clock } from '../../platform/lib/clock.js';
import { randomToken, tokenHash } from '../../platform/lib/secrets.js';
import { compose, MAILS_AT_ONCE, type Mailer, type OutgoingMail } from '../../platform/mail/mailer.js';
import { setReturnToken } from '../address/queries.js';
import { findEmail, findTimeZone } from '../profile/queries.js';

const passwordChanged = jobKind('mail:password-changed', Strict({ user_id: Id }));
const Providing = Strict({ user_id: Id, provider: Type.String() });
const passwordRemoved = jobKind('mail:password-removed', Providing);
const providerLinked = jobKind('mail:provider-linked', Providing);
const providerUnlinked = jobKind('mail:provider-unlinked', Providing);
const emailChangeAsked = jobKind('mail:email-change-asked', Strict({ user_id: Id }));
/** `user_id` is missing in jobs of earlier versions, whose mails have no link back. */
const emailChanged = jobKind('mail:email-changed', Strict({ email: Type.String(), user_id: Type.Optional(Id) }));
const newSignIn = jobKind(
  'mail:new-sign-in',
  Strict({ user_id: Id, device: Nullable(Type.String()), network: Nullable(Type.String()), at: Type.String() }),
);
const accountDeleted = jobKind('mail:account-deleted', Strict({ user_id: Id, until: Type.String() }));

/** Queues mails about changes to a member's account, in the transaction that makes the change. */
export interface AccountMails {
  passwordChanged(trx: Trx, publish: Publish, userId: number): Promise<void>;
  /** `provider`: its display name. */
  passwordRemoved(trx: Trx, publish: Publish, userId: number, provider: string): Promise<void>;
  providerLinked(trx: Trx, publish: Publish, userId: number, provider: string): Promise<void>;
  providerUnlinked(trx: Trx, publish: Publish, userId: number, provider: string): Promise<void>;
  emailChangeAsked(trx: Trx, publish: Publish, userId: number): Promise<void>;
  /** `email`: the old address, which gets a link that brings it back. */
  emailChanged(trx: Trx, publish: Publish, userId: number, email: string): Promise<void>;
  newSignIn(
    trx: Trx,
    publish: Publish,
    userId: number,
    where: { device: string | null; network: string | null },
  ): Promise<void>;
  /** `until`: the deadline for coming back. */
  accountDeleted(trx: Trx, publish: Publish, userId: number, until: Date): Promise<void>;
  handlers: JobHandler[];
}

/** A time in the reader's time zone. */
const timeIn = (zone: string, at: string): string =>
  new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'long', timeZone: zone }).format(new Date(at));

const memberOf = ({ user_id }: { user_id: number }) => user_id;

export function createAccountMails(deps: { db: Db; clock: Clock; mailer: Mailer; publicUrl: string }): AccountMails {
  const { db, clock, mailer, publicUrl } = deps;
  const now = () => new Date(clock.nowMs());
  const add = <P extends TSchema>(trx: Trx, publish: Publish, kind: JobKind<P>, payload: Static<P>) =>
    addJobs(trx, publish, kind, [{ payload, due_at: now() }]);
  /** Mails the member, unless they no longer exist. */
  const handle = <P extends TSchema>(
    kind: JobKind<P>,
    idOf: (payload: Static<P>) => number,
    mailTo: (email: string, payload: Static<P>) => OutgoingMail | Promise<OutgoingMail>,
  ): JobHandler =>
    jobHandler(
      kind,
      async (payload, { jobKey }) => {
        const email = await findEmail(db, idOf(payload));
        if (email !== null) await mailer.send(await mailTo(email, payload), jobKey);
      },
      { atOnce: MAILS_AT_ONCE },
    );

  return {
    passwordChanged: (trx, publish, user_id) => add(trx, publish, passwordChanged, { user_id }),
    passwordRemoved: (trx, publish, user_id, provider) => add(trx, publish, passwordRemoved, { user_id, provider }),
    providerLinked: (trx, publish, user_id, provider) => add(trx, publish, providerLinked, { user_id, provider }),
    providerUnlinked: (trx, publish, user_id, provider) => add(trx, publish, providerUnlinked, { user_id, provider }),
    emailChangeAsked: (trx, publish, user_id) => add(trx, publish, emailChangeAsked, { user_id }),
    emailChanged: (trx, publish, user_id, email) => add(trx, publish, emailChanged, { user_id, email }),
    newSignIn: (trx, publish, user_id, { device, network }) =>
      add(trx, publish, newSignIn, { user_id, device, network, at: now().toISOString() }),
    accountDeleted: (trx, publish, user_id, until) =>
      add(trx, publish, accountDeleted, { user_id, until: until.toISOString() }),
    handlers: [
      handle(passwordChanged, memberOf, (email) => passwordChangedMail(email, publicUrl)),
      handle(passwordRemoved, memberOf, (email, { provider }) => passwordRemovedMail(email, publicUrl, provider)),
      handle(providerLinked, memberOf, (email, { provider }) => providerLinkedMail(email, publicUrl, provider)),
      handle(providerUnlinked, memberOf, (email, { provider }) => providerUnlinkedMail(email, publicUrl, provider)),
      handle(emailChangeAsked, memberOf, (email) => emailChangeAskedMail(email, publicUrl)),
      handle(newSignIn, memberOf, async (email, { user_id, at, ...where }) =>
        newSignInMail(email, publicUrl, { ...where, at: timeIn(await findTimeZone(db, user_id), at) }),
      ),
      handle(accountDeleted, memberOf, async (email, { user_id, until }) =>
        accountDeletedMail(email, publicUrl, timeIn(await findTimeZone(db, user_id), until)),
      ),
      jobHandler(
        emailChanged,
        async ({ user_id, email }) => {
          const token = randomToken();
          const isOpen = user_id !== undefined && (await setReturnToken(db, { user_id, email }, tokenHash(token)));
          // Without the job's key, since a retry mails another link and only the newest works.
          if (isOpen) await mailer.send(emailChangedMail(email, publicUrl, token));
        },
        { atOnce: MAILS_AT_ONCE },
      ),
    ],
  };
}

/** To the current address, before a new one replaces it. */
const emailChangeAskedMail = (to: string, publicUrl: string): OutgoingMail =>
  compose(to, {
    subject: 'Your Sangam address is about to change',
    paragraphs: [
      'Somebody, probably you, asked to use another email address for your Sangam account. It changes once that address is confirmed.',
    ],
    button: { label: 'Go to the settings', link: `${publicUrl}/settings` },
    closing: `If this was not you, choose a new password now. That stops the change: ${publicUrl}/forgot-password?mailed`,
  });

/** To the old address, after the change: for seven days its link undoes it (R2.22). */
const emailChangedMail = (to: string, publicUrl: string, token: string): OutgoingMail =>
  compose(to, {
    subject: 'Your Sangam address was changed',
    paragraphs: [
      'Your Sangam account has another email address now. Nothing more is mailed to this one.',
      'If this was not you, undo the change: you choose a new password, and every device is signed out.',
    ],
    button: { label: 'Undo the change', link: `${publicUrl}/verify-email?token=${token}&undo` },
    closing: 'The link works for 7 days. If you changed the address yourself, there is nothing to do.',
  });

/** After a sign-in on a device that never signed in to the account before (R2.23). */
const newSignInMail = (
  to: string,
  publicUrl: string,
  { device, network, at }: { device: string | null; network: string | null; at: string },
): OutgoingMail =>
  compose(to, {
    subject: 'New sign-in to your Sangam account',
    paragraphs: [
      'Somebody, probably you, signed in to your Sangam account on a device that we have not seen before.',
      `${device ?? 'Unknown device'}, ${network === null ? '' : `address ${network}, `}${at}`,
    ],
    button: { label: 'See your devices', link: `${publicUrl}/settings` },
    closing: `If this was not you, sign that device out there, and choose a new password: ${publicUrl}/forgot-password?mailed`,
  });

/** After a provider was linked (R2.26). */
const providerLinkedMail = (to: string, publicUrl: string, provider: string): OutgoingMail =>
  compose(to, {
    subject: `You can sign in to Sangam with ${provider}`,
    paragraphs: [
      `Somebody, probably you, linked an account of ${provider} to your Sangam account. It signs in from now on.`,
    ],
    button: { label: 'See your sign-ins', link: `${publicUrl}/settings` },
    closing: `If this was not you, unlink it there, and choose a new password: ${publicUrl}/forgot-password?mailed`,
  });

/** After a provider was unlinked (R2.26). */
const providerUnlinkedMail = (to: string, publicUrl: string, provider: string): OutgoingMail =>
  compose(to, {
    subject: `You sign in to Sangam with ${provider} no more`,
    paragraphs: [
      `Somebody, probably you, unlinked ${provider} from your Sangam account. It does not sign in any more.`,
    ],
    button: { label: 'See your sign-ins', link: `${publicUrl}/settings` },
    closing: `If this was not you, choose a new password now: ${publicUrl}/forgot-password?mailed`,
  });

/** After a request for deletion: how to keep the account (R2.24). */
const accountDeletedMail = (to: string, publicUrl: string, until: string): OutgoingMail =>
  compose(to, {
    subject: 'Your Sangam account will be deleted',
    paragraphs: [
      `You asked for your Sangam account to be deleted. Until ${until} you can come back: sign in, and choose Come back.`,
      'Every device was signed out. Your projects are closed, and your seats, requests and interest have ended.',
    ],
    button: { label: 'Sign in', link: `${publicUrl}/login` },
    closing: `If this was not you, choose a new password now, and come back: ${publicUrl}/forgot-password?mailed`,
  });

/** After a changed or reset password, in case it wasn't the member. */
const passwordChangedMail = (to: string, publicUrl: string): OutgoingMail =>
  compose(to, {
    purpose: 'password',
    subject: 'Your Sangam password was changed',
    paragraphs: ['The password of your Sangam account was just changed, and every device was signed out.'],
    button: { label: 'Sign in', link: `${publicUrl}/login` },
    closing: `If this was not you, reset your password now: ${publicUrl}/forgot-password?mailed`,
  });

/** After a sign-in through a provider removed the password of an account whose address was never verified. */
const passwordRemovedMail = (to: string, publicUrl: string, provider: string): OutgoingMail =>
  compose(to, {
    purpose: 'password',
    subject: `You now sign in to Sangam with ${provider}`,
    paragraphs: [
      `You signed in with ${provider}. Your account had a password, but nobody had ever confirmed this address with it, so the password was removed and every other device was signed out.`,
    ],
    button: { label: 'Set a new password', link: `${publicUrl}/forgot-password?mailed` },
    closing: `You can keep signing in with ${provider} without one.`,
  });
