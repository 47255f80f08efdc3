import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ServerEvent, serverEvents } from '@sangam/shared/contract/socket';
import { eventually } from '@sangam/testing/eventually';
import { freePort, type ServerProcess, spawnServer } from '@sangam/testing/process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Network, standInForBrowser } from './browser-stubs.js';
import { openClient } from './client.js';
import { type Actor, connectTestServer, type TestServer } from './test-server.js';

/** Me looks; Other and Third act, and so do I on another device. */
interface Actors {
  testServer: TestServer;
  me: Actor;
  other: Actor;
  third: Actor;
  /** The project whose page is open. */
  projectId: number;
}
interface Scenario<T = unknown> {
  name: string;
  /** Whose project is open. */
  creator?: 'me' | 'other';
  before?: (actors: Actors) => Promise<T>;
  act: (actors: Actors, before: T) => Promise<unknown>;
  /** What an event alone cannot bring, the client fetches: the addresses that it may ask. */
  fetches?: RegExp;
  /** Nothing is different afterwards, and nothing may seem so. */
  changesNothing?: true;
}
const scenario = <T>(one: Scenario<T>): Scenario => one as Scenario;

/** The same send, as a client repeats it that got no answer. */
const again = ({ testServer, me, other, projectId }: Actors) =>
  testServer.write(other, me, 'Once', `00000000-0000-4000-8000-${String(projectId).padStart(12, '0')}`);
const asked = ({ testServer, other, projectId }: Actors) => testServer.ask(other, projectId);
const iAsked = ({ testServer, me, projectId }: Actors) => testServer.ask(me, projectId);
const decide = (
  { testServer, me, other }: Actors,
  creator: 'me' | 'other',
  id: number,
  status: 'accepted' | 'rejected',
) => testServer.decide(creator === 'me' ? me : other, id, status);

const isActive = (testServer: TestServer, actor: Actor, active: boolean) =>
  testServer.call(actor, 'POST /api/users/update-status', {
    body: { isActive: active, lastActive: new Date().toISOString() },
  });

/** An event carries a team's size; its members are fetched. */
const team = /\/projects\/\d+$/u;

/** Every server event, from each side that hears it. A new event of the contract does not compile until it stands here. */
const scenarios = {
  'message:new': [
    scenario({ name: 'somebody writes', act: ({ testServer, me, other }) => testServer.write(other, me, 'Hi') }),
    scenario({
      name: 'I write on another device',
      act: ({ testServer, me, other }) => testServer.write(me, other, 'Hi'),
    }),
    scenario({
      name: 'somebody new writes',
      act: ({ testServer, me, third }) => testServer.write(third, me, 'First'),
      fetches: /messages\/(conversations|unread-count|notifications)/u,
    }),
    scenario({
      name: 'one that I have read is sent again',
      before: async (actors) => {
        await again(actors);
        await actors.testServer.read(actors.me, actors.other);
      },
      act: async (actors) => {
        await again(actors);
        // Until it was pushed, and the count behind it.
        await new Promise((resolve) => setTimeout(resolve, 1_000));
      },
      changesNothing: true,
    }),
  ],
  'message:read': [
    scenario({
      name: 'mine was read',
      before: ({ testServer, me, other }) => testServer.write(me, other, 'Read me'),
      act: ({ testServer, me, other }) => testServer.read(other, me),
    }),
    scenario({
      name: 'I read on another device',
      before: ({ testServer, me, other }) => testServer.write(other, me, 'Unread'),
      act: ({ testServer, me, other }) => testServer.read(me, other),
    }),
  ],
  'unread:changed': [
    scenario({
      name: 'several come at once',
      act: ({ testServer, me, other }) => Promise.all(['a', 'b', 'c'].map((text) => testServer.write(other, me, text))),
    }),
  ],
  'presence:changed': [
    scenario({
      name: 'somebody comes',
      act: ({ testServer, other }) => isActive(testServer, other, true),
    }),
    scenario({
      name: 'somebody goes',
      before: ({ testServer, other }) => isActive(testServer, other, true),
      act: ({ testServer, other }) => isActive(testServer, other, false),
    }),
  ],
  'join-request:created': [scenario({ name: 'on my project', act: asked })],
  'join-request:decided': [
    scenario({
      name: 'I accept on another device',
      fetches: team,
      before: asked,
      act: (actors, id) => decide(actors, 'me', id, 'accepted'),
    }),
    scenario({
      name: 'I reject on another device',
      before: asked,
      act: (actors, id) => decide(actors, 'me', id, 'rejected'),
    }),
    scenario({
      name: 'mine is accepted',
      fetches: team,
      creator: 'other',
      before: iAsked,
      act: (actors, id) => decide(actors, 'other', id, 'accepted'),
    }),
    scenario({
      name: 'mine is rejected',
      creator: 'other',
      before: iAsked,
      act: (actors, id) => decide(actors, 'other', id, 'rejected'),
    }),
    scenario({
      name: 'one is accepted that I made on another device meanwhile',
      creator: 'other',
      act: async (actors) => decide(actors, 'other', await iAsked(actors), 'accepted'),
      fetches: /project-requests\/mine|projects\/\d+/u,
    }),
  ],
  'join-request:withdrawn': [
    scenario({
      name: 'on my project',
      before: asked,
      act: ({ testServer, other }, id) => testServer.call(other, 'DELETE /api/project-requests/:id', { id }),
    }),
    scenario({
      name: 'mine, on another device',
      creator: 'other',
      before: iAsked,
      act: ({ testServer, me }, id) => testServer.call(me, 'DELETE /api/project-requests/:id', { id }),
    }),
    scenario({
      name: 'I leave on another device',
      fetches: team,
      creator: 'other',
      before: async (actors) => decide(actors, 'other', await iAsked(actors), 'accepted'),
      act: ({ testServer, me, projectId }) => testServer.leave(me, projectId),
    }),
  ],
  'connection:created': [
    scenario({
      name: 'on my project',
      act: ({ testServer, other, projectId }) => testServer.connect(other, projectId),
    }),
  ],
  'connection:decided': [
    scenario({
      name: 'I approve on another device',
      before: ({ testServer, other, projectId }) => testServer.connect(other, projectId),
      act: ({ testServer, me }, id) =>
        testServer.call(me, 'PUT /api/projects/connections/:id', { id, body: { status: 'approved' } }),
    }),
    scenario({
      name: 'mine is denied',
      creator: 'other',
      before: ({ testServer, me, projectId }) => testServer.connect(me, projectId),
      act: ({ testServer, other }, id) =>
        testServer.call(other, 'PUT /api/projects/connections/:id', { id, body: { status: 'denied' } }),
    }),
  ],
  'project:created': [scenario({ name: 'by somebody', act: ({ testServer, other }) => testServer.project(other) })],
  'project:updated': [
    scenario({
      name: 'a seat of another’s project is taken',
      fetches: team,
      creator: 'other',
      before: ({ testServer, third, projectId }) => testServer.ask(third, projectId),
      act: (actors, id) => decide(actors, 'other', id, 'accepted'),
    }),
    scenario({
      name: 'a member leaves another’s project',
      fetches: team,
      creator: 'other',
      before: async ({ testServer, other, third, projectId }) =>
        testServer.decide(other, await testServer.ask(third, projectId), 'accepted'),
      act: ({ testServer, third, projectId }) => testServer.leave(third, projectId),
    }),
    scenario({
      name: 'a member leaves mine',
      fetches: team,
      before: async (actors) => decide(actors, 'me', await asked(actors), 'accepted'),
      act: ({ testServer, other, projectId }) => testServer.leave(other, projectId),
    }),
  ],
  // Forwarded and never stored: a fetch brings nothing of it, and it must leave nothing behind.
  typing: [scenario({ name: 'stores nothing', act: async () => undefined, changesNothing: true })],
} satisfies Record<ServerEvent, Scenario[]>;

let server: ServerProcess;
let dataDir: string;
let network: Network;
let testServer: TestServer;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sangam-verify-'));
  const port = await freePort();
  server = spawnServer({ DATA_DIR: dataDir, PORT: String(port), DATABASE_URL: '', REDIS_URL: '' });
  await server.listening;
  const url = `http://127.0.0.1:${port}`;
  network = standInForBrowser(url);
  testServer = connectTestServer(url);
});
afterAll(async () => {
  server.child.kill('SIGTERM');
  await server.exited;
  await rm(dataDir, { recursive: true, force: true });
});

describe('a live event leaves what a fresh fetch brings', () => {
  const all = Object.entries(scenarios).flatMap(([event, list]) =>
    list.map((one: Scenario) => [`${event}: ${one.name}`, one] as const),
  );

  it.each(all)(
    '%s',
    { timeout: 40_000 },
    async (_, { creator = 'me', before, act, fetches = null, changesNothing = false }) => {
      const [me, other, third] = [
        await testServer.signUp('Me'),
        await testServer.signUp('Other'),
        await testServer.signUp('Third'),
      ];
      await testServer.write(other, me, 'Hello');
      const projectId = await testServer.project(creator === 'me' ? me : other);
      const actors = { testServer, me, other, third, projectId };
      const prepared = await before?.(actors);
      const live = await openClient(me, me.token, { other, projectId });
      const stop = await live.connect();
      network.refuseReads(me.token, fetches);
      const old = live.screen();
      await act(actors, prepared);
      await eventually(
        async () => {
          const fresh = (await openClient(me, me.otherToken, { other, projectId })).screen();
          expect(live.screen()).toEqual(fresh);
          // Without the event it would not: the change shows.
          if (!changesNothing) expect(fresh).not.toEqual(old);
        },
        15_000,
        100,
      );
      expect(network.refused).toEqual([]);
      stop();
    },
  );

  it('stands for every event of the contract', () => {
    expect(Object.keys(scenarios).toSorted()).toEqual(Object.keys(serverEvents).toSorted());
  });
});
