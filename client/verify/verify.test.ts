import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ServerEvent, serverEvents } from '@sangam/shared/contract/socket';
import { eventually } from '@sangam/testing/eventually';
import { freePort, type ServerProcess, spawnServer } from '@sangam/testing/process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Network, standInForBrowser } from './browser-stubs.js';
import { openClient } from './client.js';
import { type Actor, createStage, type Stage } from './stage.js';

/** Me looks; Other and Third act, and so do I on another device. */
interface Cast {
  stage: Stage;
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
  before?: (cast: Cast) => Promise<T>;
  act: (cast: Cast, before: T) => Promise<unknown>;
  /** What an event alone cannot bring, the client fetches: the addresses that it may ask. */
  fetches?: RegExp;
  /** Nothing is different afterwards, and nothing may seem so. */
  changesNothing?: true;
}
const scenario = <T>(one: Scenario<T>): Scenario => one as Scenario;

/** The same send, as a client repeats it that got no answer. */
const again = ({ stage, me, other, projectId }: Cast) =>
  stage.write(other, me, 'Once', `00000000-0000-4000-8000-${String(projectId).padStart(12, '0')}`);
const asked = ({ stage, other, projectId }: Cast) => stage.ask(other, projectId);
const iAsked = ({ stage, me, projectId }: Cast) => stage.ask(me, projectId);
const decide = ({ stage, me, other }: Cast, creator: 'me' | 'other', id: number, status: 'accepted' | 'rejected') =>
  stage.decide(creator === 'me' ? me : other, id, status);

const isActive = (stage: Stage, actor: Actor, active: boolean) =>
  stage.call(actor, 'POST /api/users/update-status', {
    body: { isActive: active, lastActive: new Date().toISOString() },
  });

/** That a team has changed is told by its count; who it is now is fetched. */
const team = /\/projects\/\d+$/u;

/** Every server event, from each side that hears it. A new event of the contract does not compile until it stands here. */
const scenarios = {
  'message:new': [
    scenario({ name: 'somebody writes', act: ({ stage, me, other }) => stage.write(other, me, 'Hi') }),
    scenario({ name: 'I write on another device', act: ({ stage, me, other }) => stage.write(me, other, 'Hi') }),
    scenario({
      name: 'somebody new writes',
      act: ({ stage, me, third }) => stage.write(third, me, 'First'),
      fetches: /messages\/(conversations|unread-count|notifications)/u,
    }),
    scenario({
      name: 'one that I have read is sent again',
      before: async (cast) => {
        await again(cast);
        await cast.stage.read(cast.me, cast.other);
      },
      act: async (cast) => {
        await again(cast);
        // Until it has been told, and the count behind it.
        await new Promise((resolve) => setTimeout(resolve, 1_000));
      },
      changesNothing: true,
    }),
  ],
  'message:read': [
    scenario({
      name: 'mine was read',
      before: ({ stage, me, other }) => stage.write(me, other, 'Read me'),
      act: ({ stage, me, other }) => stage.read(other, me),
    }),
    scenario({
      name: 'I read on another device',
      before: ({ stage, me, other }) => stage.write(other, me, 'Unread'),
      act: ({ stage, me, other }) => stage.read(me, other),
    }),
  ],
  'unread:changed': [
    scenario({
      name: 'several come at once',
      act: ({ stage, me, other }) => Promise.all(['a', 'b', 'c'].map((text) => stage.write(other, me, text))),
    }),
  ],
  'presence:changed': [
    scenario({
      name: 'somebody comes',
      act: ({ stage, other }) => isActive(stage, other, true),
    }),
    scenario({
      name: 'somebody goes',
      before: ({ stage, other }) => isActive(stage, other, true),
      act: ({ stage, other }) => isActive(stage, other, false),
    }),
  ],
  'join-request:created': [scenario({ name: 'on my project', act: asked })],
  'join-request:decided': [
    scenario({
      name: 'I accept on another device',
      fetches: team,
      before: asked,
      act: (cast, id) => decide(cast, 'me', id, 'accepted'),
    }),
    scenario({
      name: 'I reject on another device',
      before: asked,
      act: (cast, id) => decide(cast, 'me', id, 'rejected'),
    }),
    scenario({
      name: 'mine is accepted',
      fetches: team,
      creator: 'other',
      before: iAsked,
      act: (cast, id) => decide(cast, 'other', id, 'accepted'),
    }),
    scenario({
      name: 'mine is rejected',
      creator: 'other',
      before: iAsked,
      act: (cast, id) => decide(cast, 'other', id, 'rejected'),
    }),
    scenario({
      name: 'one is accepted that I made on another device meanwhile',
      creator: 'other',
      act: async (cast) => decide(cast, 'other', await iAsked(cast), 'accepted'),
      fetches: /project-requests\/mine|projects\/\d+/u,
    }),
  ],
  'join-request:withdrawn': [
    scenario({
      name: 'on my project',
      before: asked,
      act: ({ stage, other }, id) => stage.call(other, 'DELETE /api/project-requests/:id', { id }),
    }),
    scenario({
      name: 'mine, on another device',
      creator: 'other',
      before: iAsked,
      act: ({ stage, me }, id) => stage.call(me, 'DELETE /api/project-requests/:id', { id }),
    }),
    scenario({
      name: 'I leave on another device',
      fetches: team,
      creator: 'other',
      before: async (cast) => decide(cast, 'other', await iAsked(cast), 'accepted'),
      act: ({ stage, me, projectId }) => stage.leave(me, projectId),
    }),
  ],
  'connection:created': [
    scenario({ name: 'on my project', act: ({ stage, other, projectId }) => stage.connect(other, projectId) }),
  ],
  'connection:decided': [
    scenario({
      name: 'I approve on another device',
      before: ({ stage, other, projectId }) => stage.connect(other, projectId),
      act: ({ stage, me }, id) =>
        stage.call(me, 'PUT /api/projects/connections/:id', { id, body: { status: 'approved' } }),
    }),
    scenario({
      name: 'mine is denied',
      creator: 'other',
      before: ({ stage, me, projectId }) => stage.connect(me, projectId),
      act: ({ stage, other }, id) =>
        stage.call(other, 'PUT /api/projects/connections/:id', { id, body: { status: 'denied' } }),
    }),
  ],
  'project:created': [scenario({ name: 'by somebody', act: ({ stage, other }) => stage.project(other) })],
  'project:updated': [
    scenario({
      name: 'a seat of another’s project is taken',
      fetches: team,
      creator: 'other',
      before: ({ stage, third, projectId }) => stage.ask(third, projectId),
      act: (cast, id) => decide(cast, 'other', id, 'accepted'),
    }),
    scenario({
      name: 'a member leaves another’s project',
      fetches: team,
      creator: 'other',
      before: async ({ stage, other, third, projectId }) =>
        stage.decide(other, await stage.ask(third, projectId), 'accepted'),
      act: ({ stage, third, projectId }) => stage.leave(third, projectId),
    }),
    scenario({
      name: 'a member leaves mine',
      fetches: team,
      before: async (cast) => decide(cast, 'me', await asked(cast), 'accepted'),
      act: ({ stage, other, projectId }) => stage.leave(other, projectId),
    }),
  ],
  // Forwarded and never stored: a fetch brings nothing of it, and it must leave nothing behind.
  typing: [scenario({ name: 'stores nothing', act: async () => undefined, changesNothing: true })],
} satisfies Record<ServerEvent, Scenario[]>;

let server: ServerProcess;
let dataDir: string;
let network: Network;
let stage: Stage;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sangam-verify-'));
  const port = await freePort();
  server = spawnServer({ DATA_DIR: dataDir, PORT: String(port), DATABASE_URL: '', REDIS_URL: '' });
  await server.listening;
  const url = `http://127.0.0.1:${port}`;
  network = standInForBrowser(url);
  stage = createStage(url);
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
      const [me, other, third] = [await stage.signUp('Me'), await stage.signUp('Other'), await stage.signUp('Third')];
      await stage.write(other, me, 'Hello');
      const projectId = await stage.project(creator === 'me' ? me : other);
      const cast = { stage, me, other, third, projectId };
      const prepared = await before?.(cast);
      const live = await openClient(me, me.token, { other, projectId });
      const stop = await live.connect();
      network.hold(me.token, fetches);
      const old = live.screen();
      await act(cast, prepared);
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
