import type { Member } from './member.js';
import type { WorkerContext } from './worker-context.js';

/** Fetches what the web application fetches after a reconnect: lists, counts, the open thread, presence. */
export async function refresh({ rest, telemetry }: WorkerContext, member: Member): Promise<void> {
  const { token, partners, socket } = member;
  const [open] = partners;
  const answers = await Promise.all([
    rest.attempt('GET /api/messages/conversations', { token, query: { limit: 50 } }),
    rest.attempt('GET /api/messages/unread-count', { token }),
    rest.attempt('GET /api/project-requests/incoming', { token, query: { limit: 50 } }),
    rest.attempt('GET /api/project-requests/mine', { token, query: { limit: 50 } }),
    ...(open
      ? [
          rest.attempt('GET /api/messages/conversation/:userId', {
            token,
            params: { userId: open.id },
            query: { after: open.seenSeq, limit: 200 },
          }),
        ]
      : []),
    socket.emit('presence:watch', { userIds: partners.map(({ id }) => id) }),
  ]);
  for (const answer of answers) if (answer && 'code' in answer) telemetry.failed('reconnect', answer.code);
}
