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
import { hooksOf } from './hooks.js';
import { type Member, type Partner, partnersOf } from './member.js';
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
