import { defineCalls } from '../../platform/http/contract-route.js';
import { ok } from '../../platform/lib/result.js';
import type { BlocksService } from './service.js';

export function blockCalls(blocks: BlocksService) {
  return defineCalls({
    'GET /api/blocks': async ({ member }) => ok({ data: { blocked: await blocks.list(member.id) } }),
    'PUT /api/blocks/:userId': async ({ member, params }) => {
      const change = await blocks.block(member.id, params.userId);
      return change.ok ? ok({ data: change.value }) : change;
    },
    'DELETE /api/blocks/:userId': async ({ member, params }) => {
      const change = await blocks.unblock(member.id, params.userId);
      return change.ok ? ok({ data: change.value }) : change;
    },
  });
}
