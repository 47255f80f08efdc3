import { firstChars, isBlank } from '@sangam/shared/core/text';
import type { SignInProvider } from '@sangam/shared/people/account';
import { canonicalEmail, cleanEmail, isEmail } from '@sangam/shared/people/account-forms';
import { providerNames } from '@sangam/shared/people/account-messages';
import { peopleLimits } from '@sangam/shared/people/limits';
import type { Trx } from '../../platform/db/database.js';
import { isUniqueViolation } from '../../platform/db/pg-errors.js';
import { type ActDeps, transact } from '../../platform/db/transaction.js';
import { ok } from '../../platform/lib/result.js';
import { byMember, record } from '../../platform/records/audit.queries.js';
import type { SitePages } from '../../platform/site/site-pages.js';
import { isFormerAddress } from '../address/queries.js';
import type { AccountEmails } from '../emails/account-emails.js';
import { isFreeName } from '../names/refused-names.js';
import { voidEmailedLinks } from '../sign-in/password-reset.queries.js';
import type { SessionOrigin } from '../sign-in/session-origin.js';
import type { Sessions } from '../sign-in/sessions.js';
import { dropCodes, unlinkAll } from '../sign-in/social.queries.js';
import { insertUser } from '../users/lifecycle.queries.js';
import { failed, type Outcome } from './flows.js';
import type { Identity } from './providers.js';
import * as queries from './queries.js';

/**
 * Finds, links or creates the account for a provider's identity. Its address must be verified, and no account may be able to restore it.
 */
export type AccountOf = (signIn: ProviderSignIn) => Promise<Outcome<number>>;

interface ProviderSignIn {
  name: SignInProvider;
  identity: Identity;
  origin: SessionOrigin;
}

const ATTEMPTS = 3;

export function createAccountOf(
  deps: ActDeps & {
    accountEmails: AccountEmails;
    sessions: Sessions;
    sitePages: SitePages;
  },
): AccountOf {
  const { db, bus, clock, accountEmails, sessions, sitePages } = deps;

  const link = ({ name, identity, origin }: ProviderSignIn, email: string) =>
    transact(db, bus, async (trx, publish) => {
      const now = clock.now();
      // The sign-in buttons say that a new account accepts the terms.
      const terms = (await sitePages.read('terms')).version;
      const account = await queries.lockAccount(trx, email);
      // The address's former owner has a link that restores it, since another person may have changed it.
      if (account === undefined && (await isFormerAddress(trx, email, now))) return ok(null);
      const userId =
        account?.id ??
        (await insertUser(trx, {
          name: await nameOf(trx, identity, email),
          email: canonicalEmail(email),
          password_hash: null,
          email_verified_at: now,
          terms_version: terms,
          terms_accepted_at: now,
        }));
      if (account !== undefined) {
        // The address's owner is signing in, and others may be signed in to the account.
        publish('sessions:ended', { session_ids: await sessions.endAll(trx, userId) });
      }
      if (account !== undefined && (account.email_verified_at === null || account.password_unproven)) {
        // The owner has never proved that they know the password. Keeping it or linked providers would allow account pre-hijacking:
        // creating accounts for other people's addresses and waiting for them.
        await queries.removeUnprovenPassword(trx, userId, now);
        await voidEmailedLinks(trx, userId);
        await unlinkAll(trx, userId);
        await accountEmails.passwordRemoved(trx, publish, userId, providerNames[name]);
        await record(trx, { kind: 'password:removed', ...byMember(userId), details: {}, origin });
      }
      // After the providers are unlinked: until then, others may get a code through them.
      await dropCodes(trx, userId);
      await queries.insertIdentity(trx, { provider: name, subject: identity.subject, user_id: userId });
      await record(trx, { kind: 'provider:linked', ...byMember(userId), details: { provider: name }, origin });
      return ok(userId);
    });

  return async (signIn) => {
    const { name, identity } = signIn;
    const email = verifiedEmail(identity);
    for (let attempt = 1; ; attempt += 1) {
      const known = await queries.findIdentity(db, name, identity.subject);
      if (known) return ok(known.user_id);
      if (email === null) return failed('email_unverified');
      try {
        const result = await link(signIn, email);
        return result.ok && result.value !== null ? ok(result.value) : failed('email_changed');
      } catch (error) {
        // A second tab or a sign-up was faster; the next attempt finds that account.
        if (!isUniqueViolation(error) || attempt === ATTEMPTS) throw error;
      }
    }
  };
}

/**
 * Returns the verified address; null without one. The provider has verified its own spelling: another spelling of the part before the @ may
 * be another person's mailbox, but another spelling of the domain is the same.
 */
function verifiedEmail({ email }: Identity): string | null {
  const [localPart = ''] = (email ?? '').split('@');
  const cleaned = cleanEmail(email ?? '');
  return localPart === localPart.normalize('NFKC') && isEmail(canonicalEmail(cleaned)) ? cleaned : null;
}

/** The provider's name for the person, or the part of the address before the @, unless members may not have it. */
async function nameOf(trx: Trx, { name }: Identity, email: string): Promise<string> {
  for (const candidate of [name.toWellFormed().replaceAll('\0', ''), email.split('@')[0] ?? email]) {
    const shortened = firstChars(candidate, peopleLimits.nameMaxChars);
    if (!isBlank(shortened) && (await isFreeName(trx, shortened, null))) return shortened;
  }
  return 'New member';
}
