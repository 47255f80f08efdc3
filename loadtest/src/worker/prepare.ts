import pMap from 'p-map';
import { createTelemetry } from '../figures/telemetry.js';
import { createInvariantLog } from '../invariants/invariants.js';
import { createMessageChecker } from '../invariants/messages.js';
import { createRequestChecker } from '../invariants/requests.js';
import { createClientIds, createStream, type Stream } from '../invariants/stream.js';
import { createUnreadChecker } from '../invariants/unread.js';
import { createRandom } from '../random.js';
import { createRest } from '../rest.js';
import { type Member, type Partner, partnersOf } from './member.js';
import { createReconnectingSocket } from './reconnecting-socket.js';
import { socketHandlersOf } from './socket-handlers.js';
import type { Share, WorkerContext } from './worker-context.js';

const CONCURRENCY = 8;

/** Reads the state of every conversation, and creates the members with sockets that are not open yet. */
export async function prepareWorker({ plan, users, run, worker }: Share): Promise<WorkerContext> {
  const rest = createRest(plan.urls, plan.patienceMs);
  const random = createRandom(plan.seed + worker);
  const invariants = createInvariantLog();
  const telemetry = createTelemetry();
  const clientIds = createClientIds(run, worker);
  const { streams, between } = createStreams(users.length);
  const members: Member[] = [];
  const messages = createMessageChecker({
    userIds: users.map(({ id }) => id),
    streams,
    clientIds,
    messageChars: plan.messageChars,
    invariants,
  });
  const requests = createRequestChecker(
    (creator) => members.some(({ id, listeningSinceMs }) => id === creator && listeningSinceMs !== null),
    invariants,
  );
  const context = { plan, members, streams, clientIds, messages, requests, invariants, telemetry, random, rest };

  await pMap(
    users.entries(),
    async ([index, user]) => {
      const [list, { data: unread }] = await Promise.all([
        rest.callOrThrow('GET /api/messages/conversations', { token: user.token, query: { limit: 200 } }),
        rest.callOrThrow('GET /api/messages/unread-count', { token: user.token }),
      ]);
      const { conversations } = list.data;
      const partners = partnersOf(index, users.length).map((partnerIndex): Partner => {
        const id = users[partnerIndex]?.id ?? 0;
        const lastSeq = conversations.find((conversation) => conversation.id === id)?.last_seq ?? 0;
        return {
          index: partnerIndex,
          id,
          outgoing: between(index, partnerIndex),
          incoming: between(partnerIndex, index),
          lastSeqBefore: lastSeq,
          seenSeq: lastSeq,
          readMs: 0,
        };
      });
      const partnerIds = partners.map(({ id }) => id);
      members[index] = {
        ...user,
        index,
        partners,
        socket: createReconnectingSocket(
          { token: user.token, index: index + worker },
          plan,
          socketHandlersOf(context, index),
        ),
        heldVersions: new Map(),
        unread: createUnreadChecker(
          user.id,
          { conversations, total: unread.unread_count, others: partnerIds },
          invariants,
        ),
        listeningSinceMs: null,
        outbox: [],
        projectId: null,
        joinRequest: null,
        endedWith: new Map(),
        joinDueMs: 0,
      };
    },
    { concurrency: CONCURRENCY },
  );
  return context;
}

/** A stream in each direction between partners. `between` finds the one from one index to another. */
function createStreams(count: number): { streams: Stream[]; between(from: number, to: number): Stream } {
  const streams: Stream[] = [];
  const streamsByMembers = new Map<string, Stream>();
  for (let from = 0; from < count; from += 1)
    for (const to of partnersOf(from, count)) {
      const stream = createStream(streams.length, from, to);
      streams.push(stream);
      streamsByMembers.set(`${from}>${to}`, stream);
    }
  return { streams, between: (from, to) => streamsByMembers.get(`${from}>${to}`) as Stream };
}
