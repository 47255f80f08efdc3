import { canonicalEmail } from '@sangam/shared/people/account-forms';
import { accountMessages } from '@sangam/shared/people/account-messages';
import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Db } from '../../platform/db/database.js';
import { answer, defineAuthenticatingCall, defineCalls, type Handler } from '../../platform/http/contract-route.js';
import { type Fail, mapResult, ok, type Result } from '../../platform/lib/result.js';
import { networkOf } from '../../platform/limits/client-address.js';
import type { RateLimits } from '../../platform/limits/rate-limits.js';
import { type AddressPolicy, OWN_PROFILE, presentOwn } from '../profile/own-profile.js';
import type { CommonPasswords } from './common-passwords.js';
import type { KnownDevices } from './known-devices.js';
import type { PasswordResets } from './password-reset.service.js';
import type { AuthService, SignedIn } from './service.js';
import { originOf } from './session-origin.js';
import type { Sessions } from './sessions.js';

/** Token and member, at the top level and under `data` (R2.12). */
export const signedInAnswer = (message: string, result: Result<SignedIn>) =>
  mapResult(result, (signedIn) => ({ message, ...signedIn, data: signedIn }));

/** Logs the member's id, never their email address. */
export const logSignIn = (
  { ip, log }: { ip: string; log: Pick<Logger, 'info'> },
  { user }: SignedIn,
  way: 'password' | 'sign-up' | 'social',
): void => log.info({ member: user.id, way, address: ip }, 'signed in');

export function authCalls(deps: {
  db: Db;
  auth: AuthService;
  sessions: Sessions;
  devices: KnownDevices;
  limits: RateLimits;
}) {
  const { db, auth, sessions, devices, limits } = deps;

  /** A known device has its own attempts; all other devices share the account's. */
  const takeAttempt = async (email: string, device: string | null, request: FastifyRequest): Promise<Fail | null> => {
    if (device !== null) return limits.take('loginByKnownDevice', device);
    const account = canonicalEmail(email);
    const refused = await limits.take('loginByAccount', `${account}|${networkOf(request.ip)}`);
    return refused ?? limits.take('loginByOtherDevices', account);
  };

  const signup: Handler<'POST /api/auth/signup' | 'POST /api/auth/register'> = async ({ body, request, reply }) => {
    const refused = await limits.take('signupByAddress', request.ip);
    if (refused) return refused;
    const signedUp = await auth.signup(body, originOf(request));
    if (signedUp.ok) {
      await devices.keep(reply, signedUp.value.user.id, signedUp.value.token);
      logSignIn(request, signedUp.value, 'sign-up');
    }
    return signedInAnswer('Registration successful!', signedUp);
  };

  return defineCalls({
    'POST /api/auth/login': async ({ body, request, reply }) => {
      const flooded = await limits.take('loginByAddress', request.ip);
      if (flooded) return flooded;
      const device = await devices.knownAs(request.cookies[devices.cookieName], body.email);
      const refused = await takeAttempt(body.email, device, request);
      if (refused) return refused;
      const signedIn = await auth.login(body, {
        ...originOf(request),
        isKnownDevice: device !== null,
        comesBack: body.come_back === true,
      });
      if (signedIn.ok) {
        await devices.keep(reply, signedIn.value.user.id, signedIn.value.token);
        logSignIn(request, signedIn.value, 'password');
      }
      return signedInAnswer('Login successful!', signedIn);
    },
    'POST /api/auth/signup': signup,
    'POST /api/auth/register': signup,
    'POST /api/auth/remember': async ({ member }) => answer(await sessions.remember(db, member)),
    'POST /api/auth/logout': async ({ member }) =>
      mapResult(await auth.logout(member), () => ({ message: 'Logged out successfully' })),
  });
}

export function passwordResetCalls({
  resets,
  commonPasswords,
  devices,
  limits,
}: {
  resets: PasswordResets;
  commonPasswords: CommonPasswords;
  devices: KnownDevices;
  limits: RateLimits;
}) {
  return defineCalls({
    'POST /api/auth/forgot-password': async ({ body, request }) => {
      // Counts every typed address, so that the limit doesn't reveal which ones have an account.
      const refused =
        (await limits.take('forgotByAddress', request.ip)) ??
        (await limits.take('forgotByAccount', canonicalEmail(body.email)));
      if (refused) return refused;
      const message = 'If this email has an account, a reset link was created for it.';
      return mapResult(await resets.forgot(body.email), () => ({ message }));
    },
    'POST /api/auth/password-check': async ({ body, request }) => {
      const refused = await limits.take('passwordCheckByAddress', request.ip);
      if (refused) return refused;
      return mapResult(await commonPasswords.isTypedCommon(body.password.trim()), (isCommon) => ({
        data: isCommon ? { accepted: false, message: accountMessages.commonPassword } : { accepted: true },
      }));
    },
    'POST /api/auth/verify-reset-token': async ({ body, request }) =>
      (await limits.take('resetByAddress', request.ip)) ??
      mapResult(await resets.verify(body.token), (user) => ({ message: 'This reset link is valid.', user })),
    'POST /api/auth/reset-password': async ({ body, request, reply }) => {
      const refused = await limits.take('resetByAddress', request.ip);
      if (refused) return refused;
      const done = await resets.reset(body, originOf(request));
      if (done.ok) reply.setCookie(...(await devices.cookieOf(done.value.userId)));
      const message = 'Password reset successfully! You can now sign in with your new password.';
      return mapResult(done, () => ({ message }));
    },
  });
}

/** Reads session and profile in one statement, since every page load calls this first. */
export const meCalls = (sessions: Sessions, policy: AddressPolicy) =>
  defineAuthenticatingCall('GET /api/auth/me', sessions.authenticateReading(OWN_PROFILE), async ({ member }) => {
    const user = presentOwn(member, policy);
    return ok({ user, data: { user } });
  });
