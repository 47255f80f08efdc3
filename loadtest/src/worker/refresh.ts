import type { Member } from './member.js';
import type { WorkerContext } from './worker-context.js';

/** Fetches what the web application fetches after a reconnect: what is new of the lists, the open thread, presence. */
export async function refresh({ rest, telemetry }: WorkerContext, member: Member): Promise<void> {
  const { token, partners, socket, heldVersions } = member;
  const [open] = partners;
  const watching = socket.emit('presence:watch', { userIds: partners.map(({ id }) => id) });
  const lists = await rest.attempt('GET /api/refresh', { token, query: Object.fromEntries(heldVersions) });
  if (lists.ok) {
    const { inbox_version: _, ...parts } = lists.body.data;
    for (const [part, { version }] of Object.entries(parts)) heldVersions.set(part, String(version));
  }
  const { conversations } = lists.ok ? lists.body.data : {};
  // Without a word on the conversations, nothing has come in the open one either.
  const thread =
    open &&
    (!lists.ok ||
      conversations?.data.conversations.some(({ id, last_seq }) => id === open.id && last_seq > open.seenSeq))
      ? await rest.attempt('GET /api/messages/conversation/:userId', {
          token,
          params: { userId: open.id },
          query: { after: open.seenSeq, limit: 200 },
        })
      : null;
  for (const answer of [lists, thread, await watching])
    if (answer && 'code' in answer) telemetry.failed('reconnect', answer.code);
}
