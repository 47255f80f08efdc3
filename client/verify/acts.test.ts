import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '@sangam/testing/eventually';
import { runsFull } from '@sangam/testing/runs';
import {
  isOnServices,
  type StartedServers,
  startKillableServer,
  startServerBehindProxy,
  startServers,
  startServersOfRedis,
} from '@sangam/testing/servers/faulty-servers';
import { describe, expect, it } from 'vitest';
import { openFixture } from './fixture.js';

const timeout = 240_000;
/** How often the faults occur; the full mode repeats more. */
const [CUTS, KILLS] = runsFull ? [3, 2] : [1, 1];
const seed = Number(process.env.WALK_SEED ?? 0) || Math.floor(Math.random() * 1e9);
/** The number of messages in each conversation. */
const stored = ({ places, stored: read }: Awaited<ReturnType<typeof open>>) =>
  Promise.all(places.map(async (place) => (await read(place)).length));
/** A pair, and a team of three. */
const cast = { devices: [2, 2, 1], direct: [[0, 1]], teams: [[0, 1, 2]], seed };
const open = (servers: StartedServers) => openFixture(servers, cast);

/** Does each kind of act on all devices, in a direct conversation and in a team: before, during and after the fault. */
describe(`messages, replies, files, edits, deletions, pins, saves and reactions are done once, and look the same to all (seed ${seed})`, () => {
  it('when connections are cut between the commit and its acknowledgement', { timeout }, async () => {
    const fixture = await open(await startServers(1));
    await fixture.everyKind();
    await fixture.settled();
    const [proxy] = fixture.proxies;
    for (let round = 0; round < CUTS; round += 1) {
      const before = await stored(fixture);
      proxy?.set('deaf');
      await fixture.everyKind();
      // No client gets the events of these commits.
      await eventually(async () => {
        for (const [index, count] of (await stored(fixture)).entries())
          expect(count).toBeGreaterThan(before[index] ?? 0);
      });
      proxy?.set('pass');
      proxy?.cut();
      await fixture.settled();
    }
    await fixture.expectHeld();
  });

  it('when the server is killed', { timeout }, async () => {
    const server = await startKillableServer();
    const fixture = await open({ urls: [server.url], db: null });
    for (let kill = 0; kill < KILLS; kill += 1) {
      await fixture.everyKind();
      await sleep(fixture.below(100));
      await server.kill();
      await fixture.everyKind();
      await server.start();
      await fixture.settled();
    }
    await fixture.expectHeld();
  });

  it.runIf(isOnServices)('when the database is away', { timeout }, async () => {
    const { database, ...servers } = await startServerBehindProxy();
    const fixture = await open(servers);
    await fixture.everyKind();
    database.cut();
    await fixture.settled();
    database.set('refuse');
    await fixture.everyKind();
    await eventually(async () => expect((await fetch(`${servers.urls[0]}/readyz`)).status).toBe(503));
    database.set('pass');
    await fixture.everyKind();
    await fixture.settled();
    await fixture.expectHeld();
  });

  it.runIf(isOnServices)('on two servers whose Redis goes away and comes back', { timeout }, async () => {
    const { redis, ...servers } = await startServersOfRedis();
    const fixture = await open(servers);
    await fixture.everyKind();
    await fixture.settled();
    await redis.kill();
    await fixture.everyKind();
    await fixture.settled();
    await redis.start();
    await fixture.everyKind();
    await fixture.settled();
    await fixture.expectHeld();
  });
});
