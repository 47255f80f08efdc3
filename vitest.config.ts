import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { chromiumPath } from './client/e2e/chromium.ts';

process.stdout.write(
  chromiumPath === undefined
    ? 'Browser tests: not run, no Chromium was found (CHROMIUM_PATH names one).\n'
    : `Browser tests: run with ${chromiumPath}\n`,
);

const shared = {
  alias: [
    { find: /^@sangam\/shared\/(.*)$/, replacement: fileURLToPath(new URL('./shared/src/$1.ts', import.meta.url)) },
  ],
};

export default defineConfig({
  test: {
    projects: [
      { resolve: shared, test: { name: 'shared', include: ['shared/src/**/*.test.ts'] } },
      { resolve: shared, test: { name: 'client', include: ['client/src/**/*.test.{ts,tsx}'] } },
      {
        resolve: shared,
        test: {
          name: 'server',
          include: ['server/src/**/*.test.ts', 'server/test/**/*.test.ts', 'client/verify/**/*.test.ts'],
          globalSetup: ['server/test/template.ts'],
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
              resolve: shared,
              test: {
                name: 'browser',
                include: ['client/e2e/**/*.test.ts'],
                // One browser at a time: what is seen must not depend on how busy the machine is.
                maxWorkers: 1,
                sequence: { groupOrder: 2 },
                testTimeout: 60_000,
                hookTimeout: 60_000,
              },
            },
          ]),
    ],
  },
});
