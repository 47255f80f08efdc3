import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Ack } from '@sangam/shared/app/socket';
import type { Message } from '@sangam/shared/chat/messages';
import { io } from 'socket.io-client';
import { expect, onTestFinished } from 'vitest';
import { callsTo, sendTo } from '../http/contract-calls.js';
import type { ClientSocket, TestServer } from '../test-server.js';
import { formTeam } from './team.js';

export interface Account {
  token: string;
  user: { id: number };
}

export function signUpAt(url: string, name: string): Promise<Account> {
  // A new address each time, since a retried test signs up again.
  const body = { name, email: `${name}-${randomUUID()}@example.org`, password: 'Zq-7kvxw' };
  return callsTo(url)(null, 'POST /api/auth/signup', { body });
}

/** A team's conversation. */
export interface Room {
  conversationId: number;
}

/** Where to write: to the other member, or to a team. */
export type Place = Account | Room;

const isRoom = (place: Place): place is Room => 'conversationId' in place;

/** Names the conversation in an event or a call; `member` is the name of the field for the other member. */
export const placeIn = (place: Place, member: 'receiver_id' | 'user_id') =>
  isRoom(place) ? { conversation_id: place.conversationId } : { [member]: place.user.id };

/** Forms a team of these members; the first is its creator. */
export async function formRoom(url: string, [creator, ...others]: readonly [Account, ...Account[]]): Promise<Room> {
  const call: TestServer['call'] = async (name, token = null, body) => {
    const response = await sendTo(url, name, token, body);
    return { status: response.status, headers: response.headers, body: await response.json() };
  };
  return formTeam({ call }, creator, others);
}

/** Opens a member's socket that reconnects soon, since these tests kill servers. */
export const openSocket = (url: string, { token }: Account): ClientSocket =>
  io(url, { auth: { token }, transports: ['websocket'], reconnectionDelay: 50, reconnectionDelayMax: 100 });

export interface Outbox {
  /** Acknowledged messages by client_id. */
  acknowledged: Map<string, Message>;
  sent(): number;
  /** The error codes after which a send was retried. */
  refusals: Set<string>;
  /** The longest time from a message's first try to its acknowledgement. */
  slowestMs(): number;
  stop(): Promise<void>;
}

/** The pause before the next message or retry; more messages would prove no more. */
const PAUSE_MS = 20;

/**
 * Sends like a client, whatever happens to the server: it retries each client_id until it is acknowledged or the test has ended. A
 * longer pause suits long tests.
 */
export function startOutbox(url: string, from: Account, to: Place, pauseMs = PAUSE_MS): Outbox {
  const socket = openSocket(url, from);
  const acknowledged = new Map<string, Message>();
  const refusals = new Set<string>();
  let stopped = false;
  let sent = 0;
  let slowestMs = 0;
  const emit = (client_id: string) =>
    new Promise<Ack<Message> | null>((resolve) => {
      const payload = { ...placeIn(to, 'receiver_id'), content: `message ${client_id}`, client_id };
      socket.timeout(1_000).emit('message:send', payload, (error, answer) => resolve(error ? null : answer));
    });
  const running = (async () => {
    while (!stopped) {
      const client_id = randomUUID();
      sent += 1;
      const startedMs = performance.now();
      for (;;) {
        const ack = await emit(client_id);
        if (ack?.ok) {
          acknowledged.set(client_id, ack.data);
          slowestMs = Math.max(slowestMs, performance.now() - startedMs);
          await sleep(pauseMs);
          break;
        }
        if (ack) refusals.add(ack.error.code);
        if (stopped) return;
        // Refused for now: pauses before the retry, like the client.
        if (ack) await sleep(PAUSE_MS);
      }
    }
  })();
  const stop = async () => {
    stopped = true;
    await running;
    socket.disconnect();
  };
  onTestFinished(stop);
  return { acknowledged, sent: () => sent, refusals, slowestMs: () => slowestMs, stop };
}

/** Returns all messages of two members, or of a team, after this number from the server. */
export async function storedBetween(url: string, me: Account, other: Place, after: number): Promise<Message[]> {
  const stored: Message[] = [];
  const call = callsTo(url);
  for (;;) {
    const query = { after: stored.at(-1)?.seq ?? after, limit: 200 };
    const { data } = isRoom(other)
      ? await call(me.token, 'GET /api/messages/c/:conversationId', {
          params: { conversationId: other.conversationId },
          query,
        })
      : await call(me.token, 'GET /api/messages/conversation/:userId', { params: { userId: other.user.id }, query });
    stored.push(...data.messages);
    if (!data.has_more) return stored;
  }
}

/** Promises 1, 2 and 3: each acknowledged message is stored once, and the numbers have no gaps. */
export async function expectNothingLost(url: string, outbox: Outbox, from: Account, to: Place): Promise<void> {
  const stored = isRoom(to) ? await storedBetween(url, from, to, 0) : await storedBetween(url, to, from, 0);
  expect(stored.map((message) => message.seq)).toEqual(stored.map((_, index) => index + 1));
  const ids = stored.map((message) => message.client_id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(stored.length).toBeLessThanOrEqual(outbox.sent());
  for (const [clientId, message] of outbox.acknowledged)
    expect(stored[message.seq - 1]).toMatchObject({ id: message.id, client_id: clientId });
}
