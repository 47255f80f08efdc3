import type { Route } from '../../http/contract-route.js';
import type { RateLimits } from '../../lib/rate-limits.js';
import { ok } from '../../lib/result.js';
import type { SavedMessages } from './saved.js';

export function registerSavedMessageRoutes(
  route: Route,
  { savedMessages, limits }: { savedMessages: SavedMessages; limits: RateLimits },
): void {
  route('GET /api/messages/saved', async ({ member, query }) =>
    ok({ data: await savedMessages.list(member.id, query) }),
  );

  /** Spends a point of the limit, then acts on the message that the address names. */
  const change = async (
    member: { id: number },
    { userId, seq }: { userId: number; seq: number },
    body: { client_id: string },
    act: SavedMessages['save'],
  ) => {
    const refused = await limits.take('changeByMember', member.id);
    if (refused) return refused;
    const changed = await act(member.id, { user_id: userId, seq, ...body });
    return changed.ok ? ok({ data: changed.value }) : changed;
  };
  route('PUT /api/messages/conversation/:userId/:seq/saved', ({ member, params, body }) =>
    change(member, params, body, savedMessages.save),
  );
  route('DELETE /api/messages/conversation/:userId/:seq/saved', ({ member, params, body }) =>
    change(member, params, body, savedMessages.remove),
  );
}
