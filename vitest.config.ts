import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { emojiData } from './client/build/emoji-data.ts';
import { UNOPTIMIZED } from './testing/src/servers/unoptimized.ts';
import { chromiumPath } from './testing/src/setup/chromium.ts';
import {
  embeddedAlways,
  embeddedInAll,
  embeddedInFull,
  embeddedOnly,
  onlyInAll,
  postgresOnly,
  wholeSystem,
} from './testing/src/setup/selection.ts';

const projects = process.argv.filter((_, index, all) => all[index - 1] === '--project');
const browserTests = projects.includes('!browser')
  ? 'not run; npm run test:browser runs them.'
  : chromiumPath === undefined
    ? 'not run, no Chromium was found (CHROMIUM_PATH names one).'
    : `run with ${chromiumPath}`;
// Neither for other projects, nor for programs that only read this file.
if (process.argv[1]?.includes('vitest') && projects.every((name) => /^!?browser$/u.test(name)))
  process.stdout.write(`Browser tests: ${browserTests}\n`);

/** Tests read the sources of the other workspaces, not their builds. */
const resolve = {
  alias: [
    {
      find: /^@sangam\/(shared|server|testing)\/(.*)$/,
      replacement: fileURLToPath(new URL('./$1/src/$2.ts', import.meta.url)),
    },
  ],
};

/** More than two cores: most tests wait most of the time, for a database, a heartbeat, a process to start or a page's network. */
const MAX_WORKERS = 6;
/** For tests that only compute: each further process loads all modules again, for 4 s of CPU. */
const COMPUTING_WORKERS = availableParallelism();
/** They run first, in their own group, since only a group has its own number of processes. */
const COMPUTING_FIRST = { maxWorkers: COMPUTING_WORKERS, sequence: { groupOrder: 0 } };
const WAITING_NEXT = { sequence: { groupOrder: 1 } };

/** V8's further threads, which optimize and collect, gain nothing while there are more test processes than cores. */
const ONE_THREAD = ['--single-threaded'];
/** A screen leaves much garbage: with a large young generation and one thread, tests of the client take a third less CPU. */
const ROOMY = ['--min-semi-space-size=32', '--max-semi-space-size=64'];

/** The slowest files run first, so that none is left at the end. */
const LONGEST =
  /accessibility|installed|opening|keyboard|strangers|phone|decisions|typed-ahead|large-text|nothing-moves|crash|outage|rolling-restart|presence|start\.test|rights\.test|upgrade\.test|verify|relationships|acting|refresh\.test|loadtest|query-plans|balancer|sent-again|split|slow-polling|lock\.test|e2e\/(?:room|slow-start|live|chat)\.test/u;
/**
 * Project by project: a process is reused only within its project, and starting one takes 4 s of CPU. The embedded database's few files
 * come first in their group, since some wait for long. Pages come last, since beside them a server test of 18 s took 150 s; they begin
 * while the last of the others end.
 */
const PROJECTS = ['embedded', 'components', 'units', 'server', 'browser'];
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId, project }: TestSpecification) =>
      PROJECTS.indexOf(project.name) * 2 + (LONGEST.test(moduleId) ? 0 : 1);
    return sorted.toSorted((a, b) => rank(a) - rank(b));
  }
}

/**
 * The client's modules are stores with state, so each file gets fresh ones. Packages and the DOM, two thirds of the CPU of these tests,
 * are loaded once per process. Tests that need a DOM are a project, since a process has one environment.
 */
const clientTests = {
  ...COMPUTING_FIRST,
  isolate: false,
  execArgv: [...ONE_THREAD, ...ROOMY],
  setupFiles: [
    'testing/src/setup/many-listeners.ts',
    'client/src/testing/fresh.ts',
    'client/src/testing/no-printed-errors.ts',
  ],
  // A test that computes or renders while all others run may take long.
  testTimeout: 60_000,
};

const serverTests = {
  ...WAITING_NEXT,
  // One process runs many files and loads their imports once, so a file must clean up.
  isolate: false,
  // Only for hanging tests: a test may take long while all others run.
  testTimeout: 60_000,
  hookTimeout: 60_000,
  execArgv: UNOPTIMIZED,
};

const servicesSetup = 'testing/src/setup/services.ts';
const embeddedSetup = 'testing/src/setup/embedded.ts';

/** A test file that the command names runs in each mode. */
const isNamed = process.argv.slice(2).some((argument) => /^[^-].*[/.]/u.test(argument));

/**
 * `vitest run` needs no service: the server's tests run on the embedded database. With `--mode services` they run on PostgreSQL and
 * Redis, and a few on the embedded database as well. `--mode all` adds the tests that a merge does not need, and `--mode full` repeats
 * more and kills more often (docs/testing.md).
 */
export default defineConfig(({ mode }) => {
  const services = mode !== 'test';
  const isFull = mode === 'full';
  const isAll = isFull || mode === 'all';
  /** Before a merge, pages are served from PostgreSQL, which takes less CPU; all other runs try them on the embedded database. */
  const isLanding = services && !isAll;
  const leftOut = isAll || isNamed ? [] : onlyInAll;
  const full = { SANGAM_FULL: '1', SCHEDULES: '200', SANGAM_CRASH_KILLS: '40', FORMAT_TEXTS: '100000' };
  const all = { SANGAM_ALL: '1', ...(isFull && full) };
  // A figure of the environment stands: SCHEDULES=40 npm run test:full.
  const env = isAll ? Object.fromEntries(Object.entries(all).filter(([name]) => process.env[name] === undefined)) : {};
  return {
    test: {
      maxWorkers: MAX_WORKERS,
      sequence: { sequencer: LongestFirst },
      projects: [
        {
          resolve,
          plugins: [emojiData()],
          test: {
            ...clientTests,
            name: 'units',
            env,
            // All that needs neither a DOM nor a server, in one project: more of them would start processes for a few seconds.
            include: [
              'shared/src/**/*.test.ts',
              'client/{src,worker}/**/*.test.ts',
              'testing/src/**/*.test.ts',
              'loadtest/src/**/*.test.ts',
              'tools/*/*.test.mjs',
            ],
          },
        },
        {
          resolve,
          plugins: [emojiData()],
          test: {
            ...clientTests,
            name: 'components',
            environment: 'happy-dom',
            include: ['client/src/**/*.test.tsx'],
          },
        },
        {
          resolve,
          test: {
            ...serverTests,
            // The embedded database has a thread of its own.
            execArgv: services ? [...UNOPTIMIZED, ...ONE_THREAD] : UNOPTIMIZED,
            name: 'server',
            env,
            include: ['server/src/**/*.test.ts', ...(services || isNamed ? wholeSystem : [])],
            exclude: [...leftOut, ...(services ? embeddedOnly : postgresOnly)],
            globalSetup: [services ? servicesSetup : embeddedSetup],
          },
        },
        ...(services
          ? [
              {
                resolve,
                test: {
                  ...serverTests,
                  // A merge needs six of its files, and six processes to run them at once would take longer to start than to run.
                  ...(isLanding ? COMPUTING_FIRST : {}),
                  name: 'embedded',
                  env,
                  include: [...embeddedAlways, ...(isAll ? embeddedInAll : []), ...(isFull ? embeddedInFull : [])],
                  exclude: leftOut,
                  globalSetup: [embeddedSetup],
                },
              },
            ]
          : []),
        ...(chromiumPath === undefined
          ? []
          : [
              {
                resolve,
                test: {
                  ...WAITING_NEXT,
                  name: 'browser',
                  isolate: false,
                  env,
                  include: ['client/e2e/**/*.test.ts'],
                  exclude: leftOut,
                  globalSetup: [isLanding ? servicesSetup : embeddedSetup, 'client/e2e/setup.ts'],
                  maxConcurrency: 3,
                  testTimeout: 240_000,
                  hookTimeout: 60_000,
                  // A page keeps four processes busy.
                  expect: { poll: { timeout: 30_000, interval: 150 } },
                },
              },
            ]),
      ],
    },
  };
});
