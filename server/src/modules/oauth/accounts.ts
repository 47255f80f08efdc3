import { limits } from '@sangam/shared/rules/limits';
import { cleanEmail, cleanLine, firstChars, isBlank, isEmail } from '@sangam/shared/rules/text';
import type { Db } from '../../db/database.js';
import { isUniqueViolation } from '../../db/pg-errors.js';
import { transact } from '../../db/transaction.js';
import type { DomainEvents } from '../../events.js';
import type { Background } from '../../lib/background.js';
import type { Bus } from '../../lib/bus.js';
import type { Clock } from '../../lib/clock.js';
import { ok } from '../../lib/result.js';
import { dropResets, type Sessions } from '../auth/auth.js';
import { type Mailer, passwordRemovedMail } from '../mail/mail.js';
import { insertUser } from '../users/users.js';
import type { Identity, Provider, ProviderName } from './provider.js';
import * as queries from './queries.js';

/** Finds, links or creates the account of somebody a provider vouches for; its id, or null without a verified address. */
export type AccountOf = (name: ProviderName, provider: Provider, identity: Identity) => Promise<number | null>;

const TRIES = 3;

export function createAccountOf(deps: {
  db: Db;
  bus: Bus<DomainEvents>;
  clock: Clock;
  background: Background;
  mailer: Mailer;
  sessions: Sessions;
  publicUrl: string;
}): AccountOf {
  const { db, bus, clock, background, mailer, sessions, publicUrl } = deps;

  const link = (name: ProviderName, identity: Identity, email: string) =>
    transact(db, bus, async (trx, publish) => {
      const now = new Date(clock.nowMs());
      const account = await queries.lockAccount(trx, email);
      const userId =
        account?.id ??
        (await insertUser(trx, {
          name: nameOf(identity, email),
          email,
          password_hash: null,
          email_verified_at: now,
        }));
      const unproven = account !== undefined && account.email_verified_at === null;
      if (unproven) {
        // Whoever chose this password never showed that the address is theirs; its owner has now arrived. Without this,
        // somebody could open accounts for other people's addresses and wait for them (account pre-hijacking).
        await queries.removeUnprovenPassword(trx, userId, now);
        await dropResets(trx, userId);
        await queries.dropCodes(trx, userId);
        publish('sessions:ended', { session_ids: await sessions.endAll(trx, userId) });
      }
      await queries.insertIdentity(trx, { provider: name, subject: identity.subject, user_id: userId });
      return ok({ userId, unproven });
    });

  return async (name, provider, identity) => {
    const email = verifiedEmail(identity);
    for (let tried = 1; ; tried += 1) {
      const known = await queries.findIdentity(db, name, identity.subject);
      if (known) return known.user_id;
      if (email === null) return null;
      try {
        const linked = await link(name, identity, email);
        if (!linked.ok) return null;
        if (linked.value.unproven)
          background.run('tell of a removed password', () =>
            mailer.send(passwordRemovedMail(email, publicUrl, provider.label)),
          );
        return linked.value.userId;
      } catch (error) {
        // A second tab or a sign-up was faster: what it made is found on the next turn.
        if (!isUniqueViolation(error) || tried === TRIES) throw error;
      }
    }
  };
}

function verifiedEmail({ email }: Identity): string | null {
  const cleaned = cleanEmail(email ?? '');
  return isEmail(cleaned) ? cleaned : null;
}

function nameOf({ name }: Identity, email: string): string {
  const cleaned = cleanLine(name.toWellFormed().replaceAll('\0', ''));
  const shown = isBlank(cleaned) ? (email.split('@')[0] ?? email) : cleaned;
  return firstChars(shown, limits.nameMaxChars);
}
