import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { addVerdicts, emptyVerdicts, type Verdicts } from './checker/promises.js';
import type { Plan } from './options.js';
import { CannotRun } from './rest.js';
import type { Tick } from './telemetry.js';
import type { LoadUser } from './users.js';
import type { FromWorker, ToWorker } from './worker/protocol.js';

interface FleetHooks {
  /** All processes are prepared; the load begins. */
  began(): void;
  tick(tick: Tick): void;
  verifying(): void;
}

const workerEntry = fileURLToPath(new URL('./worker/main.js', import.meta.url));

/** Runs the load in as many processes as planned; answers what they found of the promises. */
export async function runFleet(
  plan: Plan,
  users: readonly LoadUser[],
  run: number,
  hooks: FleetHooks,
): Promise<Verdicts> {
  const workers = Array.from({ length: plan.processes }, (_, worker) => ({ worker, child: fork(workerEntry) }));
  const tell = (child: ChildProcess, message: ToWorker) => void child.send(message);
  const verdicts = emptyVerdicts();
  let ready = 0;
  try {
    await Promise.all(
      workers.map(({ worker, child }) => {
        // Neighbours stay together: they write to each other.
        const from = Math.floor((worker * users.length) / plan.processes);
        const to = Math.floor(((worker + 1) * users.length) / plan.processes);
        const done = new Promise<void>((resolve, reject) => {
          child.once('exit', (code) => reject(new CannotRun(`a worker process ended with ${code}`)));
          child.on('message', (message: FromWorker) => {
            if (message.kind === 'tick') hooks.tick(message.tick);
            else if (message.kind === 'verifying') hooks.verifying();
            else if (message.kind === 'failed') reject(new CannotRun(message.message));
            else if (message.kind === 'done') {
              addVerdicts(verdicts, message.verdicts);
              resolve();
            } else {
              ready += 1;
              if (ready < plan.processes) return;
              hooks.began();
              for (const each of workers) tell(each.child, { kind: 'go' });
            }
          });
        });
        tell(child, { kind: 'prepare', share: { plan, users: users.slice(from, to), run, worker } });
        return done;
      }),
    );
  } finally {
    for (const { child } of workers) child.kill();
  }
  return verdicts;
}
