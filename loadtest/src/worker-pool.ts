import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Tick } from './figures/telemetry.js';
import { addResults, emptyResults, type InvariantResults } from './invariants/invariants.js';
import type { Plan } from './plan.js';
import { CannotRun } from './rest.js';
import type { LoadUser } from './users.js';
import type { FromWorker, ToWorker } from './worker/protocol.js';

interface WorkerPoolHandlers {
  /** All workers are prepared; the load starts. */
  started(): void;
  /** A worker's figures of one second. */
  tick(tick: Tick): void;
  /** A worker has ended its load and compares stored data. */
  verifying(): void;
  /** A worker's errors after its last second. */
  lateErrors(errors: Tick['errors']): void;
}

const workerEntry = fileURLToPath(new URL('./worker/main.js', import.meta.url));

/**
 * Runs the load in the planned number of processes and returns their results. `run` is a random number that marks the run's messages.
 * When `stop` is aborted, the load ends early and is checked up to that point. Throws CannotRun if a worker failed.
 */
export async function runWorkerPool(
  { plan, users, run }: { plan: Plan; users: readonly LoadUser[]; run: number },
  stop: AbortSignal,
  handlers: WorkerPoolHandlers,
): Promise<InvariantResults> {
  const workers = Array.from({ length: plan.processes }, (_, worker) => ({ worker, child: fork(workerEntry) }));
  const sendTo = (child: ChildProcess, message: ToWorker) => void child.send(message);
  const sendToAll = (message: ToWorker) => {
    for (const { child } of workers) if (child.connected) sendTo(child, message);
  };
  const results = emptyResults();
  let ready = 0;
  try {
    await Promise.all(
      workers.map(({ worker, child }) => {
        // Neighbours stay together, since they write to each other.
        const from = Math.floor((worker * users.length) / plan.processes);
        const to = Math.floor(((worker + 1) * users.length) / plan.processes);
        const done = new Promise<void>((resolve, reject) => {
          child.once('exit', (code) => reject(new CannotRun(`A worker process ended with ${code}.`)));
          child.on('message', (message: FromWorker) => {
            if (message.kind === 'tick') handlers.tick(message.tick);
            else if (message.kind === 'verifying') handlers.verifying();
            else if (message.kind === 'failed') reject(new CannotRun(message.message));
            else if (message.kind === 'done') {
              addResults(results, message.results);
              handlers.lateErrors(message.errors);
              resolve();
            } else {
              ready += 1;
              if (ready < plan.processes) return;
              handlers.started();
              sendToAll({ kind: 'start' });
              stop.addEventListener('abort', () => sendToAll({ kind: 'stop' }));
            }
          });
        });
        sendTo(child, { kind: 'prepare', share: { plan, users: users.slice(from, to), run, worker } });
        return done;
      }),
    );
  } finally {
    for (const { child } of workers) child.kill();
  }
  return results;
}
