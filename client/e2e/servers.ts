import { chromium } from 'playwright-core';
import { afterAll, afterEach, expect, inject } from 'vitest';
import { createDataDir, type RunningServer, startServer } from './server.js';
import { createTestServer, type TestServer } from './test-server.js';

/** A server that the test may kill and start again. */
export type OwnTestServer = TestServer & Pick<RunningServer, 'kill' | 'restart' | 'close'>;

const connect = () => chromium.connect(inject('browserTests').browserUrl);

/**
 * The server and the browser that the files of a run share, for the top of a test file. Each test makes its own members;
 * lists that show everybody's projects show those of other files as well. After each test all pages are closed, and none
 * may have had a fault.
 */
export async function sharedTestServer(): Promise<TestServer> {
  const browser = await connect();
  const server = createTestServer(inject('browserTests'), browser);
  afterEach(async () => expect(await server.leave()).toEqual([]));
  afterAll(() => browser.close());
  return server;
}

/** A server of one's own, for what is killed, or counts what everybody sees. The caller closes it. */
export async function startTestServer(settings?: Record<string, string>): Promise<OwnTestServer> {
  const [browser, running] = await Promise.all([
    connect(),
    createDataDir(inject('browserTests').templateDir).then((dataDir) => startServer(dataDir, settings)),
  ]);
  return {
    ...createTestServer(running, browser),
    kill: running.kill,
    restart: running.restart,
    async close() {
      await browser.close();
      await running.close();
    },
  };
}

/** Like `sharedTestServer`, but a server of this file's own, perhaps with settings of its own. */
export async function ownTestServer(settings?: Record<string, string>): Promise<OwnTestServer> {
  const server = await startTestServer(settings);
  afterEach(async () => expect(await server.leave()).toEqual([]));
  afterAll(() => server.close());
  return server;
}
