import { randomBytes } from 'node:crypto';
import { Agent } from 'node:http';
import { type App, buildApp } from '@sangam/server/app';
import { type Config, readConfig } from '@sangam/server/config';
import type { WebPushNetwork } from '@sangam/server/notices/web-push/network';
import { createCommonPasswords } from '@sangam/server/people/sign-in/common-passwords';
import type { PasswordCost } from '@sangam/server/people/sign-in/password-hashes';
import type { Database } from '@sangam/server/platform/db/database';
import { type Clock, systemClock } from '@sangam/server/platform/lib/clock';
import { defaultTimings, type Timings } from '@sangam/server/platform/timings';
import type { CallAnswer, CallName } from '@sangam/shared/app/calls';
import type { ClientToServer, ServerToClient } from '@sangam/shared/app/socket';
import { keysOf } from '@sangam/shared/core/keys-of';
import type { User } from '@sangam/shared/people/users';
import pino from 'pino';
import { io, type Socket } from 'socket.io-client';
import { type CallInput, callsOver } from './http/contract-calls.js';
import { request } from './http/request.js';
import { openTestDatabase } from './test-database.js';

export type ClientSocket = Socket<ServerToClient, ClientToServer>;

/** A signed-up member and their token. */
export interface TestMember {
  id: number;
  token: string;
  user: User;
  email: string;
  password: string;
}

// biome-ignore lint/suspicious/noExplicitAny: a test asserts on whatever came back
export type Body = any;
export interface Reply {
  status: number;
  headers: Headers;
  body: Body;
}

export interface TestServer {
  url: string;
  dataDir: string;
  config: Config;
  database: Database;
  app: App;
  jwtSecret: string;
  /** `call('POST /api/messages', token, body)`; strings and bytes are sent unchanged. */
  call(name: string, token?: string | null, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
  /** Makes a call of the contract as a member, or as a visitor, and returns its typed answer. Throws if it's refused. */
  ask<N extends CallName>(
    member: Pick<TestMember, 'token'> | null,
    name: N,
    input?: CallInput<N>,
  ): Promise<CallAnswer<N>>;
  signUp(name?: string): Promise<TestMember>;
  /** Like `signUp`, with a confirmed address, to which any email may go. */
  signUpConfirmed(name?: string): Promise<TestMember>;
  /** Connects a socket of this member; `at` is a balancer's address. */
  connect(member: Pick<TestMember, 'token'>, options?: Record<string, unknown>, at?: string): Promise<ClientSocket>;
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

type SomeTimings = { [G in keyof Timings]?: Partial<Timings[G]> };

export interface TestOptions {
  /** The server's log; silent by default. */
  log?: pino.Logger;
  env?: Record<string, string>;
  clock?: Clock;
  /** Replaces some of the server's default timings. */
  timings?: SomeTimings;
  /** Multiplies every rate limit, as RATE_LIMIT does, but may be a fraction. */
  rateLimitFactor?: number;
  /** The cost of password hashes; minimal by default. */
  passwordCost?: PasswordCost;
  /** The network for pushes; public addresses by default. */
  webPushNetwork?: WebPushNetwork;
  /** Another server of the same cluster: same database, same secret. */
  beside?: Pick<TestServer, 'database' | 'dataDir' | 'jwtSecret'>;
}

/** Minimal cost, so that hundreds of sign-ups are fast. */
const CHEAP: PasswordCost = { memoryCost: 8, timeCost: 1, parallelism: 1 };

/** One thread for all servers of a process, which takes 0.3 s of CPU to start. */
const commonPasswords = { ...createCommonPasswords(pino({ level: 'silent' })), stop: async () => undefined };

/** More tests run at once than there are cores, and few of them retry on BUSY. */
const patient = { waitMaxMs: 60_000 };

/** A test's clock may jump past the end of its sessions, and its open sockets still receive what the jump causes. */
const uncheckedSessions = { sessionRecheckMs: 3_600_000 };

/** Short, since the check for common passwords takes 3 ms of CPU for a longer one. */
const PASSWORD = 'Zq-7kvxw';

const isBytes = (body: unknown): body is Uint8Array => body instanceof Uint8Array;
const typeOf = (body: unknown) => (isBytes(body) ? 'application/octet-stream' : 'application/json');
const encodeBody = (body: unknown) => (typeof body === 'string' || isBytes(body) ? body : JSON.stringify(body));

/** Starts the real application on its own port and database. */
export async function startTestServer({
  env = {},
  clock = systemClock,
  timings = {},
  passwordCost = CHEAP,
  beside,
  ...options
}: TestOptions = {}): Promise<TestServer> {
  const { database, dataDir, close: closeDatabase } = beside ? { ...beside, close: null } : await openTestDatabase();
  const settings = readConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    LOG_LEVEL: process.env.SANGAM_TEST_LOG ?? 'silent',
    RATE_LIMIT: 'off',
    // Off unless a test is about them, so that members who never met can chat at once.
    MESSAGE_REQUESTS: 'off',
    ...env,
  });
  const config = { ...settings, rateLimitFactor: options.rateLimitFactor ?? settings.rateLimitFactor };
  const log = options.log ?? pino({ level: config.logLevel });
  const patientTimings = { messages: patient, ...(clock === systemClock ? {} : { sockets: uncheckedSessions }) };
  const jwtSecret = beside?.jwtSecret ?? config.jwtSecret ?? randomBytes(48).toString('base64url');
  const app = await buildApp({
    config,
    database,
    clock,
    log,
    jwtSecret,
    timings: timingsWith({ ...patientTimings, ...timings }),
    passwordCost,
    commonPasswords,
    ...(options.webPushNetwork ? { webPushNetwork: options.webPushNetwork } : {}),
  });
  const url = await app.fastify.listen({ port: 0, host: '127.0.0.1' });
  const agent = new Agent({ keepAlive: true });
  const sockets: ClientSocket[] = [];
  let members = 0;

  const call = callOver(agent, url);
  const askCalls = callsOver(call);

  const close = async () => {
    for (const socket of sockets) socket.disconnect();
    agent.destroy();
    await app.close();
    await closeDatabase?.();
  };

  const signUp: TestServer['signUp'] = async (name) => {
    members += 1;
    const email = `member${members}@example.org`;
    const password = PASSWORD;
    const { status, body } = await call('POST /api/auth/signup', null, {
      name: name ?? `Member ${members}`,
      email,
      password,
    });
    if (status !== 201) throw new Error(`sign-up failed: ${status} ${JSON.stringify(body)}`);
    return { id: body.user.id, token: body.token, user: body.user, email, password };
  };

  return {
    url,
    dataDir,
    config,
    database,
    app,
    jwtSecret,
    call,
    ask: (member, name, input) => askCalls(member?.token ?? null, name, input),
    close,
    [Symbol.asyncDispose]: close,
    signUp,
    async signUpConfirmed(name) {
      const member = await signUp(name);
      await database.pool.query('UPDATE users SET email_verified_at = now() WHERE id = $1', [member.id]);
      return member;
    },
    connect: async (member, options = {}, at = url) => {
      const socket = openSocket(at, member, options);
      sockets.push(socket);
      await connected(socket);
      return socket;
    },
  };
}

/** Calls the server at `url` over the agent's connections. */
const callOver =
  (agent: Agent, url: string): TestServer['call'] =>
  async (name, token = null, body, headers = {}) => {
    const [method = 'GET', path = '/'] = name.split(' ');
    const {
      status,
      headers: answered,
      text,
    } = await request(agent, `${url}${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': typeOf(body) }),
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: encodeBody(body) }),
    });
    const json = /json/u.test(answered.get('content-type') ?? '');
    return { status, headers: answered, body: json ? JSON.parse(text) : text };
  };

const openSocket = (url: string, { token }: Pick<TestMember, 'token'>, options: object): ClientSocket =>
  io(url, { auth: { token }, transports: ['websocket'], forceNew: true, reconnection: false, ...options });

const connected = (socket: ClientSocket) =>
  new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });

/** The defaults, with some replaced in each group. */
function timingsWith(replaced: SomeTimings): Timings {
  const groups = keysOf(defaultTimings);
  // Each group has the fields of its default.
  return Object.fromEntries(
    groups.map((group) => [group, { ...defaultTimings[group], ...replaced[group] }]),
  ) as Timings;
}
