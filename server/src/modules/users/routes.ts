import type { Route } from '../../http/contract-route.js';
import { ok } from '../../lib/result.js';
import type { UsersService } from './service.js';

export function registerUserRoutes(route: Route, users: UsersService): void {
  route('PUT /api/users/profile', async ({ member, body }) => {
    const changed = await users.changeProfile(member.id, body);
    return changed.ok ? ok({ user: changed.value, data: { user: changed.value } }) : changed;
  });
}
