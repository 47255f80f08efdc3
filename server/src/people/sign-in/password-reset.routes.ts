import { cleanEmail } from '@sangam/shared/people/account-forms';
import { defineCalls } from '../../platform/http/contract-route.js';
import type { RateLimits } from '../../platform/lib/rate-limits.js';
import { ok } from '../../platform/lib/result.js';
import type { Devices } from './devices.js';
import { originOf } from './origin.js';
import type { PasswordResets } from './password-reset.service.js';

export function passwordResetCalls({
  resets,
  devices,
  limits,
}: {
  resets: PasswordResets;
  devices: Devices;
  limits: RateLimits;
}) {
  return defineCalls({
    'POST /api/auth/forgot-password': async ({ body, request }) => {
      // Counts the typed address whether or not it has an account, so that the limit does not reveal which ones do.
      const refused =
        (await limits.take('forgotByAddress', request.ip)) ??
        (await limits.take('forgotByAccount', cleanEmail(body.email)));
      if (refused) return refused;
      const asked = await resets.forgot(body.email);
      return asked.ok ? ok({ message: 'If this email has an account, a reset link is on its way.' }) : asked;
    },
    'POST /api/auth/verify-reset-token': async ({ body, request }) => {
      const refused = await limits.take('resetByAddress', request.ip);
      if (refused) return refused;
      const found = await resets.verify(body.token);
      return found.ok ? ok({ message: 'This reset link is valid.', user: found.value }) : found;
    },
    'POST /api/auth/reset-password': async ({ body, request, reply }) => {
      const refused = await limits.take('resetByAddress', request.ip);
      if (refused) return refused;
      const done = await resets.reset(body, originOf(request));
      if (done.ok)
        reply.setCookie(devices.cookie.name, await devices.remember(done.value.userId), devices.cookie.options);
      return done.ok
        ? ok({ message: 'Password reset successfully! You can now sign in with your new password.' })
        : done;
    },
  });
}
