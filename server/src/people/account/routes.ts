import { defineCalls } from '../../platform/http/contract-route.js';
import type { RateLimits } from '../../platform/lib/rate-limits.js';
import { ok, type Result } from '../../platform/lib/result.js';
import type { Addresses } from '../address/service.js';
import { type Devices, originOf } from '../sign-in/devices.js';
import type { AccountService } from './service.js';

export function accountCalls({
  account,
  addresses,
  devices,
  limits,
}: {
  account: AccountService;
  addresses: Addresses;
  devices: Devices;
  limits: RateLimits;
}) {
  const answer = <T>(result: Result<T>) => (result.ok ? ok({ data: result.value }) : result);

  return defineCalls({
    'GET /api/account': async ({ member }) => answer(await account.get(member)),
    'GET /api/account/activity': async ({ member, query }) => answer(await account.activity(member, query)),
    'PUT /api/account/password': async ({ member, body, request, reply }) => {
      const refused = await limits.take('passwordByMember', member.id);
      if (refused) return refused;
      const changed = await account.changePassword(member, body, originOf(request));
      // The cookie is signed with the password's hash.
      if (changed.ok) reply.setCookie(devices.cookie.name, await devices.remember(member.id), devices.cookie.options);
      return answer(changed);
    },
    'DELETE /api/account': async ({ member, body, request }) => {
      const refused = await limits.take('passwordByMember', member.id);
      if (refused) return refused;
      return answer(await account.remove(member, body, originOf(request)));
    },
    'POST /api/auth/verify-email': async ({ body, request }) => {
      const refused = await limits.take('resetByAddress', request.ip);
      if (refused) return refused;
      const confirmed = await addresses.confirm(body.token, originOf(request));
      return confirmed.ok ? ok({ message: 'Your email address is confirmed.' }) : confirmed;
    },
    'POST /api/account/verification': async ({ member }) => {
      const refused = await limits.take('verificationByMember', member.id);
      if (refused) return refused;
      const sent = await addresses.sendAgain(member.id);
      if (!sent.ok) return sent;
      return ok({ message: sent.value ? 'A link is on its way to your address.' : 'Your email address is confirmed.' });
    },
    'PUT /api/account/email': async ({ member, body }) => {
      const refused = await limits.take('passwordByMember', member.id);
      if (refused) return refused;
      return answer(await account.changeEmail(member, body));
    },
    'DELETE /api/account/email': async ({ member }) => answer(await account.keepEmail(member)),
    'DELETE /api/account/sessions/:sessionId': async ({ member, params, request }) =>
      answer(await account.endSession(member, params.sessionId, originOf(request))),
    'DELETE /api/account/sessions': async ({ member, request }) =>
      answer(await account.endOthers(member, originOf(request))),
  });
}
