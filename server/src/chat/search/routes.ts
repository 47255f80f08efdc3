import type { Route } from '../../platform/http/contract-route.js';
import type { RateLimits } from '../../platform/lib/rate-limits.js';
import { ok } from '../../platform/lib/result.js';
import type { SearchService } from './service.js';

export function registerSearchRoutes(
  route: Route,
  { search, limits }: { search: SearchService; limits: RateLimits },
): void {
  route('GET /api/search/messages', async ({ member, query }) => {
    const refused = await limits.take('searchByMember', member.id);
    return refused ?? ok({ data: await search.messages(member.id, query) });
  });
  route('GET /api/search/people', async ({ member, query }) => {
    const refused = await limits.take('peopleByMember', member.id);
    return refused ?? ok({ data: await search.people(member.id, query.q ?? '') });
  });
  route('GET /api/search/projects', async ({ member, query }) => {
    const refused = await limits.take('searchByMember', member.id);
    return refused ?? ok({ data: await search.projects(member.id, query.q ?? '') });
  });
}
