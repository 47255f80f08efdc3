import type { ServerEvent, ServerPayload } from '@sangam/shared/app/socket';
import type { Member } from './member.js';
import type { ReconnectingSocketHandlers } from './reconnecting-socket.js';
import type { WorkerContext } from './worker-context.js';

/** A server subscribes to a member's channel in the background; from then on the socket receives every live update. */
const LISTENING_AFTER_MS = 2_000;
/** The interval of the web application's activity reports. */
const PRESENCE_INTERVAL_MS = 30_000;

/** The behaviour of a member's socket apart from the run's operations. */
export function socketHandlersOf(context: WorkerContext, index: number): ReconnectingSocketHandlers {
  const { members, messages, requests, invariants, telemetry, plan } = context;
  const self = () => members[index] as Member;
  let listening: NodeJS.Timeout | undefined;
  let reporting: NodeJS.Timeout | undefined;
  const reportPresence = () =>
    void self().socket.emit('presence:report', { isActive: true, lastActive: new Date().toISOString() });

  const listen = () => {
    clearTimeout(listening);
    listening = setTimeout(() => {
      if (plan.toleratesMissedUpdates) return;
      self().listeningSinceMs = performance.now();
      messages.listening(index);
    }, LISTENING_AFTER_MS);
  };
  const stopListening = () => {
    clearTimeout(listening);
    self().listeningSinceMs = null;
    messages.disconnected(index, performance.now());
    requests.disconnected(self().id);
  };

  return {
    async connected(number) {
      const member = self();
      member.unread.connected();
      listen();
      clearInterval(reporting);
      reporting = setInterval(reportPresence, PRESENCE_INTERVAL_MS);
      reportPresence();
      for (const send of member.outbox.splice(0)) send();
      if (number > 1) await refresh(context, member);
      else await member.socket.emit('presence:watch', { userIds: member.partners.map(({ id }) => id) });
    },
    disconnected() {
      clearInterval(reporting);
      stopListening();
    },
    failed: (code) => telemetry.failed('connect', code),
    acknowledgedTwice: () => invariants.violated('single', `an event of member ${self().id} was acknowledged twice`),
    event: (event, payload) => {
      receive(context, self(), event, payload);
      if (event !== 'pushes:missed') return;
      stopListening();
      listen();
      void refresh(context, self());
    },
  };
}

function receive<E extends ServerEvent>(
  context: WorkerContext,
  member: Member,
  event: E,
  payload: ServerPayload<E>,
): void {
  const { messages, requests, telemetry } = context;
  const nowMs = performance.now();
  // TypeScript cannot tie the payload to the event of a generic pair.
  const update = { event, payload } as { [N in ServerEvent]: { event: N; payload: ServerPayload<N> } }[ServerEvent];
  if (update.event === 'message:new') {
    const known = messages.delivered(member.index, member.socket.connectionNumber() ?? 0, update.payload, nowMs);
    if (!known) return;
    telemetry.timed('delivery', nowMs - (known.stream.dueMs[known.number] ?? nowMs));
    const partner = member.partners.find(({ id }) => id === update.payload.sender_id);
    if (partner) partner.seenSeq = Math.max(partner.seenSeq, update.payload.seq);
  } else if (update.event === 'unread:changed') member.unread.received(update.payload);
  else if (update.event === 'join-request:created') {
    requests.delivered(update.payload.id, member.id);
    const requester = context.members.find(({ id }) => id === update.payload.user_id);
    if (requester) telemetry.timed('join delivery', nowMs - requester.joinDueMs);
  }
}

/** Fetches changed lists, the open thread and presence, like the web application after a reconnect. */
async function refresh({ rest, telemetry }: WorkerContext, member: Member): Promise<void> {
  const { token, partners, socket, heldVersions } = member;
  const [open] = partners;
  const watching = socket.emit('presence:watch', { userIds: partners.map(({ id }) => id) });
  const lists = await rest.attempt('GET /api/refresh', { token, query: Object.fromEntries(heldVersions) });
  if (lists.ok) {
    const { inbox_version: _, ...parts } = lists.body.data;
    for (const [part, { version }] of Object.entries(parts)) heldVersions.set(part, String(version));
  }
  const { conversations } = lists.ok ? lists.body.data : {};
  // Without changed conversations, the open one has no new messages either.
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
