import { defineCalls } from '../../platform/http/contract-route.js';
import type { RateLimits } from '../../platform/lib/rate-limits.js';
import { ok } from '../../platform/lib/result.js';
import type { UsersService } from './service.js';

export function userCalls({ users, limits }: { users: UsersService; limits: RateLimits }) {
  return defineCalls({
    'GET /api/users': async ({ member, query }) => {
      // As a search for names: whoever asks for one after the other learns few of all of them.
      const refused = await limits.take('peopleByMember', member.id);
      return refused ?? ok({ data: { members: await users.cards(member.id, query.ids.split(',').map(Number)) } });
    },
    'PUT /api/users/profile': async ({ member, body }) => {
      const changed = await users.changeProfile(member.id, body);
      return changed.ok ? ok({ user: changed.value, data: { user: changed.value } }) : changed;
    },
  });
}
