import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, type ServerProcess, spawnServer } from '@sangam/testing/process';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launch, watchFaults } from './browser.js';

export interface Person {
  id: number;
  name: string;
  email: string;
  password: string;
  token: string;
}

/** A browser of one's own. */
interface Visit {
  context: BrowserContext;
  page: Page;
  faults: string[];
}

/** A member with a browser of their own. */
export interface Seat extends Visit {
  person: Person;
}

/** The built server on a fresh embedded database, and a browser. */
export interface World {
  url: string;
  browser: Browser;
  server(): ServerProcess;
  kill(): Promise<void>;
  restart(): Promise<void>;
  signUp(name: string): Promise<Person>;
  /** Opens a browser context in which nobody is signed in. */
  visit(path: string): Promise<Visit>;
  /** Opens a browser context in which this person is signed in. */
  seat(person: Person, path?: string): Promise<Seat>;
  /** Closes every context that was opened, and answers what went wrong in them that a person would not see. */
  leave(): Promise<string[]>;
  /** The link of the newest reset mail to this address; undefined while there is none. */
  resetLink(email: string): Promise<string | undefined>;
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
  let visits: Visit[] = [];
  const visit = async (path: string): Promise<Visit> => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
    const page = await context.newPage();
    const faults = watchFaults(page);
    visits.push({ context, page, faults });
    await page.goto(`${url}${path}`);
    return { context, page, faults };
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
    visit,
    async seat(person, path = '/messages') {
      const visitor = await visit('/');
      await visitor.page.evaluate((token) => localStorage.setItem('token', token), person.token);
      await visitor.page.goto(`${url}${path}`);
      return { person, ...visitor };
    },
    async leave() {
      const left = visits;
      visits = [];
      const faults = left.flatMap((each) => each.faults);
      await Promise.all(left.map(({ context }) => context.close()));
      return faults;
    },
    async resetLink(email) {
      const folder = join(dataDir, 'mail');
      // The first mail makes the folder.
      if (!existsSync(folder)) return undefined;
      const files = (await readdir(folder)).toSorted().toReversed();
      for (const file of files) {
        // Quoted-printable: broken lines and written-out equals signs are undone.
        const mail = (await readFile(join(folder, file), 'utf8')).replace(/=\r\n/gu, '').replaceAll('=3D', '=');
        const link = /\/reset-password\?token=[\w-]+/u.exec(mail)?.[0];
        if (mail.includes(email) && link !== undefined) return link;
      }
      return undefined;
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
