import type { Suggestions } from '@sangam/shared/people/users';
import type { Route } from '../../platform/http/contract-route.js';
import { ok } from '../../platform/lib/result.js';

export function registerSuggestionRoutes(route: Route, suggestions: () => Promise<Suggestions>): void {
  route('GET /api/users/suggestions', async () => ok({ data: await suggestions() }));
}
