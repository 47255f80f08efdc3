import { answer, defineCalls } from '../../platform/http/contract-route.js';
import { bearerOf } from '../../platform/lib/member.js';
import { fail, ok } from '../../platform/lib/result.js';
import type { RateLimits } from '../../platform/limits/rate-limits.js';
import type { Addresses } from '../address/service.js';
import type { Confirm } from '../sign-in/confirmation.js';
import type { KnownDevices } from '../sign-in/known-devices.js';
import type { AuthService } from '../sign-in/service.js';
import { originOf } from '../sign-in/session-origin.js';
import type { Sessions } from '../sign-in/sessions.js';
import type { AccountService } from './service.js';

export function accountCalls({
  account,
  addresses,
  auth,
  confirm,
  sessions,
  devices,
  limits,
  sendsEmails,
}: {
  account: AccountService;
  addresses: Addresses;
  auth: Pick<AuthService, 'signIn'>;
  confirm: Confirm;
  sessions: Pick<Sessions, 'authenticate'>;
  devices: KnownDevices;
  limits: RateLimits;
  /** Whether a mail server is configured. */
  sendsEmails: boolean;
}) {
  return defineCalls({
    'GET /api/account': async ({ member }) => answer(await account.get(member)),
    'GET /api/account/activity': async ({ member, query }) => answer(await account.activity(member, query)),
    'PUT /api/account/password': async ({ member, body, request, reply }) => {
      const refused = await limits.take('passwordByMember', member.id);
      if (refused) return refused;
      const changed = await account.changePassword(member, body, originOf(request));
      // The cookie is signed with the password's hash.
      const token = bearerOf(request.headers.authorization ?? '');
      if (changed.ok && token !== null) await devices.keep(reply, member.id, token);
      return answer(changed);
    },
    'DELETE /api/account': async ({ member, body, request }) =>
      (await limits.take('passwordByMember', member.id)) ??
      answer(await account.remove(member, body, originOf(request))),
    'POST /api/auth/verify-email': async ({ body, request, reply }) => {
      const refused = await limits.take('resetByAddress', request.ip);
      if (refused) return refused;
      const origin = originOf(request);
      // An invalid token is ignored, since the link works without one.
      const bearer = bearerOf(request.headers.authorization ?? '');
      const member = bearer === null ? fail('UNAUTHORIZED') : await sessions.authenticate(bearer);
      const confirmed = await confirm(body, member.ok ? member.value : null, origin);
      if (!confirmed.ok) return confirmed;
      if (confirmed.value.state === 'proof-needed') {
        const { email, hasPassword: has_password, bringsBack: brings_back } = confirmed.value;
        return ok({ data: { proof_needed: { email, has_password, brings_back } } });
      }
      const message = 'Your email address is confirmed.';
      const { userId, passwordHash } = confirmed.value;
      if (member.ok || passwordHash === null) return ok({ message });
      const session = { ...origin, isKnownDevice: true, comesBack: false };
      // The password must still be the proven one, since a concurrent reset ends every session.
      const signedIn = await auth.signIn(userId, 'password', session, async (_, account) =>
        account.password_hash === passwordHash ? null : fail('BAD_CREDENTIALS'),
      );
      if (!signedIn.ok) return ok({ message });
      await devices.keep(reply, userId, signedIn.value.token);
      return ok({ message, data: { signed_in: signedIn.value } });
    },
    'POST /api/account/verification': async ({ member }) => {
      const refused = await limits.take('verificationByMember', member.id);
      if (refused) return refused;
      const sent = await addresses.sendAgain(member.id);
      if (!sent.ok) return sent;
      if (!sent.value) return ok({ message: 'Your email address is confirmed.' });
      return ok({
        message: sendsEmails ? 'A link is on its way to your address.' : 'The operator has a new link for you.',
      });
    },
    'PUT /api/account/email': async ({ member, body }) =>
      (await limits.take('passwordByMember', member.id)) ?? answer(await account.changeEmail(member, body)),
    'DELETE /api/account/email': async ({ member }) => answer(await account.keepEmail(member)),
    'DELETE /api/account/sessions/:sessionId': async ({ member, params, request }) =>
      answer(await account.endSession(member, params.sessionId, originOf(request))),
    'DELETE /api/account/sessions': async ({ member, request }) =>
      answer(await account.endOthers(member, originOf(request))),
  });
}
