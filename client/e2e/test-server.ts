import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CallAnswer, CallName } from '@sangam/shared/app/calls';
import type { ProjectBody } from '@sangam/shared/projects/projects';
import { type CallInput, callsTo, sendTo } from '@sangam/testing/http/contract-calls';
import { type FaultyProxy, startProxy } from '@sangam/testing/servers/proxy';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { type Emitted, watchEmitted, watchFaults } from './browser.js';
import { watchLoading } from './settled.js';

/** A member with a session. */
export interface Account {
  id: number;
  name: string;
  email: string;
  password: string;
  token: string;
}

/** A separate browser context with its first page. */
interface Visit {
  context: BrowserContext;
  page: Page;
  /** Errors that don't show on screen. */
  faults: string[];
  /** The events that the first page has sent over its sockets. */
  emitted: Emitted[];
}

/** A member in their own browser context. */
export interface Actor extends Visit {
  account: Account;
}

interface ContextOptions extends BrowserContextOptions {
  /** The origin of the pages, if a proxy is in front of the server. */
  origin?: string;
}

/** A server and a browser, with actions for tests. */
export interface TestServer {
  url: string;
  browser: Browser;
  /** Creates a member by REST. The address is unique, the name need not be. */
  signUp(name: string): Promise<Account>;
  /** Calls the REST API as a member: `api(asha, 'POST /api/projects', body)`. */
  api(account: Account, call: string, body?: unknown): Promise<Response>;
  /** Makes a call of the contract as a member, or as a visitor, and returns its answer. Throws if it's refused. */
  call<N extends CallName>(account: Account | null, name: N, input?: CallInput<N>): Promise<CallAnswer<N>>;
  /** Posts a project. Returns its id. */
  postProject(account: Account, project: Partial<ProjectBody> & { title: string }): Promise<number>;
  /** Has a member ask to join a project, and its creator accept. */
  joinTeam(projectId: number, creator: Account, member: Account): Promise<void>;
  /** A visitor's browser context; `account` puts a token into its storage. */
  newContext(account: Account | null, options?: ContextOptions): Promise<BrowserContext>;
  /** Opens a page for a visitor. */
  visit(path: string, options?: ContextOptions): Promise<Visit>;
  /** Opens a page with this member signed in. */
  actor(account: Account, path?: string, options?: ContextOptions): Promise<Actor>;
  /** Like `actor`, with a proxy between the browser and the server that can fail. */
  actorBehindProxy(account: Account, path?: string): Promise<Actor & { proxy: FaultyProxy }>;
  /** Closes all contexts, and returns their errors that weren't visible on screen. */
  leave(): Promise<string[]>;
  /** The link to this page in the newest email to this address that has one; undefined while there is none. */
  emailedLink(email: string, page: string): Promise<string | undefined>;
}

const PASSWORD = 'Correct-horse-7';
/** The time allowed for any step of a page, while all other tests run on a slow machine. */
const WAIT_MAX_MS = 60_000;
let members = 0;

export function createTestServer({ url, dataDir }: { url: string; dataDir: string }, browser: Browser): TestServer {
  let visits: Visit[] = [];
  let proxies: FaultyProxy[] = [];

  const newContext: TestServer['newContext'] = async (account, { origin = url, ...options } = {}) => {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      reducedMotion: 'reduce',
      // Allowed only in tests of the service worker, which would load all code into every context.
      serviceWorkers: 'block',
      baseURL: origin,
      ...(account && {
        storageState: { cookies: [], origins: [{ origin, localStorage: [{ name: 'token', value: account.token }] }] },
      }),
      ...options,
    });
    watchLoading(context);
    return context;
  };
  const open = async (account: Account | null, path: string, options?: ContextOptions): Promise<Visit> => {
    const context = await newContext(account, options);
    context.setDefaultTimeout(WAIT_MAX_MS);
    const page = await context.newPage();
    const visit = { context, page, faults: watchFaults(page), emitted: watchEmitted(page) };
    visits.push(visit);
    await page.goto(path);
    return visit;
  };
  const asked = callsTo(url);
  const call: TestServer['call'] = (account, name, input) => asked(account?.token ?? null, name, input);

  const actor: TestServer['actor'] = async (account, path = '/messages', options) => ({
    account,
    ...(await open(account, path, options)),
  });

  return {
    url,
    browser,
    api: (account, name, body) => sendTo(url, name, account.token, body),
    call,
    newContext,
    async signUp(name) {
      members += 1;
      const email = `${name.toLowerCase().replaceAll(/[^a-z]+/gu, '.')}.${process.pid}.${members}@example.org`;
      const { user, token } = await call(null, 'POST /api/auth/signup', { body: { name, email, password: PASSWORD } });
      return { id: user.id, name, email, password: PASSWORD, token };
    },
    async postProject(account, project) {
      const body = { description: 'A quiet game.', category: 'other', ...project } as const;
      return (await call(account, 'POST /api/projects', { body })).data.project.id;
    },
    async joinTeam(project_id, creator, member) {
      const { data } = await call(member, 'POST /api/project-requests', { body: { project_id, message: 'May I?' } });
      const params = { id: data.request.id };
      await call(creator, 'PUT /api/project-requests/:id/status', { params, body: { status: 'accepted' } });
    },
    visit: (path, options) => open(null, path, options),
    actor,
    async actorBehindProxy(account, path) {
      const proxy = await startProxy({ host: '127.0.0.1', port: Number(new URL(url).port) });
      proxies.push(proxy);
      return { proxy, ...(await actor(account, path, { origin: `http://127.0.0.1:${proxy.port}` })) };
    },
    async leave() {
      const [left, leftProxies] = [visits, proxies];
      [visits, proxies] = [[], []];
      const faults = left.flatMap((each) => each.faults);
      await Promise.all(left.map(({ context }) => context.close()));
      await Promise.all(leftProxies.map((proxy) => proxy.close()));
      return faults;
    },
    async emailedLink(email, page) {
      const folder = join(dataDir, 'mail');
      // The folder exists only after the first email.
      if (!existsSync(folder)) return undefined;
      const files = (await readdir(folder)).toSorted().toReversed();
      for (const file of files) {
        // Decodes quoted-printable: broken lines and escaped equals signs.
        const received = (await readFile(join(folder, file), 'utf8')).replace(/=\r\n/gu, '').replaceAll('=3D', '=');
        const link = new RegExp(`${page}\\?token=[\\w-]+`, 'u').exec(received)?.[0];
        if (received.includes(email) && link !== undefined) return link;
      }
      return undefined;
    },
  };
}
