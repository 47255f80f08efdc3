import type { ServerEvent, ServerPayload } from '@sangam/shared/contract/socket';
import type { Circle } from './circle.js';
import type { Member } from './member.js';
import { refresh } from './refresh.js';
import type { SessionHooks } from './session.js';

/** A server subscribes to a member's channel in the background: only then does the connection hear everything. */
const LISTENS_AFTER_MS = 2_000;
/** A web page reports that its member is active this often. */
const BEAT_MS = 30_000;

/** What a member's connection does by itself, beside what the run asks of it. */
export function hooksOf(circle: Circle, index: number): SessionHooks {
  const { members, messages, requests, judge, telemetry, plan } = circle;
  const self = () => members[index] as Member;
  let listening: NodeJS.Timeout | undefined;
  let beating: NodeJS.Timeout | undefined;
  const report = () =>
    void self().session.emit('presence:report', { isActive: true, lastActive: new Date().toISOString() });

  return {
    async connected(number) {
      const member = self();
      clearTimeout(listening);
      member.unread.connected();
      listening = setTimeout(() => {
        if (plan.toleratesMissedPushes) return;
        member.listeningSinceMs = performance.now();
        messages.listens(index);
      }, LISTENS_AFTER_MS);
      clearInterval(beating);
      beating = setInterval(report, BEAT_MS);
      report();
      for (const send of member.outbox.splice(0)) send();
      if (number > 1) await refresh(circle, member);
      else await member.session.emit('presence:watch', { userIds: member.partners.map(({ id }) => id) });
    },
    away() {
      clearTimeout(listening);
      clearInterval(beating);
      self().listeningSinceMs = null;
      messages.away(index, performance.now());
      requests.away(self().id);
    },
    failed: (code) => telemetry.failed('connect', code),
    acknowledgedTwice: () => judge.broken('single', `an event of member ${self().id} was acknowledged twice`),
    event: (event, payload) => hear(circle, self(), event, payload),
  };
}

function hear<E extends ServerEvent>(circle: Circle, member: Member, event: E, payload: ServerPayload<E>): void {
  const { messages, requests, telemetry } = circle;
  const nowMs = performance.now();
  // TypeScript cannot tie the payload to the event of a generic pair.
  const heard = { event, payload } as { [N in ServerEvent]: { event: N; payload: ServerPayload<N> } }[ServerEvent];
  if (heard.event === 'message:new') {
    const known = messages.pushed(member.index, member.session.connection() ?? 0, heard.payload, nowMs);
    if (!known) return;
    telemetry.timed('delivery', nowMs - (known.stream.dueMs[known.number] ?? nowMs));
    const partner = member.partners.find(({ id }) => id === heard.payload.sender_id);
    if (partner) partner.seenSeq = Math.max(partner.seenSeq, heard.payload.seq);
  } else if (heard.event === 'unread:changed') member.unread.told(heard.payload);
  else if (heard.event === 'join-request:created') {
    requests.heard(heard.payload.id, member.id);
    const requester = circle.members.find(({ id }) => id === heard.payload.user_id);
    if (requester) telemetry.timed('join push', nowMs - requester.askDueMs);
  }
}
