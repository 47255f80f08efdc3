import { cleanEmail } from '@sangam/shared/people/account-forms';
import type { FastifyRequest } from 'fastify';
import { defineCalls, defineReadingCall, type Handler } from '../../platform/http/contract-route.js';
import { networkOf } from '../../platform/lib/client-address.js';
import type { RateLimits } from '../../platform/lib/rate-limits.js';
import { type Fail, ok } from '../../platform/lib/result.js';
import { type AddressPolicy, OWN_PROFILE, type OwnProfile, presentOwn } from '../profile/present.js';
import type { Devices } from './devices.js';
import { originOf } from './origin.js';
import { signedInAnswer } from './present.js';
import type { AuthService } from './service.js';
import type { Sessions } from './sessions.js';
import { logSignIn } from './sign-in-log.js';

export function authCalls(deps: { auth: AuthService; devices: Devices; limits: RateLimits }) {
  const { auth, devices, limits } = deps;
  const { name, options } = devices.cookie;

  /** A device that has signed in before has attempts of its own; all others share those of the account. */
  const takeAttempt = async (email: string, device: string | null, request: FastifyRequest): Promise<Fail | null> => {
    if (device !== null) return limits.take('loginByKnownDevice', device);
    const account = cleanEmail(email);
    const refusedHere = await limits.take('loginByAccount', `${account}|${networkOf(request.ip)}`);
    return refusedHere ?? limits.take('loginByOtherDevices', account);
  };

  const signup: Handler<'POST /api/auth/signup' | 'POST /api/auth/register'> = async ({ body, request, reply }) => {
    const refused = await limits.take('signupByAddress', request.ip);
    if (refused) return refused;
    const signedUp = await auth.signup(body, originOf(request));
    if (signedUp.ok) {
      reply.setCookie(name, await devices.remember(signedUp.value.user.id), options);
      logSignIn(request, signedUp.value, 'sign-up');
    }
    return signedInAnswer('Registration successful!', signedUp);
  };

  return defineCalls({
    'POST /api/auth/login': async ({ body, request, reply }) => {
      const flooded = await limits.take('loginByAddress', request.ip);
      if (flooded) return flooded;
      const device = await devices.knownAs(request.cookies[name], body.email);
      const refused = await takeAttempt(body.email, device, request);
      if (refused) return refused;
      const signedIn = await auth.login(body, {
        ...originOf(request),
        isKnownDevice: device !== null,
        comesBack: body.come_back === true,
      });
      if (signedIn.ok) {
        reply.setCookie(name, await devices.remember(signedIn.value.user.id), options);
        logSignIn(request, signedIn.value, 'password');
      }
      return signedInAnswer('Login successful!', signedIn);
    },
    'POST /api/auth/signup': signup,
    'POST /api/auth/register': signup,
    'POST /api/auth/logout': async ({ member }) => {
      const done = await auth.logout(member);
      return done.ok ? ok({ message: 'Logged out successfully' }) : done;
    },
  });
}

/** Session and profile are one statement: each page load asks this first. */
export const meCalls = (sessions: Sessions, policy: AddressPolicy) =>
  defineReadingCall('GET /api/auth/me', sessions.authenticateReading<OwnProfile>(OWN_PROFILE), async ({ member }) => {
    const user = presentOwn(member, policy);
    return ok({ user, data: { user } });
  });
