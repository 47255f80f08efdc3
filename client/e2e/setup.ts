import { embeddedTemplate } from '@sangam/testing/setup/embedded-template';
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { launchOptions } from './browser.js';
import { createDataDir, startServer } from './server.js';

declare module 'vitest' {
  interface ProvidedContext {
    browserTests: {
      /** The server that the files share. */
      url: string;
      dataDir: string;
      /** The endpoint of the browser that the files share. */
      browserUrl: string;
      /** A data folder with an empty, migrated database. */
      templateDir: string;
    };
  }
}

/** Starts one server and one browser for all files of a run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [browser, templateDir] = await Promise.all([chromium.launchServer(launchOptions), embeddedTemplate()]);
  const server = await startServer(await createDataDir(templateDir));
  const { url, dataDir } = server;
  project.provide('browserTests', { url, dataDir, browserUrl: browser.wsEndpoint(), templateDir });
  return async () => {
    await Promise.all([browser.close(), server.close()]);
  };
}
