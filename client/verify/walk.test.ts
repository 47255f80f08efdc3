import { setTimeout as pause } from 'node:timers/promises';
import type { Message } from '@sangam/shared/contract/messages';
import { eventually } from '@sangam/testing/eventually';
import { startProxy } from '@sangam/testing/proxy';
import { startTestServer } from '@sangam/testing/test-server';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { type Actions, type Actor, createActions } from './actions.js';
import { goTo, standInForBrowser } from './browser-stubs.js';
import { openClient } from './client.js';
import { expectSameForAll, storedMessages } from './same-for-all.js';
import { createWalk, type Device, type Walked } from './walk-acts.js';
import { randomFrom } from './walk-random.js';

const isFull = process.env.SANGAM_FULL !== undefined;
const ACTS = Number(process.env.WALK_ACTS ?? (isFull ? 10_000 : 150));
const seed = Number(process.env.WALK_SEED ?? 0) || Math.floor(Math.random() * 1e9);
/** So many acts, then all are waited for: a device that is never caught up shows nothing. */
const ROUND = 60;
const timeout = 240_000 + ACTS * 400;

/** So many servers of one cluster, each behind a proxy; the devices are spread over them. */
async function startServers(count: number) {
  const env = count > 1 ? { REDIS_URL: inject('redisUrl') ?? '' } : {};
  const first = await startTestServer({ env });
  onTestFinished(() => first.close());
  const servers = [first];
  while (servers.length < count) {
    const next = await startTestServer({ env, beside: first });
    onTestFinished(() => next.close());
    servers.push(next);
  }
  const proxies = await Promise.all(
    servers.map(({ url }) => startProxy({ host: '127.0.0.1', port: Number(new URL(url).port) })),
  );
  onTestFinished(async () => void (await Promise.all(proxies.map((proxy) => proxy.close()))));
  return { url: first.url, proxies };
}

async function expectWalked({ sent, said, deleted }: Walked, stored: readonly Message[]): Promise<void> {
  // One was there before.
  expect(stored).toHaveLength(sent.size + 1);
  for (const { seq, content, deleted_at, edited_at, reply_to, attachments } of stored) {
    expect([seq, deleted_at !== undefined]).toEqual([seq, deleted.has(seq)]);
    if (edited_at !== undefined) expect(said.get(seq)).toContain(content);
    if (edited_at !== undefined || deleted_at !== undefined || seq === 1) continue;
    const { files = 0, ...beside } = sent.get(content) ?? { files: -1 };
    expect({ content, files: attachments?.length ?? 0, reply_to }).toEqual({ content, files, ...beside });
  }
}

async function expectUnread(actions: Actions, by: Actor, other: Actor, stored: readonly Message[]): Promise<void> {
  const { data: thread } = await actions.call(by, 'GET /api/messages/conversation/:userId', { id: other.user.id });
  const { data: count } = await actions.call(by, 'GET /api/messages/unread-count');
  const unread = stored.filter(
    ({ seq, sender_id, deleted_at }) =>
      seq > thread.read_seq && sender_id === other.user.id && deleted_at === undefined,
  );
  expect(count.unread_count).toBe(unread.length);
  expect(thread.first_unread_seq).toBe(unread[0]?.seq ?? null);
}

async function walk(count: number): Promise<void> {
  const { url, proxies } = await startServers(count);
  standInForBrowser(url);
  const actions = createActions(url);
  const [asha, bina] = [await actions.signUp('Asha'), await actions.signUp('Bina')];
  const projectId = await actions.project(asha);
  await actions.write(asha, bina, 'sent 0');
  const devices: Device[] = [];
  for (const [by, other] of [0, 1, 2].flatMap(() => [[asha, bina] as const, [bina, asha] as const])) {
    goTo(`http://127.0.0.1:${proxies[(devices.length >> 1) % proxies.length]?.port}`);
    const client = await openClient(by, by.token, { other, projectId });
    await client.connect();
    devices.push({ by, other, client });
  }
  const below = randomFrom(seed);
  let cuts = 0;
  const cut = () => {
    cuts += 1;
    proxies[below(proxies.length)]?.cut();
  };
  const { walked, step } = createWalk(devices, below, actions, cut);
  const settled = () =>
    eventually(() => expect(devices.map(({ client }) => client.waiting())).toEqual(devices.map(() => [])), 60_000, 50);

  const startedMs = performance.now();
  for (let number = 1; number <= ACTS; number += 1) {
    await step(number);
    if (below(4) === 0) await pause(below(30));
    if (number % ROUND === 0) await settled();
  }
  await settled();
  const stored = await storedMessages(url, asha, bina);
  const clients = devices.map(({ client }) => client);
  await expectSameForAll(clients, stored);
  await expectWalked(walked, stored);
  await expectUnread(actions, asha, bina, stored);
  await expectUnread(actions, bina, asha, stored);
  const seconds = Math.round((performance.now() - startedMs) / 1_000);
  process.stdout.write(`walk ${seed}: ${ACTS} acts, ${cuts} cuts, ${stored.length} messages, ${seconds} s\n`);
}

describe('two members with three devices each write, answer, send files, edit, delete, react and read through cuts, and end equal', () => {
  it(`on one server (seed ${seed})`, { timeout }, () => walk(1));
  // An ordinary run has the faults one by one on two servers: acts.test.ts.
  it.runIf(isFull && inject('redisUrl') !== null)(`on two servers (seed ${seed})`, { timeout }, () => walk(2));
});
