import type { Circle } from './circle.js';
import type { Member } from './member.js';

/** What the web application fetches when its connection is back: lists, counts, the open thread, presence. */
export async function refresh({ rest, telemetry }: Circle, member: Member): Promise<void> {
  const { token, partners, session } = member;
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
    session.emit('presence:watch', { userIds: partners.map(({ id }) => id) }),
  ]);
  for (const answer of answers) if (answer && 'code' in answer) telemetry.failed('reconnect', answer.code);
}
