import type { Suggestions } from '@sangam/shared/contract/users';
import type { Route } from '../../http/contract-route.js';
import { ok } from '../../lib/result.js';

export function registerSuggestionRoutes(route: Route, suggestions: () => Promise<Suggestions>): void {
  route('GET /api/users/suggestions', async () => ok({ data: await suggestions() }));
}
