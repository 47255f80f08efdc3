import { setTimeout as sleep } from 'node:timers/promises';
import { residentKib } from '@sangam/testing/servers/process-usage';
import { runRing } from './run-ring.js';
import { launchSangam, prepareSangam, running } from './subject.js';
import { median, type Outcome, printTable } from './table.js';

const MEMBERS = 50;
const MESSAGES = 10_000;
const STARTS = 5;
const SETTLE_MS = 1_000;

/** How soon the embedded default listens on an existing folder, and its memory before and after 10,000 messages. */
export async function benchStartUp(): Promise<Outcome> {
  const { env, peers } = await prepareSangam({ members: MEMBERS, postgres: null });
  const megabytes = (pid: number) => Math.round(residentKib(pid) / 1_024);

  const first = running([await launchSangam(env)]);
  const pid = first.pids[0] ?? 0;
  await sleep(SETTLE_MS);
  const idleMb = megabytes(pid);
  let sent = 0;
  while (sent < MESSAGES) sent += (await runRing(first.ports, peers, { warmupS: 0, seconds: 1 })).acknowledged;
  await sleep(SETTLE_MS);
  const afterMessages = megabytes(pid);
  await first.stop();

  const startedMs: number[] = [];
  for (let n = 0; n < STARTS; n += 1) {
    const fromMs = performance.now();
    const again = running([await launchSangam(env)]);
    startedMs.push(performance.now() - fromMs);
    await again.stop();
  }
  const rows = [
    { figure: 'listening after ms (median of 5, existing folder)', value: Math.round(median(startedMs)) },
    { figure: 'MB after the start', value: idleMb },
    { figure: `MB after ${sent.toLocaleString('en-IN')} messages`, value: afterMessages },
  ];
  printTable(rows);
  return { bench: 'start-up', rows };
}
