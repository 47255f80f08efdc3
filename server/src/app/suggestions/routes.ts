import type { Suggestions } from '@sangam/shared/people/users';
import { defineCalls } from '../../platform/http/contract-route.js';
import { ok } from '../../platform/lib/result.js';

export function suggestionCalls(suggestions: () => Promise<Suggestions>) {
  return defineCalls({
    'GET /api/users/suggestions': async () => ok({ data: await suggestions() }),
  });
}
