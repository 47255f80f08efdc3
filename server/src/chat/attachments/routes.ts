import { defineCalls } from '../../platform/http/contract-route.js';
import type { RateLimits } from '../../platform/lib/rate-limits.js';
import { ok } from '../../platform/lib/result.js';
import type { AttachmentsService } from './service.js';

export function attachmentCalls({ attachments, limits }: { attachments: AttachmentsService; limits: RateLimits }) {
  return defineCalls({
    'POST /api/attachments': async ({ member, body }) => {
      const refused = await limits.take('uploadByMember', member.id);
      if (refused) return refused;
      const begun = await attachments.begin(member.id, { ...body, id: body.id.toLowerCase() });
      return begun.ok ? ok({ data: begun.value }) : begun;
    },
    'PUT /api/attachments/:attachmentId/content': async ({ member, params, query, body }) => {
      const received = await attachments.receive(member.id, params.attachmentId.toLowerCase(), query.offset, body);
      return received.ok ? ok({ data: received.value }) : received;
    },
    'DELETE /api/attachments/:attachmentId': async ({ member, params }) => {
      const dropped = await attachments.drop(member.id, params.attachmentId.toLowerCase());
      return dropped.ok ? ok({ data: dropped.value }) : dropped;
    },
    'GET /api/attachments/links': async ({ member, query }) =>
      ok({ data: { links: await attachments.links(member.id, query.ids.split(',')) } }),
  });
}
