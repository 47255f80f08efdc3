import { eventually } from '@sangam/testing/eventually';
import { startServerBehindProxy } from '@sangam/testing/servers/faulty-servers';
import type { FaultyProxy } from '@sangam/testing/servers/proxy';
import type { ClientSocket, TestMember, TestServer } from '@sangam/testing/test-server';
import { describe, expect, inject, it } from 'vitest';

interface Scene {
  /** With its database behind the proxy. */
  server: TestServer;
  beside: TestServer;
  database: FaultyProxy;
  asha: TestMember;
  bina: TestMember;
  /** Asha's project. */
  projectId: number;
}

/** Two servers, two members who have talked, and a project. */
async function setScene(): Promise<Scene> {
  const { server, beside, database } = await startServerBehindProxy({
    env: { REDIS_URL: inject('redisUrl') ?? '' },
    timings: { cluster: { refreshSpreadMs: 100, deathSpreadMs: 100 } },
  });
  const [asha, bina] = [await server.signUp(), await server.signUp()];
  const project = { title: 'Rover', description: 'It rolls', category: 'other' };
  const { body } = await server.call('POST /api/projects', asha.token, project);
  // The first message of two members is not in a batch.
  await server.call('POST /api/messages', bina.token, { receiver_id: asha.id, content: 'Hello' });
  return { server, beside, database, asha, bina, projectId: body.data.project.id };
}

const requestToJoin = ({ server, bina, projectId }: Scene) =>
  server.call('POST /api/project-requests', bina.token, { project_id: projectId });
const join = async (scene: Scene) => {
  const { body } = await requestToJoin(scene);
  const path = `PUT /api/project-requests/${body.data.request.id}/status`;
  return scene.server.call(path, scene.asha.token, { status: 'accepted' });
};

interface LostAct {
  lost: string;
  /** Texts in the statements that one connection sends, in order; the answer to the last of them is lost. */
  statements: string[];
  before?: (scene: Scene) => Promise<unknown>;
  act: (scene: Scene) => Promise<{ status: number }>;
  status: number;
  /** Finds what it stored. */
  stored: string;
}

const acts: LostAct[] = [
  {
    lost: 'the answer to a commit',
    statements: ['insert into "join_requests"', 'commit'],
    act: requestToJoin,
    status: 503,
    stored: 'SELECT FROM join_requests',
  },
  {
    lost: 'the answer to a batch of messages',
    statements: ['INSERT INTO messages'],
    act: ({ server, asha, bina }) =>
      server.call('POST /api/messages', bina.token, { receiver_id: asha.id, content: 'Lost?' }),
    status: 503,
    stored: `SELECT FROM messages WHERE content = 'Lost?'`,
  },
  {
    lost: 'the audience of a change to a team',
    statements: [') AS participant_ids'],
    act: join,
    status: 200,
    stored: `SELECT FROM join_requests WHERE status = 'accepted'`,
  },
];

/** A device's notifications about missed events; each says whether events are paused. */
const pausesOf = (socket: ClientSocket) => {
  const pauses: boolean[] = [];
  socket.on('pushes:missed', ({ paused }) => pauses.push(paused));
  return pauses;
};

describe.runIf(inject('template').kind === 'postgres')(
  'a connection to the database is cut',
  { timeout: 60_000 },
  () => {
    it.each(acts)('with $lost: the members of every server refresh', async ({ statements, act, status, stored }) => {
      const scene = await setScene();
      const { server, beside, database, asha } = scene;
      const devices = [pausesOf(await server.connect(asha)), pausesOf(await beside.connect(asha))];
      const before = structuredClone(devices);

      database.loseAnswerTo(...statements);
      expect((await act(scene)).status).toBe(status);

      expect((await beside.database.pool.query(stored)).rowCount).toBe(1);
      for (const [index, pauses] of devices.entries())
        await eventually(() => expect(pauses.slice(before[index]?.length)).toContain(false), 5_000);
    });

    it('with a reader’s count: the sender sees the read mark all the same', async () => {
      const { server, beside, database, asha, bina } = await setScene();
      const marks: number[] = [];
      const device = await beside.connect(bina);
      device.on('message:read', ({ up_to }) => marks.push(up_to));

      database.loseAnswerTo('AS unread_version');
      expect((await server.call(`PUT /api/messages/mark-read/${bina.id}`, asha.token, {})).status).toBe(503);

      await eventually(() => expect(marks).toEqual([1]), 5_000);
    });
  },
);
