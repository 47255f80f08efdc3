import { defineCalls } from '../../platform/http/contract-route.js';
import type { RateLimits } from '../../platform/lib/rate-limits.js';
import { ok } from '../../platform/lib/result.js';
import type { SearchService } from './service.js';

export function searchCalls({ search, limits }: { search: SearchService; limits: RateLimits }) {
  return defineCalls({
    'GET /api/search/messages': async ({ member, query }) => {
      const refused = await limits.take('searchByMember', member.id);
      return refused ?? ok({ data: await search.messages(member.id, query) });
    },
    'GET /api/search/people': async ({ member, query }) => {
      const refused = await limits.take('peopleByMember', member.id);
      return refused ?? ok({ data: await search.people(member.id, query.q ?? '') });
    },
    'GET /api/search/projects': async ({ member, query }) => {
      const refused = await limits.take('searchByMember', member.id);
      return refused ?? ok({ data: await search.projects(member.id, query.q ?? '') });
    },
  });
}
