import type { peopleCalls as contract } from '@sangam/shared/people/calls';
import type { FastifyInstance } from 'fastify';
import type { BlockHooks } from '../contact/contact.js';
import type { Module, Platform } from '../platform/module.js';
import type { LiveContext } from '../platform/realtime/live.js';
import { accountCalls } from './account/routes.js';
import { createAccountService } from './account/service.js';
import { confirmLinkHandler } from './address/send-confirm-link.js';
import { createAddresses } from './address/service.js';
import { peopleAlready } from './already.js';
import { createHoursService } from './hours/service.js';
import { peopleLive } from './live.js';
import { createAccountMails } from './mails/account-mails.js';
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
import { createUsersService } from './profile/service.js';
import type { ShownTo } from './profile/shown-to.queries.js';
import { createBeginSession, type EndSuspension } from './sign-in/begin-session.js';
import { createCommonPasswords } from './sign-in/common-passwords.js';
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

/** Accounts, sign-in, sessions, profiles, presence and addresses. */
export function createPeople(
  platform: Platform,
  {
    tokens,
    passwordCost,
    endSuspension,
    shownTo,
  }: { tokens: Tokens; passwordCost: PasswordCost; endSuspension: EndSuspension; shownTo: readonly ShownTo[] },
) {
  const { config, db, run, bus, clock, log, jwtSecret, timings, limits, mailer, sitePages, others } = platform;
  const { publicUrl } = config;
  const base = { db, bus, clock, log };
  const sessionUse = createSessionUse({ run, clock, log, ...timings.sessionUse });
  const ownDataSessions = createOwnDataSessions({ db, clock });
  const sessions = createSessions({
    db,
    run,
    urgentRun: platform.urgent.run,
    clock,
    tokens,
    use: sessionUse,
    ownDataSessions,
  });
  const pictures = createPicturesService({ db, bus, clock, addresses: createPictureAddresses({ jwtSecret, clock }) });
  const users = createUsersService({ db, bus, policy: config });
  const accountMails = createAccountMails({ db, clock, mailer, publicUrl });
  const welcomes = config.smtpUrl !== null || config.requireVerifiedEmail;
  const addresses = createAddresses({ ...base, welcomes });
  const passwords = createPasswords(passwordCost);
  const commonPasswords = createCommonPasswords(log);
  const confirm = createConfirm({ db, bus, clock, users, sessions, passwords, commonPasswords, accountMails });
  const noteFailure = createNoteFailure(base);
  const beginSession = createBeginSession({ db, bus, clock, sessions, ownDataSessions, accountMails, endSuspension });
  const auth = createAuthService({
    db,
    bus,
    clock,
    users,
    addresses,
    sessions,
    beginSession,
    passwords,
    commonPasswords,
    sitePages,
    noteFailure,
  });
  const secure = publicUrl.startsWith('https:');
  const devices = createKnownDevices({ db, clock, jwtSecret, secure });
  const resets = createPasswordResets({ db, bus, clock, accountMails, passwords, commonPasswords, sessions });
  const providers = configuredProviders(config);
  const prove = createProve({ db, clock, passwords });
  const flows = createFlows({ log, providers, publicUrl, ...timings.oauth });
  const linking = createLinking({ db, bus, clock, flows, providers, accountMails, prove });
  const accountOf = createAccountOf({ db, bus, clock, accountMails, sessions, sitePages });
  const oauth = createOauthService({ db, clock, auth, accountOf, flows, linking, providers });
  const cookie = flowCookie(secure);
  const presence = createPresenceService({
    ...base,
    urgentDb: platform.urgent.db,
    leaseDb: platform.leaseDb,
    others,
    timings: timings.presence,
  });
  const offered = offeredProviders(providers);
  const account = createAccountService({
    db,
    bus,
    clock,
    sessions,
    passwords,
    commonPasswords,
    accountMails,
    addresses,
    prove,
    offered,
    refuseLink: async (userId, email) =>
      (await limits.take('verificationByMember', userId)) ?? limits.take('newAddressByEmail', email),
  });

  return {
    sessions,
    presence,
    pictures,
    users,
    prove,
    offered,
    calls: {
      ...authCalls({ db, auth, sessions, devices, limits }),
      ...meCalls(sessions, config),
      ...passwordResetCalls({ resets, commonPasswords, devices, limits }),
      ...oauthCalls({ oauth, linking, devices, limits, cookie }),
      ...accountCalls({ account, addresses, auth, confirm, sessions, devices, limits, mails: config.smtpUrl !== null }),
      ...userCalls({ users, hours: createHoursService({ db, bus, clock }), presence, pictures, limits }),
    },
    already: peopleAlready(db, passwords),
    routes(app: FastifyInstance) {
      registerOauthRoutes(app, { oauth, limits, cookie });
      registerPictureRoutes(app, pictures);
    },
    live: (context: LiveContext) =>
      peopleLive(context, { db, presence, shownTo, log, checkMs: timings.presence.checkMs }),
    exportPart: peopleExport,
    ownTables: peopleOwnTables,
    sweeps: peopleSweeps,
    jobs: [
      resetLinkHandler({ db, clock, mailer, publicUrl }),
      confirmLinkHandler({ db, clock, mailer, publicUrl }),
      failedSignInHandler(base),
      ...accountMails.handlers,
    ],
    async start() {
      await presence.start();
      sessionUse.start();
    },
    async stop() {
      await sessionUse.stop();
      await presence.stop();
      await commonPasswords.stop();
    },
  } satisfies Module<keyof typeof contract> & Record<string, unknown>;
}
