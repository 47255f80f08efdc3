import type { Account, AccountActivity, LinkedSignIn, SignInProvider } from '@sangam/shared/people/account';
import { peopleLimits } from '@sangam/shared/people/limits';
import type { Logger } from 'pino';
import type { Trx } from '../../platform/db/database.js';
import { type ActDeps, transact } from '../../platform/db/transaction.js';
import type { Member } from '../../platform/lib/member.js';
import { fail, ok, type Result } from '../../platform/lib/result.js';
import { byMember, listOwn, record } from '../../platform/records/audit.queries.js';
import type { SessionOrigin } from '../sign-in/session-origin.js';
import { type CredentialChanges, type CredentialDeps, createCredentialChanges } from './credentials.js';
import { type AfterDeletion, createDeleteAccount, type DeleteAccount } from './deletion.js';
import { findSignInWays } from './queries.js';

export interface AccountService extends CredentialChanges {
  get(member: Member): Promise<Result<Account>>;
  /** Ends one of the member's sessions; NOT_FOUND if it isn't theirs or has ended. */
  endSession(member: Member, sessionId: string, origin: SessionOrigin): Promise<Result<{ ended: number }>>;
  /** Ends all of the member's sessions except this one. */
  endOthers(member: Member, origin: SessionOrigin): Promise<Result<{ ended: number }>>;
  /** Returns a page of the account's activity, newest first. Other people who changed the account aren't named. */
  activity(
    member: Member,
    range: { before?: number | undefined; limit?: number | undefined },
  ): Promise<Result<AccountActivity>>;
  remove: DeleteAccount;
}

export function createAccountService(
  deps: ActDeps &
    CredentialDeps &
    AfterDeletion & {
      log: Logger;
      /** The providers that this installation offers. */
      offered: readonly SignInProvider[];
    },
): AccountService {
  const { db, bus, sessions, addresses, offered } = deps;

  const recordEnded = (trx: Trx, id: number, ended: number, origin: SessionOrigin) =>
    record(trx, { kind: 'session:ended', ...byMember(id), details: { ended }, origin });

  return {
    async get({ id, sessionId }) {
      const [signInWays, live, new_email] = await Promise.all([
        findSignInWays(db, id),
        sessions.ofMember(id),
        addresses.newAddressOf(id),
      ]);
      if (!signInWays) return fail('UNAUTHORIZED');
      const { linked, ...otherFields } = signInWays;
      return ok({
        ...otherFields,
        providers: linked.map(({ provider }) => provider),
        sign_ins: signInsOf(linked, offered),
        new_email,
        sessions: live.map(({ created_at, used_at, ...session }) => ({
          ...session,
          signed_in_at: created_at.toISOString(),
          used_at: (used_at ?? created_at).toISOString(),
          is_this: session.id === sessionId,
        })),
      });
    },

    endSession: ({ id }, sessionId, origin) =>
      transact(db, bus, async (trx, publish) => {
        if (!(await sessions.endOwn(trx, id, sessionId))) return fail('NOT_FOUND');
        await recordEnded(trx, id, 1, origin);
        publish('sessions:ended', { session_ids: [sessionId] });
        return ok({ ended: 1 });
      }),

    endOthers: ({ id, sessionId }, origin) =>
      transact(db, bus, async (trx, publish) => {
        const ended = await sessions.endOthers(trx, id, sessionId);
        if (ended.length > 0) await recordEnded(trx, id, ended.length, origin);
        publish('sessions:ended', { session_ids: ended });
        return ok({ ended: ended.length });
      }),

    async activity({ id }, { before, limit = peopleLimits.accountActivityPage }) {
      const rows = await listOwn(db, id, { before, limit });
      const entries = rows.slice(0, limit).map(({ at, ...entry }) => ({ ...entry, at: at.toISOString() }));
      return ok({ entries, has_more: rows.length > limit });
    },

    ...createCredentialChanges(deps),
    remove: createDeleteAccount(deps),
  };
}

/** The linked and the offered providers, by name. */
const signInsOf = (
  linked: readonly { provider: SignInProvider; at: Date }[],
  offered: readonly SignInProvider[],
): LinkedSignIn[] =>
  [...new Set([...linked.map(({ provider }) => provider), ...offered])].sort().map((provider) => ({
    provider,
    linked_at: linked.find((link) => link.provider === provider)?.at.toISOString() ?? null,
    is_offered: offered.includes(provider),
  }));
