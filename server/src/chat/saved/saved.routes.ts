import { defineCalls } from '../../platform/http/contract-route.js';
import type { RateLimits } from '../../platform/lib/rate-limits.js';
import { ok } from '../../platform/lib/result.js';
import { changing } from '../acts/change.routes.js';
import type { SavedMessages } from './saved.js';

export function savedMessageCalls({ savedMessages, limits }: { savedMessages: SavedMessages; limits: RateLimits }) {
  const change = changing(limits);

  return defineCalls({
    'GET /api/messages/saved': async ({ member, query }) => ok({ data: await savedMessages.list(member.id, query) }),
    'PUT /api/messages/conversation/:userId/:seq/saved': ({ member, params, body }) =>
      change(member, params, body, savedMessages.save),
    'DELETE /api/messages/conversation/:userId/:seq/saved': ({ member, params, body }) =>
      change(member, params, body, savedMessages.remove),
  });
}
