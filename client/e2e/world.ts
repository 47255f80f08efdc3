import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { freePort, type ServerProcess, spawnServer } from '../../server/test/process.js';
import { launch, watchFaults } from './browser.js';

export interface Person {
  id: number;
  name: string;
  email: string;
  password: string;
  token: string;
}

/** A member with a browser of their own. */
export interface Seat {
  person: Person;
  context: BrowserContext;
  page: Page;
  faults: string[];
}

/** The built server on a fresh embedded database, and a browser. */
export interface World {
  url: string;
  browser: Browser;
  server(): ServerProcess;
  kill(): Promise<void>;
  restart(): Promise<void>;
  signUp(name: string): Promise<Person>;
  /** Opens a browser context in which this person is signed in. */
  seat(person: Person, path?: string): Promise<Seat>;
  api(person: Person, call: string, body?: unknown): Promise<Response>;
  close(): Promise<void>;
}

/** `prepare` may fill the data folder before the server starts. */
export async function createWorld(prepare?: (dataDir: string) => Promise<void>): Promise<World> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sangam-browser-'));
  await prepare?.(dataDir);
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const start = () => spawnServer({ DATA_DIR: dataDir, PORT: String(port), DATABASE_URL: '', HOST: '0.0.0.0' });
  let server = start();
  const [browser] = await Promise.all([launch(), server.listening]);

  const kill = async () => {
    server.child.kill('SIGKILL');
    await server.exited;
  };
  return {
    url,
    browser,
    server: () => server,
    kill,
    async restart() {
      server = start();
      await server.listening;
    },
    async signUp(name) {
      const email = `${name.toLowerCase().replaceAll(' ', '.')}@example.org`;
      const password = 'Correct-horse-7';
      const response = await fetch(`${url}/api/auth/signup`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name, email, password }),
      });
      const { user, token } = (await response.json()) as { user: { id: number }; token: string };
      return { id: user.id, name, email, password, token };
    },
    async seat(person, path = '/messages') {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
      const page = await context.newPage();
      const faults = watchFaults(page);
      await page.goto(url);
      await page.evaluate((token) => localStorage.setItem('token', token), person.token);
      await page.goto(`${url}${path}`);
      return { person, context, page, faults };
    },
    api(person, call, body) {
      const [method = 'GET', path = '/'] = call.split(' ');
      return fetch(`${url}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${person.token}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    },
    async close() {
      await browser.close();
      server.child.kill('SIGTERM');
      await server.exited;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
