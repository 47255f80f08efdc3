import type { peopleCalls as contract } from '@sangam/shared/people/calls';
import type { FastifyInstance } from 'fastify';
import type { BlockHooks } from '../contact/contact.js';
import { createRefuseReading } from '../platform/limits/work.js';
import type { Module, Platform } from '../platform/module.js';
import { createRefusePictureWork } from '../platform/pictures/picture-work.js';
import type { LiveContext } from '../platform/realtime/live.js';
import type { AfterDeletion } from './account/deletion.js';
import { accountCalls } from './account/routes.js';
import { createAccountService } from './account/service.js';
import { confirmLinkHandler } from './address/send-confirm-link.js';
import { type Addresses, createAddresses } from './address/service.js';
import { peopleAlready } from './already.js';
import { type AccountEmails, createAccountEmails } from './emails/account-emails.js';
import { createHoursService } from './hours/service.js';
import { peopleLive } from './live.js';
import { peopleExport, peopleOwnTables } from './member-data.queries.js';
import { createAccountOf } from './oauth/accounts.js';
import { createFlows } from './oauth/flows.js';
import { createLinking } from './oauth/linking.js';
import { configuredProviders, offeredProviders } from './oauth/providers.js';
import { flowCookie, oauthCalls, registerOauthRoutes } from './oauth/routes.js';
import { createOauthService } from './oauth/service.js';
import { createPictureAddresses } from './picture/addresses.js';
import { registerPictureRoutes } from './picture/files.routes.js';
import { createPicturesService } from './picture/service.js';
import { createPresenceService } from './presence/service.js';
import type { SelectContacts } from './profile/contacts.queries.js';
import { createUsersService, type UsersService } from './profile/service.js';
import { createBeginSession, type EndSuspension } from './sign-in/begin-session.js';
import type { CommonPasswords } from './sign-in/common-passwords.js';
import { createConfirm } from './sign-in/confirmation.js';
import { createNoteFailure, failedSignInHandler } from './sign-in/failed-sign-ins.js';
import { createKnownDevices } from './sign-in/known-devices.js';
import { createSessionUse } from './sign-in/live-sessions.js';
import { createOwnDataSessions } from './sign-in/own-data-sessions.js';
import { createPasswords, type PasswordCost } from './sign-in/password-hashes.js';
import { createPasswordResets } from './sign-in/password-reset.service.js';
import { createProve } from './sign-in/proof.js';
import { authCalls, meCalls, passwordResetCalls } from './sign-in/routes.js';
import { resetLinkHandler } from './sign-in/send-reset-link.js';
import { createAuthService } from './sign-in/service.js';
import { createSessions } from './sign-in/sessions.js';
import type { Tokens } from './sign-in/tokens.js';
import { peopleSweeps } from './sweep.queries.js';
import { userCalls } from './users.routes.js';

/** A block hides the presence of both members from each other, and an unblock shows it again. */
export const peopleBlockHooks: BlockHooks = {
  blocking: async (_trx, publish, { userId, otherId }) =>
    publish('presence:reserved', { user_id: userId, other_id: otherId }),
  unblocked: async (_trx, publish, { userId, otherId }) =>
    publish('presence:reserved', { user_id: userId, other_id: otherId }),
};

/** The services below this subject, and what higher ones contribute to it. */
interface PeopleDeps extends AfterDeletion {
  tokens: Tokens;
  passwordCost: PasswordCost;
  commonPasswords: CommonPasswords;
  endSuspension: EndSuspension;
  contactSelections: readonly SelectContacts[];
}

/** Accounts, sign-in, sessions, profiles, presence and addresses. */
export function createPeople(platform: Platform, deps: PeopleDeps) {
  const { config, db, clock, log, jwtSecret, timings, limits, mailer } = platform;
  const { publicUrl } = config;
  const pictures = createPicturesService({
    ...platform,
    addresses: createPictureAddresses({ jwtSecret, clock }),
    refuseWork: createRefusePictureWork(limits),
    refuseReading: createRefuseReading(limits),
  });
  const users = createUsersService({ ...platform, policy: config });
  const sendsEmails = config.smtpUrl !== null;
  const addresses = createAddresses({ ...platform, welcomes: sendsEmails || config.requireVerifiedEmail });
  const accountEmails = createAccountEmails({ db, clock, mailer, publicUrl });
  const shared = { ...platform, users, addresses, accountEmails };
  const signIn = createSignIn(shared, deps);
  const { sessions, prove, auth, confirm, passwords, commonPasswords, devices } = signIn;
  const providers = createProviders(shared, signIn);
  const { offered } = providers;
  const account = createAccountService({
    ...shared,
    ...signIn,
    afterDeletion: deps.afterDeletion,
    offered,
    refuseLink: async (userId, email) =>
      (await limits.take('verificationByMember', userId)) ?? limits.take('newAddressByEmail', email),
  });
  const presence = createPresenceService({
    ...platform,
    urgentDb: platform.urgent.db,
    timings: timings.presence,
  });

  return {
    sessions,
    presence,
    pictures,
    users,
    prove,
    offered,
    calls: {
      ...signIn.calls,
      ...providers.calls,
      ...accountCalls({ account, addresses, auth, confirm, sessions, devices, limits, sendsEmails }),
      ...userCalls({ users, hours: createHoursService(platform), presence, pictures, limits }),
    },
    already: peopleAlready(db, passwords),
    routes(app: FastifyInstance) {
      providers.routes(app);
      registerPictureRoutes(app, pictures);
    },
    live: (context: LiveContext) =>
      peopleLive(context, {
        db,
        clock,
        presence,
        contactSelections: deps.contactSelections,
        log,
        checkMs: timings.presence.checkMs,
        recountMs: timings.presence.recountMs,
      }),
    exportPart: peopleExport,
    ownTables: peopleOwnTables,
    sweeps: peopleSweeps,
    jobs: [
      resetLinkHandler({ db, clock, mailer, publicUrl }),
      confirmLinkHandler({ db, clock, mailer, publicUrl }),
      failedSignInHandler(platform),
      ...accountEmails.handlers,
    ],
    async start() {
      await presence.start();
      signIn.start();
    },
    async stop() {
      await signIn.stop();
      await presence.stop();
      await commonPasswords.stop();
    },
  } satisfies Module<keyof typeof contract> & Record<string, unknown>;
}

type Shared = Platform & { users: UsersService; addresses: Addresses; accountEmails: AccountEmails };

/** Sessions, passwords and the ways to begin a session. */
function createSignIn(shared: Shared, deps: Omit<PeopleDeps, 'contactSelections' | 'afterDeletion'>) {
  const { tokens, passwordCost, commonPasswords, endSuspension } = deps;
  const { config, run, urgent, clock, log, jwtSecret, timings, limits } = shared;
  const sessionUse = createSessionUse({ run, clock, log, ...timings.sessionUse });
  const ownDataSessions = createOwnDataSessions(shared);
  const sessions = createSessions({ ...shared, urgentRun: urgent.run, tokens, sessionUse, ownDataSessions });
  const passwords = createPasswords(passwordCost);
  const signInDeps = { ...shared, sessions, passwords, commonPasswords };
  const beginSession = createBeginSession({ ...signInDeps, ownDataSessions, endSuspension });
  const auth = createAuthService({ ...signInDeps, beginSession, noteFailure: createNoteFailure(shared) });
  const secure = config.publicUrl.startsWith('https:');
  const devices = createKnownDevices({ ...shared, jwtSecret, secure, tokens });
  const resets = createPasswordResets(signInDeps);
  return {
    sessions,
    passwords,
    commonPasswords,
    auth,
    devices,
    confirm: createConfirm(signInDeps),
    prove: createProve(signInDeps),
    calls: {
      ...authCalls({ ...signInDeps, auth, devices }),
      ...meCalls(sessions, config),
      ...passwordResetCalls({ resets, commonPasswords, devices, limits }),
    },
    start: sessionUse.start,
    stop: sessionUse.stop,
  };
}

/** Sign-in through providers, and linking them. */
function createProviders(shared: Shared, { auth, sessions, devices, prove }: ReturnType<typeof createSignIn>) {
  const { config, log, timings, limits } = shared;
  const { publicUrl } = config;
  const providers = configuredProviders(config);
  const flows = createFlows({ log, providers, publicUrl, ...timings.oauth });
  const linking = createLinking({ ...shared, flows, providers, prove });
  const accountOf = createAccountOf({ ...shared, sessions });
  const oauth = createOauthService({ ...shared, auth, accountOf, flows, linking, providers });
  const cookie = flowCookie(publicUrl.startsWith('https:'));
  return {
    offered: offeredProviders(providers),
    calls: oauthCalls({ oauth, linking, devices, limits, cookie }),
    routes: (app: FastifyInstance) => registerOauthRoutes(app, { oauth, limits, cookie }),
  };
}
