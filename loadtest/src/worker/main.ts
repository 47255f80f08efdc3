/** One process of a load test: its share of the users, driven and checked. Started by `fleet.ts`. */
import { CannotRun, sleep } from '../rest.js';
import { type Circle, gatherCircle } from './circle.js';
import { postProjects } from './join.js';
import type { FromWorker, ToWorker } from './protocol.js';
import { work } from './schedule.js';
import { verify } from './verify.js';

const tell = (message: FromWorker) => void process.send?.(message);
const TICK_MS = 1_000;

let circle: Circle | null = null;

async function prepare(share: Parameters<typeof gatherCircle>[0]): Promise<void> {
  circle = await gatherCircle(share);
  if (share.plan.mix.join > 0) await postProjects(circle);
  tell({ kind: 'ready' });
}

async function go(of: Circle): Promise<void> {
  const { plan, telemetry, members, judge } = of;
  const stop = new AbortController();
  let second = 0;
  const tick = () => {
    const connected = members.filter(({ session }) => session.connection() !== null).length;
    tell({ kind: 'tick', tick: telemetry.tick(second, connected) });
    second += 1;
  };
  const ticking = setInterval(tick, TICK_MS);
  const working = work(of, stop.signal);
  await sleep(plan.rampMs + plan.durationMs);
  stop.abort();
  clearInterval(ticking);
  tick();
  tell({ kind: 'verifying' });
  await verify(of);
  for (const { session } of members) session.close();
  await working;
  tell({ kind: 'done', verdicts: judge.verdicts });
  process.disconnect();
}

const failed = (error: unknown) => {
  const message = error instanceof CannotRun ? error.message : ((error as Error).stack ?? String(error));
  tell({ kind: 'failed', message });
  process.exitCode = 1;
  process.disconnect();
};

process.on('message', (message: ToWorker) => {
  if (message.kind === 'prepare') prepare(message.share).catch(failed);
  else if (circle) go(circle).catch(failed);
});
