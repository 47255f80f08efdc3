import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { DEMO_PASSWORD, type DemoEmail, members } from '@sangam/server/seed/demo';
import { type Browser, chromium } from 'playwright-core';
import { launchOptions } from './browser.js';
import { createPlace, startServer } from './server.js';
import { type Account, createTestServer, type TestServer } from './test-server.js';

const seedEntry = fileURLToPath(new URL('../../server/dist/seed/main.js', import.meta.url));

interface Demo {
  server: TestServer;
  browser: Browser;
  asha: Account;
  /** Signs in another demo member, with a session of their own. */
  signIn(email: DemoEmail): Promise<Account>;
  close(): Promise<void>;
}

/** Starts a server with the data of `npm run seed` and a browser, and signs in the first member. */
export async function createDemo(settings?: Record<string, string>): Promise<Demo> {
  const place = await createPlace();
  await promisify(execFile)(process.execPath, [seedEntry], {
    env: { ...process.env, DATA_DIR: place.dataDir, DATABASE_URL: '', REDIS_URL: '' },
  });
  const [browser, running] = await Promise.all([chromium.launch(launchOptions), startServer(place, settings)]);
  const server = createTestServer(running, browser);
  const signIn = async (email: DemoEmail): Promise<Account> => {
    const body = { email, password: DEMO_PASSWORD };
    const { token, user } = await server.call(null, 'POST /api/auth/login', { body });
    return { id: user.id, name: user.name, email, password: DEMO_PASSWORD, token };
  };
  return {
    server,
    browser,
    asha: await signIn(members[0].email),
    signIn,
    async close() {
      await browser.close();
      await running.close();
    },
  };
}
