import { setTimeout as sleep } from 'node:timers/promises';
import type { Message } from '@sangam/shared/chat/messages';
import { expectActsStored, startActing } from '@sangam/testing/chat/acting';
import {
  type Account,
  expectNothingLost,
  type Outbox,
  signUpAt,
  startOutbox,
  storedBetween,
} from '@sangam/testing/chat/outbox';
import { eventually } from '@sangam/testing/eventually';
import { hasBalancer } from '@sangam/testing/servers/balancer';
import { type Cluster, type ClusterServer, startCluster } from '@sangam/testing/servers/cluster';
import type { ClientSocket } from '@sangam/testing/test-server';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';

const canRun = inject('redisUrl') !== null && hasBalancer();

const SERVERS = 3;
const PAIRS = 3;
const APPLICANTS = 2;
const WATCHERS = 90;
const WATCHING_MEMBERS = 9;
/** The client waits this long for an acknowledgement; after it a message is shown as delayed. */
const ACK_TIMEOUT_MS = 8_000;
const ASK_EVERY_MS = 300;
/** Often enough for several acts within each step of a restart, which takes seconds. */
const ACT_EVERY_MS = 60;
const SPREAD_AT_LEAST_MS = 1_500;

/** A member's device that shows a thread: live messages, and on each reconnect those sent in the meantime. */
function openThread(url: string, me: Account, other: Account) {
  const socket: ClientSocket = io(url, { auth: { token: me.token }, forceNew: true, transports: ['websocket'] });
  const thread = new Map<number, Message>();
  const addMessage = (message: Message) => thread.set(message.seq, message);
  const lastWithoutHole = () => {
    let seq = 0;
    while (thread.has(seq + 1)) seq += 1;
    return seq;
  };
  socket.on('message:new', (message) => {
    if (message.sender_id === other.user.id) addMessage(message);
  });
  onTestFinished(() => void socket.disconnect());
  const failures: unknown[] = [];
  socket.on('connect', () => {
    storedBetween(url, me, other, lastWithoutHole()).then(
      (messages) => messages.forEach(addMessage),
      (error: unknown) => failures.push(error),
    );
  });
  return { socket, thread, failures };
}

/** Repeats the request, as pages that are being opened do, and counts the answers. */
function startRequests(url: string, { token }: Account) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const body = () => JSON.stringify({ isActive: true, lastActive: new Date().toISOString() });
  const calls: Record<string, () => Promise<Response>> = {
    read: () => fetch(`${url}/api/auth/me`, { headers }),
    write: () => fetch(`${url}/api/users/update-status`, { method: 'POST', headers, body: body() }),
    'new connection': () => fetch(`${url}/socket.io/?EIO=4&transport=polling`),
  };
  const answers = new Map<string, number>();
  let stopped = false;
  onTestFinished(() => {
    stopped = true;
  });
  const asking = Object.entries(calls).map(async ([name, call]) => {
    while (!stopped) {
      const answer = await call().then(
        async (response) => {
          const body = await response.text();
          return response.ok ? '200' : `${response.status} ${body}`;
        },
        (error: Error) => `no answer: ${error.message} (${String(error.cause)})`,
      );
      answers.set(`${name}: ${answer}`, (answers.get(`${name}: ${answer}`) ?? 0) + 1);
      await sleep(ASK_EVERY_MS);
    }
  });
  return async (): Promise<Map<string, number>> => {
    stopped = true;
    await Promise.all(asking);
    return answers;
  };
}

describe.runIf(canRun)('three servers that are restarted one after the other, under load', () => {
  let cluster: Cluster;
  let url: string;
  const watchers: ClientSocket[] = [];
  /** When each watcher lost its connection, and when it had one again. */
  const lostMs: number[] = [];
  const backMs: number[] = [];
  const reasons = new Set<string>();

  beforeAll(async () => {
    cluster = await startCluster(SERVERS);
    url = cluster.balancer.url;
    // One member may not have that many sockets.
    const members = await Promise.all(Array.from({ length: WATCHING_MEMBERS }, (_, n) => signUpAt(url, `watcher${n}`)));
    for (let n = 0; n < WATCHERS; n += 1) {
      const watcher = members[n % members.length];
      // Connects as the client's own socket does.
      const socket: ClientSocket = io(url, {
        auth: { token: watcher?.token },
        transports: ['websocket'],
        forceNew: true,
        reconnectionDelay: 500,
        reconnectionDelayMax: 5_000,
      });
      watchers.push(socket);
      await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('connect_error', reject));
      socket.on('connect', () => backMs.push(performance.now()));
      socket.on('disconnect', (reason) => {
        reasons.add(reason);
        lostMs.push(performance.now());
      });
    }
  }, 60_000);
  afterAll(async () => {
    for (const socket of watchers) socket.disconnect();
    await cluster.close();
  });

  const readiness = async (server: ClusterServer) => (await fetch(`${server.url}/readyz`)).status;

  /** Sends SIGTERM, sees the server leave, and starts it again. */
  const restart = async (server: ClusterServer, name: string) => {
    const [lostBefore, backBefore, logBefore] = [lostMs.length, backMs.length, cluster.balancer.output().length];
    const startedMs = performance.now();
    server.process.child.kill('SIGTERM');
    await eventually(async () => expect(await readiness(server)).toBe(503), 8_000);
    expect(await server.process.exited, server.process.output()).toBe(0);
    expect(performance.now() - startedMs).toBeLessThan(10_000);

    const lost = lostMs.slice(lostBefore);
    expect(lost.length).toBeGreaterThanOrEqual(20);
    await eventually(() => expect(backMs.length - backBefore).toBe(lost.length), 10_000);
    // Gradually: about 3 s from the first to the last. (By their span: a busy machine may see several at once.)
    for (const times of [lost, backMs.slice(backBefore)]) expect(span(times)).toBeGreaterThan(SPREAD_AT_LEAST_MS);

    await server.start();
    const since = () => cluster.balancer.output().slice(logBefore);
    await eventually(() => expect(since()).toContain(`web/${name} is UP`));
  };

  it('lose no message, refuse no send for good, and their clients move over gradually', {
    timeout: 240_000,
  }, async () => {
    const pairs: { from: Account; to: Account; outbox: Outbox; reader: ReturnType<typeof openThread> }[] = [];
    for (let n = 0; n < PAIRS; n += 1) {
      const [from, to] = [await signUpAt(url, `from${n}`), await signUpAt(url, `to${n}`)];
      pairs.push({ from, to, outbox: startOutbox(url, from, to, ACT_EVERY_MS), reader: openThread(url, to, from) });
    }
    const [actor, friend] = [await signUpAt(url, 'actor'), await signUpAt(url, 'friend')];
    const actingMember = startActing(url, actor, friend, ACT_EVERY_MS);
    const applicants = await Promise.all(Array.from({ length: APPLICANTS }, (_, n) => signUpAt(url, `applicant${n}`)));
    const stopAsking = applicants.map((applicant) => startRequests(url, applicant));
    for (const [index, server] of cluster.servers.entries()) await restart(server, `sangam${index + 1}`);

    for (const answers of await Promise.all(stopAsking.map((stop) => stop())))
      expect(Object.fromEntries(answers), cluster.balancer.output()).toEqual({
        'new connection: 200': expect.any(Number),
        'read: 200': expect.any(Number),
        'write: 200': expect.any(Number),
      });
    expect(reasons).toEqual(new Set(['transport close']));
    await actingMember.stop();
    await expectActsStored(url, actingMember, { from: actor, to: friend });
    for (const { from, to, outbox, reader } of pairs) {
      await outbox.stop();
      expect(outbox.acknowledged.size).toBeGreaterThan(100);
      // Refusals that the client retries by itself, before its user could see anything.
      for (const code of outbox.refusals) expect(code).toBe('BUSY');
      expect(outbox.slowestMs()).toBeLessThan(ACK_TIMEOUT_MS);
      await expectNothingLost(url, outbox, from, to);
      const stored = await storedBetween(url, to, from, 0);
      await eventually(() => expect(reader.thread.size).toBe(stored.length), 10_000);
      expect(reader.failures).toEqual([]);
      reader.socket.disconnect();
    }
  });
});

const span = (times: readonly number[]): number => Math.max(...times) - Math.min(...times);
