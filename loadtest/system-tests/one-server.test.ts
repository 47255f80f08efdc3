import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '@sangam/testing/eventually';
import { freePort } from '@sangam/testing/servers/process';
import { startTestServer, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectClean, loadTest, npmLoadTest, ranEverything, startLoadTest } from './run.js';
import { startTamperingProxy, type Tamper } from './tampering-proxy.js';

const RUN_WITHIN_MS = 90_000;
/** After this many faults a violation shows, unless the load ends before it is due. */
const TAMPERED_MIN = 5;
const LOAD_MS = 6_000;
/** For a slow machine, where most messages are sent again and may be delivered twice. */
const LONG_LOAD_MS = 20_000;

/** Every operation, for some seconds. */
const everything = (durationS: number) =>
  `--users 10 --rate 40 --ramp 1 --duration ${durationS} --processes 2 --seed 7 --settle 60 --mix send=40,read=15,typing=15,presence=15,reconnect=5,join=15`.split(
    ' ',
  );
/** Within the first of these times each operation is answered a few times, unless the machine is slow. */
const DURATIONS_S = [6, 20] as const;

describe('the load test against one server', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  it('runs every operation in open loop, finds no violation, and writes a report', {
    timeout: 2 * RUN_WITHIN_MS,
  }, async () => {
    const usersFile = join(server.dataDir, 'users.json');
    const open = (durationS: number) =>
      loadTest('--url', server.url, '--users-file', usersFile, ...everything(durationS));
    let first = await open(DURATIONS_S[0]);
    if (!ranEverything(first)) {
      expect(first.code, first.output).toBe(0);
      first = await open(DURATIONS_S[1]);
    }
    expectClean(first);
    const [{ count: before } = { count: 0 }] = await countUsers();

    // The conversations have a history now. Closed loop with half of the members.
    const again = '--users 5 --closed-loop --think 50 --ramp 0 --duration 4 --settle 60'.split(' ');
    const run = await loadTest('--url', server.url, '--users-file', usersFile, ...again);
    expect(run.output).toContain('All invariants held.');
    expect(run.code).toBe(0);
    expect(await countUsers()).toEqual([{ count: before }]);
  });

  const countUsers = () =>
    server.database.db
      .selectFrom('users')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .execute();

  const isMessage = (packet: string) => packet.startsWith('42["message:new"');
  /** Returns a function that returns true every fifth time. */
  const everyFifth = () => {
    let count = 0;
    return () => {
      count += 1;
      return count % 5 === 0;
    };
  };
  const faults: [fault: string, invariant: string, tamper: () => Tamper][] = [
    [
      'drops live updates',
      'live',
      () => {
        const due = everyFifth();
        return { toClient: (packet) => (isMessage(packet) && due() ? [] : [packet]) };
      },
    ],
    [
      'duplicates live updates',
      'single',
      () => {
        const due = everyFifth();
        return { toClient: (packet) => (isMessage(packet) && due() ? [packet, packet] : [packet]) };
      },
    ],
    [
      'duplicates acknowledgements',
      'single',
      () => {
        const due = everyFifth();
        return { toClient: (packet) => (packet.startsWith('43') && due() ? [packet, packet] : [packet]) };
      },
    ],
    [
      'lets live updates overtake each other',
      'ordered',
      () => {
        let held: string | null = null;
        return {
          toClient(packet) {
            if (!isMessage(packet)) return [packet];
            const before = held;
            held = before === null ? packet : null;
            return before === null ? [] : [packet, before];
          },
        };
      },
    ],
    [
      'sends wrong unread counts',
      'unread',
      () => ({
        toClient: (packet) => [
          packet.startsWith('42["unread:changed"')
            ? packet.replace(/"unread_count":(\d+)/gu, '"unread_count":1$1')
            : packet,
        ],
      }),
    ],
    [
      'acknowledges without storing',
      'stored',
      () => {
        const due = everyFifth();
        return {
          toServer(packet) {
            const [, id, body] = /^42(\d+)\["message:send",(.*)\]$/u.exec(packet) ?? [];
            if (body === undefined || !due()) return null;
            return `43${id}[{"ok":true,"data":${JSON.stringify({ ...JSON.parse(body), id: 1, seq: 1_000_000 })}}]`;
          },
        };
      },
    ],
  ];

  /** Waits until the fault has happened often, and a while longer for slow machines. */
  const runWith = async (tamper: () => Tamper, invariant: string, loadMs: number) => {
    const proxy = await startTamperingProxy(server.url, tamper);
    const load = '--users 4 --rate 15 --ramp 0 --duration 110 --mix send=1 --settle 5'.split(' ');
    const started = startLoadTest('--url', proxy.url, ...load);
    await eventually(() => expect(proxy.tampered()).toBeGreaterThanOrEqual(TAMPERED_MIN), RUN_WITHIN_MS, 200);
    await sleep(loadMs);
    started.stop();
    const run = await started.ended;
    await proxy.close();
    const violated = run.figures.invariants[invariant].violated > 0 && run.html?.includes('✗ Violated');
    return { code: run.code, violated, says: run.output.includes('VIOLATED') };
  };

  it('catches a server that violates its invariants', { timeout: 4 * RUN_WITHIN_MS }, async () => {
    const outcomes = await Promise.all(
      faults.map(async ([fault, invariant, tamper]) => {
        const outcome = await runWith(tamper, invariant, LOAD_MS);
        return { fault, ...(outcome.violated ? outcome : await runWith(tamper, invariant, LONG_LOAD_MS)) };
      }),
    );
    expect(outcomes).toEqual(faults.map(([fault]) => ({ fault, code: 1, violated: true, says: true })));
  });

  it('runs no operation of a member before they are connected', { timeout: RUN_WITHIN_MS }, async () => {
    const proxy = await startTamperingProxy(server.url, () => ({ connectDelayMs: 1_500 }));
    const load = '--users 4 --rate 40 --ramp 1 --duration 3 --mix send=1,typing=1,presence=1 --settle 20'.split(' ');
    const run = await loadTest('--url', proxy.url, ...load);
    await proxy.close();
    expect(run.figures.errors).toEqual({});
    expect(run.figures.latencies.typing.count).toBeGreaterThan(0);
  });

  it('reports wrong options before it starts', { timeout: RUN_WITHIN_MS }, async () => {
    const wrong = await npmLoadTest('--users', 'many', '--mix', 'dance=1');
    expect(wrong.code).toBe(2);
    expect(wrong.output).toMatch(/--users must be[\s\S]*--mix:/u);
    const nobody = await loadTest('--url', `http://127.0.0.1:${await freePort()}`, '--users', '2');
    expect(nobody.code).toBe(2);
    expect(nobody.output).toContain('ECONNREFUSED');
  });
});

describe('the load test against a server with rate limits', () => {
  it('explains how to start the server if the wait would be too long', { timeout: RUN_WITHIN_MS }, async () => {
    await using server = await startTestServer({ env: { RATE_LIMIT: 'on' } });
    const run = await loadTest('--url', server.url, '--users', '31', '--patience', '5');
    expect(run.code).toBe(2);
    expect(run.output).toContain('RATE_LIMIT=off');
  });
});
