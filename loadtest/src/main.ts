/** `npm run loadtest`: drives a running Sangam as many members, measures it and checks its promises. See `help.ts`. */
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { brokenPromises } from './checker/promises.js';
import { createCollector, type Outcome } from './figures.js';
import { runFleet } from './fleet.js';
import { help } from './help.js';
import { describeMix } from './mix.js';
import { type Options, readOptions } from './options.js';
import { createProgress, progressLine } from './progress.js';
import { figuresJson } from './report/json.js';
import { reportPage } from './report/page.js';
import { CannotRun, createRest } from './rest.js';
import { summary } from './summary.js';
import { gatherUsers } from './users.js';

const EXIT_BROKEN = 1;
const EXIT_CANNOT_RUN = 2;

async function run({ plan, usersFile, reportPath, jsonPath }: Options): Promise<boolean> {
  const { say, show } = createProgress(process.stdout);
  const rest = createRest(plan.urls, plan.patienceMs, (seconds, code) =>
    say(`The server asks to wait ${seconds} s (${code}) …`),
  );
  say(`${plan.users} members at ${plan.urls.join(', ')}`);
  const users = await gatherUsers(rest, { urls: plan.urls, count: plan.users, file: usersFile }, (ready) =>
    show(`${ready}/${plan.users} members are signed in`),
  );
  say(`All ${users.length} members are signed in. Looking up where their conversations stand …`);

  const collector = createCollector(plan);
  const totalS = Math.round((plan.rampMs + plan.durationMs) / 1_000);
  let startedAt = new Date();
  let verifying = 0;
  const verdicts = await runFleet(plan, users, randomBytes(4).readUInt32BE(), {
    began() {
      startedAt = new Date();
      const pace =
        plan.ratePerSecond === null ? `closed loop, ${plan.thinkMs} ms between` : `${plan.ratePerSecond} operations/s`;
      say(`${pace}, ${describeMix(plan.mix)}, seed ${plan.seed}`);
    },
    tick(tick) {
      collector.add(tick);
      const latest = collector.latest();
      if (latest) show(progressLine(latest, Math.min(totalS, collector.figures.seconds.length), totalS));
    },
    verifying() {
      verifying += 1;
      if (verifying === plan.processes)
        say('The load has ended. Comparing what is stored with what was acknowledged …');
    },
  });

  const outcome: Outcome = { plan, startedAt, figures: collector.figures, verdicts };
  say(summary(outcome));
  writeFileSync(reportPath, reportPage(outcome));
  say(`Report: ${reportPath}`);
  if (jsonPath !== null) writeFileSync(jsonPath, `${JSON.stringify(figuresJson(outcome), null, 2)}\n`);
  const broken = brokenPromises(verdicts);
  say(broken.length === 0 ? 'Every promise held.' : `BROKEN: ${broken.join(', ')}`);
  return broken.length === 0;
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
    if (!(await run(read.options))) process.exitCode = EXIT_BROKEN;
  } catch (error) {
    if (!(error instanceof CannotRun)) throw error;
    process.stderr.write(`\n${error.message}\n`);
    process.exitCode = EXIT_CANNOT_RUN;
  }
}
