import type { Route } from '../../http/contract-route.js';
import type { RateLimits } from '../../lib/rate-limits.js';
import { ok } from '../../lib/result.js';
import type { ConnectionsService } from './service.js';

export function registerConnectionRoutes(
  route: Route,
  { connections, limits }: { connections: ConnectionsService; limits: RateLimits },
): void {
  route(
    'POST /api/projects/:id/connect',
    async ({ member, params }) => {
      const refused = await limits.take('requestByMember', member.id);
      if (refused) return refused;
      const connection = await connections.connect(member, params.id);
      return connection.ok
        ? ok({ message: 'Interest sent successfully!', data: { connection: connection.value } })
        : connection;
    },
    '/projects/:id/connect',
  );

  route('GET /api/projects/connections/incoming', async ({ member }) =>
    ok({ data: { connections: await connections.incoming(member.id) } }),
  );

  route(
    'PUT /api/projects/connections/:id',
    async ({ member, params, body }) => {
      const connection = await connections.decide(member, params.id, body.status);
      return connection.ok
        ? ok({ message: `Connection ${body.status}`, data: { connection: connection.value } })
        : connection;
    },
    '/projects/connections/:id',
  );
}
