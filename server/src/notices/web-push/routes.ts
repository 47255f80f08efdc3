import { defineCalls } from '../../platform/http/contract-route.js';
import { ok } from '../../platform/lib/result.js';
import type { WebPushService } from './service.js';

export function webPushCalls(push: WebPushService) {
  return defineCalls({
    'GET /api/push': async ({ member }) => ok({ data: await push.get(member) }),
    'PUT /api/push': async ({ member, body }) => {
      const put = await push.put(member, body);
      return put.ok ? ok({ data: put.value }) : put;
    },
    'DELETE /api/push': async ({ member }) => ok({ data: await push.delete(member) }),
  });
}
