import type { ServerEvent, ServerPayload } from '@sangam/shared/contract/socket';
import { createMessageChecker, type MessageChecker } from '../checker/messages.js';
import { createJudge, type Judge } from '../checker/promises.js';
import { createRequestChecker, type RequestChecker } from '../checker/requests.js';
import { type ClientIds, createClientIds, createStream, type Stream } from '../checker/stream.js';
import { createUnreadChecker } from '../checker/unread.js';
import { forEachOf } from '../each.js';
import type { Plan } from '../options.js';
import { createRandom, type Random } from '../random.js';
import { createRest, type Rest } from '../rest.js';
import { createTelemetry, type Telemetry } from '../telemetry.js';
import type { LoadUser } from '../users.js';
import { type Member, type Partner, partnersOf } from './member.js';
import { refresh } from './refresh.js';
import { createSession } from './session.js';

/** The users of one process. They write to each other only, so that one clock times both ends, and one checker sees both. */
export interface Circle {
  plan: Plan;
  members: readonly Member[];
  streams: readonly Stream[];
  clientIds: ClientIds;
  messages: MessageChecker;
  requests: RequestChecker;
  judge: Judge;
  telemetry: Telemetry;
  random: Random;
  rest: Rest;
}

export interface Share {
  plan: Plan;
  users: LoadUser[];
  /** The same in every process. */
  run: number;
  worker: number;
}

const PREPARED_AT_ONCE = 8;
/** A server subscribes to a member's channel in the background: only then does the connection hear everything. */
const LISTENS_AFTER_MS = 2_000;
/** A web page reports that its member is active this often. */
const BEAT_MS = 30_000;

/** Looks up where every conversation stands, and prepares connections without opening them. */
export async function gatherCircle({ plan, users, run, worker }: Share): Promise<Circle> {
  const rest = createRest(plan.urls, plan.patienceMs);
  const random = createRandom(plan.seed + worker);
  const judge = createJudge();
  const telemetry = createTelemetry();
  const clientIds = createClientIds(run, worker);
  const streams: Stream[] = [];
  const between = new Map<string, Stream>();
  for (const [from] of users.entries())
    for (const to of partnersOf(from, users.length)) {
      const stream = createStream(streams.length, from, to);
      streams.push(stream);
      between.set(`${from}>${to}`, stream);
    }
  const members: Member[] = [];
  const messages = createMessageChecker({
    userIds: users.map(({ id }) => id),
    streams,
    clientIds,
    messageChars: plan.messageChars,
    judge,
  });
  const requests = createRequestChecker(
    (creator) => members.some(({ id, listeningSinceMs }) => id === creator && listeningSinceMs !== null),
    judge,
  );
  const circle = { plan, members, streams, clientIds, messages, requests, judge, telemetry, random, rest };

  await forEachOf(users, PREPARED_AT_ONCE, async (user, index) => {
    const [list, { data: unread }] = await Promise.all([
      rest.insist('GET /api/messages/conversations', { token: user.token, query: { limit: 200 } }),
      rest.insist('GET /api/messages/unread-count', { token: user.token }),
    ]);
    const { conversations } = list.data;
    const partners = partnersOf(index, users.length).map((place): Partner => {
      const id = users[place]?.id ?? 0;
      const lastSeq = conversations.find((conversation) => conversation.id === id)?.last_seq ?? 0;
      return {
        index: place,
        id,
        outgoing: between.get(`${index}>${place}`) as Stream,
        incoming: between.get(`${place}>${index}`) as Stream,
        lastSeqBefore: lastSeq,
        seenSeq: lastSeq,
        readMs: 0,
      };
    });
    const others = partners.map(({ id }) => id);
    members[index] = {
      ...user,
      index,
      partners,
      session: createSession({ token: user.token, index: index + worker }, plan, hooksOf(circle, index)),
      unread: createUnreadChecker(user.id, { conversations, total: unread.unread_count, others }, judge),
      listeningSinceMs: null,
      outbox: [],
      projectId: null,
      asked: null,
      askDueMs: 0,
    };
  });
  return circle;
}

/** What a member's connection does by itself, beside what the run asks of it. */
function hooksOf(circle: Circle, index: number): Parameters<typeof createSession>[2] {
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
