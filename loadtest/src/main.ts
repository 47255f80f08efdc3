/** `npm run loadtest`: drives a running Sangam as many members, measures it and checks its invariants. See `cli/options.ts`. */
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { help, type Options, readOptions } from './cli/options.js';
import { createProgress, progressLine } from './cli/progress.js';
import { summary } from './cli/summary.js';
import { createCollector, type Outcome } from './figures/collector.js';
import { violatedInvariants } from './invariants/invariants.js';
import { describeMix } from './plan.js';
import { figuresJson } from './report/json.js';
import { reportPage } from './report/page.js';
import { CannotRun, createRest } from './rest.js';
import { gatherUsers } from './users.js';
import { runWorkerPool } from './worker-pool.js';

const EXIT_VIOLATED = 1;
const EXIT_CANNOT_RUN = 2;

/** Whether every invariant held. */
async function run({ plan, usersFile, reportPath, jsonPath }: Options): Promise<boolean> {
  const { print, show } = createProgress(process.stdout);
  const rest = createRest(plan.urls, plan.patienceMs, (seconds, code) =>
    print(`Waiting ${seconds} s, as the server asks (${code}) …`),
  );
  print(`${plan.users} members at ${plan.urls.join(', ')}`);
  const users = await gatherUsers(rest, { urls: plan.urls, count: plan.users, file: usersFile }, (ready) =>
    show(`${ready}/${plan.users} members are signed in`),
  );
  print(`All ${users.length} members are signed in. Reading their conversations …`);

  const collector = createCollector(plan);
  const totalS = Math.round((plan.rampMs + plan.durationMs) / 1_000);
  let startedAt = new Date();
  let startedMs = performance.now();
  let measuredMs = plan.durationMs;
  const stop = new AbortController();
  // A second Ctrl C ends the process.
  const onInterrupt = () => {
    measuredMs = Math.max(0, Math.round((performance.now() - startedMs - plan.rampMs) / 1_000) * 1_000);
    print('Stopping: comparing what happened so far. Press Ctrl C again to leave at once.');
    stop.abort();
  };
  let verifying = 0;
  const results = await runWorkerPool({ plan, users, run: randomBytes(4).readUInt32BE() }, stop.signal, {
    started() {
      startedAt = new Date();
      startedMs = performance.now();
      process.once('SIGINT', onInterrupt);
      const pace =
        plan.ratePerSecond === null
          ? `closed loop, ${plan.thinkMs} ms think time`
          : `${plan.ratePerSecond} operations/s`;
      print(`${pace}, ${describeMix(plan.mix)}, seed ${plan.seed}`);
    },
    tick(tick) {
      collector.add(tick);
      const latest = collector.latest();
      if (latest) show(progressLine(latest, Math.min(totalS, collector.figures.seconds.length), totalS));
    },
    verifying() {
      process.off('SIGINT', onInterrupt);
      verifying += 1;
      if (verifying === plan.processes)
        print('The load has ended. Comparing what is stored with what was acknowledged …');
    },
    lateErrors: collector.addErrors,
  });

  const outcome: Outcome = {
    plan: { ...plan, durationMs: measuredMs },
    startedAt,
    figures: collector.figures,
    results,
  };
  print(summary(outcome));
  writeFileSync(reportPath, reportPage(outcome));
  print(`Report: ${reportPath}`);
  if (jsonPath !== null) writeFileSync(jsonPath, `${JSON.stringify(figuresJson(outcome), null, 2)}\n`);
  const violated = violatedInvariants(results);
  print(violated.length === 0 ? 'All invariants held.' : `VIOLATED: ${violated.join(', ')}`);
  return violated.length === 0;
}

const read = readOptions(process.argv.slice(2));
if ('faults' in read) {
  process.stderr.write(
    `${read.faults.map((fault) => `${fault}\n`).join('')}\nnpm run loadtest -- --help lists the options.\n`,
  );
  process.exitCode = EXIT_CANNOT_RUN;
} else if (read.options.help) process.stdout.write(help);
else {
  try {
    if (!(await run(read.options))) process.exitCode = EXIT_VIOLATED;
  } catch (error) {
    if (!(error instanceof CannotRun)) throw error;
    process.stderr.write(`\n${error.message}\n`);
    process.exitCode = EXIT_CANNOT_RUN;
  }
}
