import type { SignInWay } from '@sangam/shared/core/audit';
import { checkLogin, checkSignup } from '@sangam/shared/people/account-forms';
import { accountMessages } from '@sangam/shared/people/account-messages';
import type { LoginBody, SignupBody } from '@sangam/shared/people/auth';
import { peopleLimits, peopleServerLimits } from '@sangam/shared/people/limits';
import type { User } from '@sangam/shared/people/users';
import type { Trx } from '../../platform/db/database.js';
import { isUniqueViolation } from '../../platform/db/pg-errors.js';
import { type ActDeps, transact } from '../../platform/db/transaction.js';
import type { Member } from '../../platform/lib/member.js';
import { type Fail, fail, invalid, mapResult, ok, type Result } from '../../platform/lib/result.js';
import type { SitePages } from '../../platform/site/site-pages.js';
import { isFormerAddress } from '../address/queries.js';
import type { Addresses } from '../address/service.js';
import { isFreeName } from '../names/refused-names.js';
import type { UsersService } from '../profile/service.js';
import { findCredentials } from '../users/credentials.queries.js';
import { insertUser } from '../users/lifecycle.queries.js';
import type { BeginSession, LockedAccount } from './begin-session.js';
import type { CommonPasswords } from './common-passwords.js';
import type { Passwords } from './password-hashes.js';
import type { SessionOrigin, SignInOrigin } from './session-origin.js';
import type { Sessions } from './sessions.js';

export interface SignedIn {
  token: string;
  user: User;
}

export interface AuthService {
  /**
   * Signs in by email and password, and emails the member about an unknown device. BAD_CREDENTIALS, after the same time, for an unknown
   * email and for a wrong password; ACCOUNT_DELETED and SUSPENDED only with the right password. SUSPENDED comes with a token for their own
   * data.
   */
  login(body: LoginBody, origin: SignInOrigin): Promise<Result<SignedIn>>;
  /** Creates the account and signs in; EMAIL_TAKEN if the address has an account. */
  signup(body: SignupBody, origin: SessionOrigin): Promise<Result<SignedIn>>;
  logout(member: Member): Promise<Result<null>>;
  /**
   * Signs in a member who has authenticated by other means, unless `refuse` finds, once the account is locked, that these no longer hold;
   * SUSPENDED or ACCOUNT_DELETED.
   */
  signIn(
    userId: number,
    way: SignInWay,
    origin: SignInOrigin,
    refuse: (trx: Trx, account: LockedAccount) => Promise<Fail | null>,
  ): Promise<Result<SignedIn>>;
}

export function createAuthService(
  deps: ActDeps & {
    users: UsersService;
    addresses: Addresses;
    sessions: Sessions;
    beginSession: BeginSession;
    passwords: Passwords;
    commonPasswords: CommonPasswords;
    sitePages: SitePages;
    /** Notes a sign-in with a wrong password. */
    noteFailure: (email: string, origin: SessionOrigin) => Promise<unknown>;
  },
): AuthService {
  const { db, bus, users, addresses, sessions, beginSession, passwords, clock, sitePages, noteFailure } = deps;
  const { commonPasswords } = deps;

  const signedIn = async (userId: number, token: Result<string>): Promise<Result<SignedIn>> => {
    if (!token.ok) return token;
    return mapResult(await users.get(userId), (user) => ({ token: token.value, user }));
  };

  return {
    async signIn(userId, way, origin, refuse) {
      const begun = { ...origin, lastsMs: peopleServerLimits.unaskedSessionMs };
      const token = await beginSession.ofAccount(userId, way, begun, async (account, trx) =>
        account ? ((await refuse(trx, account)) ?? ok(account)) : fail('UNAUTHORIZED'),
      );
      return signedIn(userId, token);
    },
    async login(body, origin) {
      const form = checkLogin(body);
      if (!form.ok) return invalid(form.errors);
      const account = await findCredentials(db, form.value.email);
      const matches = await passwords.matches(account?.password_hash ?? null, form.value.password);
      if (!matches.ok) return matches;
      if (!account?.password_hash || !matches.value) {
        await noteFailure(form.value.email, origin);
        return fail('BAD_CREDENTIALS');
      }
      const lastsMs = body.remember === true ? peopleLimits.rememberedSessionMs : peopleServerLimits.sessionMs;
      const { id, password_hash } = account;
      // The password must still be the checked one, since a concurrent reset ends every session.
      const token = await beginSession.ofAccount(id, 'password', { ...origin, lastsMs }, async (locked) =>
        locked?.password_hash === password_hash ? ok(locked) : fail('BAD_CREDENTIALS'),
      );
      return signedIn(id, token);
    },
    async signup(body, origin) {
      const form = checkSignup(body);
      if (!form.ok) return invalid(form.errors);
      const { name, email, password } = form.value;
      const terms = (await sitePages.read('terms')).version;
      // The terms changed after the page was opened. Callers that send no version accept the current one.
      if (body.terms_version !== undefined && body.terms_version !== terms)
        return invalid([{ field: 'terms', message: accountMessages.newTerms }]);
      const common = await commonPasswords.refuse(password);
      if (common) return common;
      const isTaken = (await findCredentials(db, email)) ?? (await isFormerAddress(db, email, clock.now()));
      if (isTaken) return fail('EMAIL_TAKEN');
      if (!(await isFreeName(db, name, null))) return reservedName();
      const passwordHash = await passwords.hash(password);
      if (!passwordHash.ok) return passwordHash;
      try {
        const created = await transact(db, bus, async (trx, publish) => {
          const accepted = { terms_version: terms, terms_accepted_at: clock.now() };
          const user = { name, email, password_hash: passwordHash.value, email_verified_at: null, ...accepted };
          const id = await insertUser(trx, user);
          await addresses.welcome(trx, publish, id, email);
          return ok({ id, token: await beginSession.ofNewAccount(trx, id, origin) });
        });
        return created.ok ? signedIn(created.value.id, ok(created.value.token)) : created;
      } catch (error) {
        if (isUniqueViolation(error, 'users_email_key')) return fail('EMAIL_TAKEN');
        throw error;
      }
    },
    async logout(member) {
      await sessions.end(member.sessionId);
      bus.publish('sessions:ended', { session_ids: [member.sessionId] });
      return ok(null);
    },
  };
}

const reservedName = () => invalid([{ field: 'name', message: accountMessages.reservedName }]);
