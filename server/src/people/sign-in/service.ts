import type { SignInWay } from '@sangam/shared/core/audit';
import { checkLogin, checkSignup } from '@sangam/shared/people/account-forms';
import { accountMessages } from '@sangam/shared/people/account-messages';
import type { LoginBody, SignupBody } from '@sangam/shared/people/auth';
import { peopleServerLimits } from '@sangam/shared/people/limits';
import type { User } from '@sangam/shared/people/users';
import type { Db, Trx } from '../../platform/db/database.js';
import { isUniqueViolation } from '../../platform/db/pg-errors.js';
import { type Publish, transact } from '../../platform/db/transaction.js';
import type { DomainEvents } from '../../platform/events.js';
import { addJobs } from '../../platform/jobs/jobs.js';
import type { Bus } from '../../platform/lib/bus.js';
import type { Clock } from '../../platform/lib/clock.js';
import { isOver } from '../../platform/lib/deadline.js';
import type { Member } from '../../platform/lib/member.js';
import { fail, invalid, ok, type Result } from '../../platform/lib/result.js';
import { record } from '../../platform/records/audit.queries.js';
import type { SitePages } from '../../platform/site/site-pages.js';
import type { AccountMails } from '../account/account-mails.js';
import { cameBack } from '../account/deletion.js';
import { isFormerAddress } from '../address/queries.js';
import type { Addresses } from '../address/service.js';
import { isFreeName } from '../names/refused-names.js';
import {
  findCredentials,
  findDeletion,
  insertUser,
  isNewAccount,
  isSuspended,
  lockForSignIn,
  setCameBack,
} from '../profile/queries.js';
import type { UsersService } from '../profile/service.js';
import { commonPassword, isCommonPassword } from './common-passwords.js';
import type { SessionOrigin, SignInOrigin } from './devices.js';
import type { OwnDataSessions } from './own-data-sessions.js';
import type { Passwords } from './password-hashes.js';
import type { Sessions } from './sessions.js';

/** A session, or for a suspended member a token for their own data. */
type Begun = { token: string } | { ownDataToken: string };

export interface SignedIn {
  token: string;
  user: User;
}

/** Ends a suspension whose time is over, though its job has not run yet. `trust` implements it. */
export type EndSuspension = (userId: number) => Promise<unknown>;

export interface AuthService {
  /**
   * Mails the member about an unknown device. BAD_CREDENTIALS, after the same time, for an unknown email and for a wrong password;
   * ACCOUNT_DELETED and SUSPENDED only with the right password. SUSPENDED comes with a token for the own data.
   */
  login(body: LoginBody, origin: SignInOrigin): Promise<Result<SignedIn>>;
  /** Creates the account and signs in; EMAIL_TAKEN if the address has an account. */
  signup(body: SignupBody, origin: SessionOrigin): Promise<Result<SignedIn>>;
  logout(member: Member): Promise<Result<null>>;
  /** Signs in a member who has authenticated by other means; SUSPENDED or ACCOUNT_DELETED. */
  signIn(userId: number, way: SignInWay, origin: SignInOrigin): Promise<Result<SignedIn>>;
}

export function createAuthService(deps: {
  db: Db;
  bus: Bus<DomainEvents>;
  users: UsersService;
  addresses: Addresses;
  sessions: Sessions;
  passwords: Passwords;
  accountMails: AccountMails;
  clock: Clock;
  sitePages: SitePages;
  /** Notes a sign-in with a wrong password. */
  noteFailure: (email: string, origin: SessionOrigin) => Promise<unknown>;
  ownDataSessions: OwnDataSessions;
  endSuspension: EndSuspension;
}): AuthService {
  const { db, bus, users, addresses, sessions, passwords, accountMails, clock, sitePages, noteFailure } = deps;
  const { ownDataSessions, endSuspension } = deps;

  /** Begins a session, and records it in the account's activity. */
  const begin = async (trx: Trx, userId: number, way: SignInWay, begun: SessionOrigin & { lastsMs: number }) => {
    const token = await sessions.begin(trx, userId, begun);
    await record(trx, { kind: 'session:begun', actorId: userId, memberId: userId, details: { way }, origin: begun });
    return token;
  };

  /** ACCOUNT_DELETED if the member has asked for deletion and doesn't come back. */
  const keepAccount = async (
    trx: Trx,
    publish: Publish,
    userId: number,
    { comesBack, ...origin }: SessionOrigin & { comesBack: boolean },
  ) => {
    const deletedAt = (await findDeletion(trx, userId))?.deleted_at ?? null;
    if (deletedAt === null) return ok(null);
    const until = new Date(deletedAt.getTime() + peopleServerLimits.comeBackMs);
    if (isOver(until, clock.nowMs())) return fail('BAD_CREDENTIALS');
    if (!comesBack) return fail('ACCOUNT_DELETED', { until });
    const due_at = new Date(clock.nowMs());
    await setCameBack(trx, userId, due_at);
    await addJobs(trx, publish, cameBack, [{ payload: { user_id: userId }, key: String(userId), due_at }]);
    await record(trx, { kind: 'account:restored', actorId: userId, memberId: userId, details: {}, origin });
    return ok(null);
  };

  /** Begins the session of an existing member, for a suspended one one for their own data; mails them if the device is unknown. */
  const beginOn = async (
    trx: Trx,
    publish: Publish,
    { id: userId, suspended_at }: { id: number; suspended_at: Date | null },
    way: SignInWay,
    { isKnownDevice, comesBack, ...begun }: SignInOrigin & { lastsMs: number },
  ): Promise<Result<Begun>> => {
    const kept = await keepAccount(trx, publish, userId, { ...begun, comesBack });
    if (!kept.ok) return kept;
    if (suspended_at !== null) {
      const details = { way };
      await record(trx, { kind: 'session:begun', actorId: userId, memberId: userId, details, origin: begun });
      return ok({ ownDataToken: await ownDataSessions.begin(trx, userId) });
    }
    const token = await begin(trx, userId, way, begun);
    // New members often sign in on other devices right after sign-up.
    const newSince = new Date(clock.nowMs() - peopleServerLimits.recentSignInMs);
    if (!isKnownDevice && !(await isNewAccount(trx, userId, newSince)))
      await accountMails.newSignIn(trx, publish, userId, begun);
    return ok({ token });
  };

  const signedIn = async (userId: number, begun: Result<Begun>): Promise<Result<SignedIn>> => {
    if (!begun.ok) return begun;
    if ('ownDataToken' in begun.value) return fail('SUSPENDED', begun.value);
    const user = await users.get(userId);
    return user.ok ? ok({ token: begun.value.token, user: user.value }) : user;
  };

  /** Begins the session only if the checked password is still the account's, since a concurrent reset ends every session. */
  const signInWith = async (
    userId: number,
    passwordHash: string,
    begun: SignInOrigin & { lastsMs: number },
  ): Promise<Result<SignedIn>> => {
    if (await isSuspended(db, userId)) await endSuspension(userId);
    const entered = await transact(db, bus, async (trx, publish) => {
      const account = await lockForSignIn(trx, userId);
      if (account?.password_hash !== passwordHash) return fail('BAD_CREDENTIALS');
      return beginOn(trx, publish, account, 'password', begun);
    });
    return signedIn(userId, entered);
  };

  return {
    async signIn(userId, way, origin) {
      const begun = { ...origin, lastsMs: peopleServerLimits.unaskedSessionMs };
      if (await isSuspended(db, userId)) await endSuspension(userId);
      const entered = await transact(db, bus, async (trx, publish) => {
        const account = await lockForSignIn(trx, userId);
        return account ? beginOn(trx, publish, account, way, begun) : fail('UNAUTHORIZED');
      });
      return signedIn(userId, entered);
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
      const lastsMs = body.remember === true ? peopleServerLimits.rememberedSessionMs : peopleServerLimits.sessionMs;
      return signInWith(account.id, account.password_hash, { ...origin, lastsMs });
    },
    async signup(body, origin) {
      const form = checkSignup(body);
      if (!form.ok) return invalid(form.errors);
      const { name, email, password } = form.value;
      const terms = (await sitePages.read('terms')).version;
      // The page was opened before they changed. Callers that name no version accept the current one.
      if (body.terms_version !== undefined && body.terms_version !== terms)
        return invalid([{ field: 'terms', message: accountMessages.newTerms }]);
      const common = await isCommonPassword(password);
      if (!common.ok) return common;
      if (common.value) return commonPassword();
      const isTaken = (await findCredentials(db, email)) ?? (await isFormerAddress(db, email, new Date(clock.nowMs())));
      if (isTaken) return fail('EMAIL_TAKEN');
      if (!(await isFreeName(db, name, null))) return reservedName();
      const passwordHash = await passwords.hash(password);
      if (!passwordHash.ok) return passwordHash;
      try {
        const created = await transact(db, bus, async (trx, publish) => {
          const accepted = { terms_version: terms, terms_accepted_at: new Date(clock.nowMs()) };
          const user = { name, email, password_hash: passwordHash.value, email_verified_at: null, ...accepted };
          const id = await insertUser(trx, user);
          await addresses.welcome(trx, publish, id, email);
          const begun = { ...origin, lastsMs: peopleServerLimits.unaskedSessionMs };
          return ok({ id, token: await begin(trx, id, 'sign-up', begun) });
        });
        return created.ok ? signedIn(created.value.id, created) : created;
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
