import type { Route } from '../../platform/http/contract-route.js';
import { ok } from '../../platform/lib/result.js';
import type { Knocks } from './service.js';

export const registerKnocksRoute = (route: Route, knocks: Knocks): void =>
  route('GET /api/knocks', async ({ member, query }) => ok({ data: await knocks.left(member.id, query.user_id) }));
