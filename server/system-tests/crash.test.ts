import { setTimeout as sleep } from 'node:timers/promises';
import { expectActsStored, startActing } from '@sangam/testing/chat/acting';
import { expectNothingLost, formRoom, signUpAt, startOutbox } from '@sangam/testing/chat/outbox';
import { eventually } from '@sangam/testing/eventually';
import { runsAll } from '@sangam/testing/runs';
import { startKillableServer } from '@sangam/testing/servers/faulty-servers';
import { startTemporaryPostgres } from '@sangam/testing/servers/temporary-postgres';
import { describe, expect, inject, it, onTestFinished } from 'vitest';

// `SANGAM_CRASH_KILLS=40` for a long run.
const KILL_COUNT = Number(process.env.SANGAM_CRASH_KILLS ?? (runsAll ? 2 : 1));
/** Time for the socket to reconnect and receive. timings.test.ts and a long run check how fast that is. */
const RESTART_WITHIN_MS = 30_000;
/** Time for ten more messages, each of which is sent again after a second. */
const WRITTEN_WITHIN_MS = 120_000;
/** Each kill takes a start of the server, and that of PostgreSQL; and the machine may be busy. */
const timeout = 60_000 * (1 + KILL_COUNT);
const template = inject('template');
const randomPause = () => sleep(200 + Math.random() * 300);

/**
 * Starts a member who writes to another, one who acts on messages in a team, and one who writes to a team; they go on until
 * `expectAllStored`.
 */
async function startWriting(url: string) {
  const [asha, bina] = [await signUpAt(url, 'asha'), await signUpAt(url, 'bina')];
  const [chitra, dev] = [await signUpAt(url, 'chitra'), await signUpAt(url, 'dev')];
  const [actingRoom, writingRoom] = [await formRoom(url, [chitra, dev]), await formRoom(url, [dev, chitra, bina])];
  const outbox = startOutbox(url, asha, bina);
  const toTeam = startOutbox(url, dev, writingRoom);
  const actingMember = startActing(url, chitra, actingRoom);
  return {
    acknowledged: outbox.acknowledged,
    async expectAllStored() {
      await outbox.stop();
      await toTeam.stop();
      await actingMember.stop();
      await expectNothingLost(url, outbox, asha, bina);
      await expectNothingLost(url, toTeam, dev, writingRoom);
      await expectActsStored(url, actingMember, { from: chitra, to: dev, room: actingRoom });
    },
  };
}

describe.runIf(template.kind === 'embedded')('kill -9 of the server, on the embedded database', () => {
  it('loses no acknowledged message, duplicates none, and leaves no gap in the numbers', { timeout }, async ({
    annotate,
  }) => {
    const server = await startKillableServer();
    const { acknowledged, expectAllStored } = await startWriting(server.url);
    // A kill while messages are being written, however slow the machine is.
    const waitForWrites = async (countBefore: number) => {
      await eventually(() => expect(acknowledged.size).toBeGreaterThan(countBefore), RESTART_WITHIN_MS);
      await eventually(() => expect(acknowledged.size).toBeGreaterThan(countBefore + 10), WRITTEN_WITHIN_MS);
    };
    for (let kill = 0; kill < KILL_COUNT; kill += 1) {
      await waitForWrites(acknowledged.size);
      await randomPause();
      await server.kill();
      await server.start();
    }
    await waitForWrites(acknowledged.size);
    await expectAllStored();
    await annotate(`${KILL_COUNT} kills, ${acknowledged.size} acknowledged messages`);
  });
});

describe.runIf(runsAll && template.kind === 'postgres')('kill -9 of the server and of PostgreSQL in turn', () => {
  it('loses nothing, and the server is back without intervention', { timeout }, async ({ annotate }) => {
    const postgres = await startTemporaryPostgres();
    if (!postgres) throw new Error('PostgreSQL is not installed on this machine');
    onTestFinished(() => postgres.stop());
    const server = await startKillableServer(postgres.url);
    const { acknowledged, expectAllStored } = await startWriting(server.url);
    for (let kill = 0; kill < KILL_COUNT; kill += 1) {
      await randomPause();
      const countBefore = acknowledged.size;
      if (kill % 2 === 0) await postgres.crash();
      else {
        await server.kill();
        await server.start();
      }
      await eventually(() => expect(acknowledged.size).toBeGreaterThan(countBefore), RESTART_WITHIN_MS);
    }
    await expectAllStored();
    await annotate(`${KILL_COUNT} kills, ${acknowledged.size} acknowledged messages`);
  });
});
