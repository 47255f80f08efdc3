import { setTimeout as sleep } from 'node:timers/promises';
import type { Message } from '@sangam/shared/chat/messages';
import { runsFull } from '@sangam/testing/runs';
import {
  isOnServices,
  type KillableServers,
  type StartedServers,
  startKillableServers,
  startServers,
} from '@sangam/testing/servers/faulty-servers';
import { describe, expect, it, type TestContext } from 'vitest';
import type { Actions, Actor } from './actions.js';
import { openFixture } from './fixture.js';
import type { Place } from './walk-places.js';

const ACTS = Number(process.env.WALK_ACTS ?? 0) || (runsFull ? 10_000 : 90);
const seed = Number(process.env.WALK_SEED ?? 0) || Math.floor(Math.random() * 1e9);
/** The number of acts between waits, since a device that never catches up shows nothing. */
const ROUND = 60;
/** A server is killed once in this many rounds. */
const KILL_ROUNDS = 4;
/** The number of acts while a server is away. */
const ACTS_WHILE_KILLED = 8;
const timeout = 240_000 + ACTS * 200;

/** The last member is in only one team at first, so that they can join the other. */
const cast = {
  devices: [2, 2, 2, 2, 2],
  direct: [
    [0, 1],
    [2, 3],
    [0, 4],
  ],
  teams: [
    [0, 1, 2, 3],
    [1, 0, 2, 3, 4],
  ],
  seed,
};

/** Checks that a member's unread counts match the stored messages. */
async function expectUnread(
  actions: Actions,
  by: Actor,
  unreadIn: readonly { place: Place; stored: readonly Message[] }[],
): Promise<void> {
  const { data } = await actions.call(by, 'GET /api/refresh');
  let direct = 0;
  for (const { place, stored } of unreadIn) {
    const { data: thread } = await actions.call(by, 'GET /api/messages/c/:conversationId', { id: place.id });
    const unread = stored.filter(
      ({ seq, sender_id, deleted_at }) => seq > thread.read_seq && sender_id !== by.user.id && deleted_at === undefined,
    );
    expect(thread.first_unread_seq).toBe(unread[0]?.seq ?? null);
    const listed = data.teams?.data.teams.find(({ conversation_id }) => conversation_id === place.id);
    if (place.projectId === null) direct += unread.length;
    else expect([place.name, listed?.unread_count]).toEqual([place.name, unread.length]);
  }
  const { data: count } = await actions.call(by, 'GET /api/messages/unread-count');
  expect(count.unread_count).toBe(direct);
}

async function walkOn(servers: StartedServers | KillableServers, { annotate }: TestContext): Promise<void> {
  const fixture = await openFixture(servers, cast);
  const { actions, places, proxies, below, walk, move } = fixture;
  const counts = { cuts: 0, moves: 0, kills: 0 };
  const events = {
    cut() {
      counts.cuts += 1;
      proxies[below(proxies.length)]?.cut();
    },
    async move(place: Place) {
      counts.moves += 1;
      await move(place);
    },
  };
  /** Kills a server while members do acts that need none. */
  const kill = async () => {
    if (!('kill' in servers)) return;
    counts.kills += 1;
    const killed = below(servers.urls.length);
    await servers.kill(killed);
    for (let number = 0; number < ACTS_WHILE_KILLED; number += 1) await walk.write();
    await servers.start(killed);
  };
  const startedMs = performance.now();
  for (let number = 1; number <= ACTS; number += 1) {
    await walk.step(events);
    if (below(4) === 0) await sleep(below(30));
    if (number % (KILL_ROUNDS * ROUND) === ROUND / 2) await kill();
    if (number % ROUND === 0) await fixture.settled();
  }
  await fixture.settled();
  await fixture.reconnected();
  const stored = await fixture.expectHeld();
  for (const by of fixture.members)
    await expectUnread(
      actions,
      by,
      stored.filter(({ place }) => place.members.includes(by)),
    );
  const seconds = Math.round((performance.now() - startedMs) / 1_000);
  const messages = stored.reduce((sum, { stored: { length } }) => sum + length, 0);
  await annotate(
    `seed ${seed}: ${ACTS} acts on ${servers.urls.length} servers in ${places.length} conversations, ${counts.cuts} cuts, ${counts.moves} joins and departures, ${counts.kills} kills, ${messages} messages, ${seconds} s`,
  );
}

describe('five members with two devices each write, answer, send files, edit, delete, pin, save, react and read in teams and between two, through joins, departures and cuts, and end equal', () => {
  it(`on one server (seed ${seed})`, { timeout }, async (context) => walkOn(await startServers(1), context));
  it.runIf(runsFull && isOnServices)(`on two servers (seed ${seed})`, { timeout }, async (context) =>
    walkOn(await startServers(2), context),
  );
  it.runIf(runsFull && isOnServices)(`on two servers that are killed (seed ${seed})`, { timeout }, async (context) =>
    walkOn(await startKillableServers(2), context),
  );
});
