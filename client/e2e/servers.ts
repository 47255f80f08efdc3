import { chromium } from 'playwright-core';
import { afterAll, afterEach, expect, inject } from 'vitest';
import { createPlace, type RunningServer, startServer } from './server.js';
import { createTestServer, type TestServer } from './test-server.js';

/** A server that the test may kill and start again. */
export type OwnTestServer = TestServer & Pick<RunningServer, 'run' | 'kill' | 'restart' | 'close'>;

const connect = () => chromium.connect(inject('browserTests').browserUrl);

/**
 * The shared server and browser of a run, for the top of a test file. Each test makes its own members; lists of all
 * projects also show those of other files. After each test all pages are closed, and none may have had an error.
 */
export async function sharedTestServer(): Promise<TestServer> {
  const browser = await connect();
  const server = createTestServer(inject('browserTests'), browser);
  afterEach(async () => expect(await server.leave()).toEqual([]));
  afterAll(() => browser.close());
  return server;
}

/** A separate server, for tests that kill it or count what everybody sees. The caller closes it. */
export async function startTestServer(settings?: Record<string, string>): Promise<OwnTestServer> {
  const [browser, running] = await Promise.all([
    connect(),
    createPlace(inject('template')).then((place) => startServer(place, settings)),
  ]);
  return {
    ...createTestServer(running, browser),
    run: running.run,
    kill: running.kill,
    restart: running.restart,
    async close() {
      await browser.close();
      await running.close();
    },
  };
}

/** Like `sharedTestServer`, but a server for this file, with its own settings. */
export async function ownTestServer(settings?: Record<string, string>): Promise<OwnTestServer> {
  const server = await startTestServer(settings);
  afterEach(async () => expect(await server.leave()).toEqual([]));
  afterAll(() => server.close());
  return server;
}
