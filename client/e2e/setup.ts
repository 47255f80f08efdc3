import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { launchOptions } from './browser.js';
import { createPlace, startServer } from './server.js';

declare module 'vitest' {
  interface ProvidedContext {
    browserTests: {
      /** The server that the files share. */
      url: string;
      dataDir: string;
      /** The endpoint of the browser that the files share. */
      browserUrl: string;
    };
  }
}

/** Starts one server and one browser for all files of a run, after the setup that provides the database. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { template } = project.getProvidedContext();
  const [browser, server] = await Promise.all([
    chromium.launchServer(launchOptions),
    createPlace(template).then((place) => startServer(place)),
  ]);
  const { url, dataDir } = server;
  project.provide('browserTests', { url, dataDir, browserUrl: browser.wsEndpoint() });
  return async () => {
    await Promise.all([browser.close(), server.close()]);
  };
}
