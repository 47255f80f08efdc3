/** A worker process of a load test: drives and checks its share of the users. Started by `worker-pool.ts`. */
import { once } from 'node:events';
import { CannotRun } from '../rest.js';
import { postProjects } from './join.js';
import { runLoad } from './load.js';
import { prepareWorker } from './prepare.js';
import type { FromWorker, ToWorker } from './protocol.js';
import { verify } from './verify.js';
import type { Share, WorkerContext } from './worker-context.js';

const sendToMain = (message: FromWorker) => void process.send?.(message);
const TICK_INTERVAL_MS = 1_000;

let prepared: WorkerContext | null = null;
const stop = new AbortController();

async function prepare(share: Share): Promise<void> {
  prepared = await prepareWorker(share);
  if (share.plan.mix.join > 0) await postProjects(prepared);
  sendToMain({ kind: 'ready' });
}

async function start(context: WorkerContext): Promise<void> {
  const { plan, telemetry, members, invariants } = context;
  let second = 0;
  const tick = () => {
    const connected = members.filter(({ socket }) => socket.connectionNumber() !== null).length;
    sendToMain({ kind: 'tick', tick: telemetry.tick(second, connected) });
    second += 1;
  };
  const ticking = setInterval(tick, TICK_INTERVAL_MS);
  const load = runLoad(context, stop.signal);
  const endTimer = setTimeout(() => stop.abort(), plan.rampMs + plan.durationMs);
  await once(stop.signal, 'abort');
  clearTimeout(endTimer);
  clearInterval(ticking);
  tick();
  sendToMain({ kind: 'verifying' });
  await verify(context);
  for (const { socket } of members) socket.close();
  await load;
  // Some operations are answered only after the load has ended.
  const { errors } = telemetry.tick(second, 0);
  sendToMain({ kind: 'done', results: invariants.results, errors });
  process.disconnect();
}

const failed = (error: unknown) => {
  const message = error instanceof CannotRun ? error.message : ((error as Error).stack ?? String(error));
  sendToMain({ kind: 'failed', message });
  process.exitCode = 1;
  process.disconnect();
};

// Ctrl C reaches every process of a terminal, but the main process decides. If it ends, this one ends, too.
process.on('SIGINT', () => undefined);
process.once('disconnect', () => process.exit());

process.on('message', (message: ToWorker) => {
  if (message.kind === 'prepare') prepare(message.share).catch(failed);
  else if (message.kind === 'stop') stop.abort();
  else if (prepared) start(prepared).catch(failed);
});
