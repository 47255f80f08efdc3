import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '@sangam/testing/eventually';
import {
  isOnServices,
  startKillableServer,
  startServerBehindProxy,
  startServers,
  startServersOfRedis,
} from '@sangam/testing/servers/faulty-servers';
import { describe, expect, it } from 'vitest';
import { openFixture } from './fixture.js';

const timeout = 240_000;
/** Full mode repeats more. */
const isFull = process.env.SANGAM_FULL === '1';
const [CUTS, KILLS] = isFull ? [3, 2] : [1, 1];
const seed = Number(process.env.WALK_SEED ?? 0) || Math.floor(Math.random() * 1e9);
const open = (urls: readonly string[]) => openFixture(urls, { devicesEach: 2, seed });

/** Each kind of act on two devices of both members: before, during and after the fault. */
describe(`messages, replies, files, edits, deletions, pins, saves and reactions are done once, and look the same to all (seed ${seed})`, () => {
  it('when connections are cut between the commit and its acknowledgement', { timeout }, async () => {
    const fixture = await open(await startServers(1));
    await fixture.walk.everyKind();
    await fixture.settled();
    const [proxy] = fixture.proxies;
    for (let round = 0; round < CUTS; round += 1) {
      const before = await fixture.stored();
      proxy?.set('deaf');
      await fixture.walk.everyKind();
      // Nobody gets the events for these commits.
      await eventually(async () => expect((await fixture.stored()).length).toBeGreaterThan(before.length));
      proxy?.set('pass');
      proxy?.cut();
      await fixture.settled();
    }
    await fixture.expectHeld();
  });

  it('when the server is killed', { timeout }, async () => {
    const server = await startKillableServer();
    const fixture = await open([server.url]);
    for (let kill = 0; kill < KILLS; kill += 1) {
      await fixture.walk.everyKind();
      await pause(fixture.below(100));
      await server.kill();
      await fixture.walk.everyKind();
      await server.start();
      await fixture.settled();
    }
    await fixture.expectHeld();
  });

  it.runIf(isOnServices)('when the database is away', { timeout }, async () => {
    const { url, database } = await startServerBehindProxy();
    const fixture = await open([url]);
    await fixture.walk.everyKind();
    database.cut();
    await fixture.settled();
    database.set('refuse');
    await fixture.walk.everyKind();
    await eventually(async () => expect((await fetch(`${url}/readyz`)).status).toBe(503));
    database.set('pass');
    await fixture.walk.everyKind();
    await fixture.settled();
    await fixture.expectHeld();
  });

  it.runIf(isOnServices)('on two servers whose Redis goes away and comes back', { timeout }, async () => {
    const { urls, redis } = await startServersOfRedis();
    const fixture = await open(urls);
    await fixture.walk.everyKind();
    await fixture.settled();
    await redis.kill();
    await fixture.walk.everyKind();
    await fixture.settled();
    await redis.start();
    await fixture.walk.everyKind();
    await fixture.settled();
    await fixture.expectHeld();
  });
});
