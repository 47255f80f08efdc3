import { setTimeout as pause } from 'node:timers/promises';
import type { Message } from '@sangam/shared/chat/messages';
import { isOnServices, startServers } from '@sangam/testing/servers/faulty-servers';
import { describe, expect, it, type TestContext } from 'vitest';
import type { Actions, Actor } from './actions.js';
import { openFixture } from './fixture.js';

const isFull = process.env.SANGAM_FULL !== undefined;
const ACTS = isFull ? 10_000 : 150;
const seed = Number(process.env.WALK_SEED ?? 0) || Math.floor(Math.random() * 1e9);
/** The number of acts between waits: a device that never catches up shows nothing. */
const ROUND = 60;
const timeout = 240_000 + ACTS * 200;

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

async function walkOn(servers: number, { annotate }: TestContext): Promise<void> {
  const fixture = await openFixture(await startServers(servers), { devicesEach: 3, seed });
  const { asha, bina, actions, proxies, below, walk } = fixture;
  let cuts = 0;
  const cut = () => {
    cuts += 1;
    proxies[below(proxies.length)]?.cut();
  };
  const startedMs = performance.now();
  for (let number = 1; number <= ACTS; number += 1) {
    await walk.step(cut);
    if (below(4) === 0) await pause(below(30));
    if (number % ROUND === 0) await fixture.settled();
  }
  await fixture.settled();
  const stored = await fixture.expectHeld();
  await expectUnread(actions, asha, bina, stored);
  await expectUnread(actions, bina, asha, stored);
  const seconds = Math.round((performance.now() - startedMs) / 1_000);
  await annotate(
    `seed ${seed}: ${ACTS} acts on ${servers} servers, ${cuts} cuts, ${stored.length} messages, ${seconds} s`,
  );
}

describe('two members with three devices each write, answer, send files, edit, delete, pin, save, react and read through cuts, and end equal', () => {
  it(`on one server (seed ${seed})`, { timeout }, (context) => walkOn(1, context));
  it.runIf(isFull && isOnServices)(`on two servers (seed ${seed})`, { timeout }, (context) => walkOn(2, context));
});
