import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { chromiumPath } from './testing/src/chromium.ts';

process.stdout.write(
  chromiumPath === undefined
    ? 'Browser tests: not run, no Chromium was found (CHROMIUM_PATH names one).\n'
    : `Browser tests: run with ${chromiumPath}\n`,
);

/** Tests read the sources of the other workspaces, not what was built of them. */
const resolve = {
  alias: [
    {
      find: /^@sangam\/(shared|server|testing)\/(.*)$/,
      replacement: fileURLToPath(new URL('./$1/src/$2.ts', import.meta.url)),
    },
  ],
};

export default defineConfig({
  test: {
    projects: [
      {
        resolve,
        test: {
          name: 'shared',
          include: ['shared/src/**/*.test.ts', 'testing/src/**/*.test.ts', 'tools/layers/*.test.mjs'],
        },
      },
      { resolve, test: { name: 'loadtest', include: ['loadtest/src/**/*.test.ts'] } },
      { resolve, test: { name: 'client', include: ['client/src/**/*.test.{ts,tsx}'] } },
      {
        resolve,
        test: {
          name: 'server',
          include: [
            'server/src/**/*.test.ts',
            'server/system-tests/**/*.test.ts',
            'loadtest/system-tests/**/*.test.ts',
            'client/verify/**/*.test.ts',
          ],
          globalSetup: ['testing/src/template.ts'],
          // Each file runs its own server and database; more at once would only share two cores.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      ...(chromiumPath === undefined
        ? []
        : [
            {
              resolve,
              test: {
                name: 'browser',
                include: ['client/e2e/**/*.test.ts'],
                globalSetup: ['client/e2e/setup.ts'],
                // More than there are cores: a page waits for its network most of the time.
                maxWorkers: 4,
                maxConcurrency: 3,
                sequence: { groupOrder: 2 },
                testTimeout: 120_000,
                hookTimeout: 60_000,
                expect: { poll: { timeout: 10_000 } },
              },
            },
          ]),
    ],
  },
});
