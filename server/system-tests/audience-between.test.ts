import { setTimeout as sleep } from 'node:timers/promises';
import { type ServerEvent, serverEvents } from '@sangam/shared/app/socket';
import { eventually } from '@sangam/testing/eventually';
import { type AddedMember, addMembers, takeFrom } from '@sangam/testing/members';
import { everyNth } from '@sangam/testing/runs';
import { type ClientSocket, type Reply, startTestServer, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** Whether another member receives an event: a stranger (no team, no request), or a blocked member. */
type Row =
  /** Only the acting member's devices receive it. */
  | 'own'
  /** Shared teams receive it, even after a block. */
  | 'team'
  | AudienceRow;
interface AudienceRow {
  /** Prepares the scene before a block; returns an id for the act. */
  before?: (scene: Scene) => Promise<number>;
  act: (scene: Scene, prepared: number) => Promise<unknown>;
  receiver: 'owner' | 'other';
  stranger: boolean;
  blocked: boolean;
}

/** The owner of an open project, and another member who watches both. */
interface Scene {
  owner: AddedMember;
  other: AddedMember;
  project: number;
  sockets: Record<'owner' | 'other', ClientSocket>;
}

const forBoth = (isReceived: boolean, row: Omit<AudienceRow, 'stranger' | 'blocked'>): AudienceRow => ({
  ...row,
  stranger: isReceived,
  blocked: isReceived,
});
const forStrangerOnly = (row: Omit<AudienceRow, 'stranger' | 'blocked'>): AudienceRow => ({
  ...row,
  stranger: true,
  blocked: false,
});

let server: TestServer;
let pool: AddedMember[];
/** A GIF of one pixel. */
const picture = new Uint8Array(Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=', 'base64'));
const call = (who: AddedMember, name: string, body?: object): Promise<Reply> => server.call(name, who.token, body);
const write = async ({ owner, other }: Scene): Promise<number> =>
  (await call(other, 'POST /api/messages', { receiver_id: owner.id, content: 'Hi' })).body.data?.seq;
const requestToJoin = async ({ other, project }: Scene): Promise<number> =>
  (await call(other, 'POST /api/project-requests', { project_id: project })).body.data?.request.id;
const showInterest = async ({ other, project }: Scene): Promise<number> =>
  (await call(other, `POST /api/projects/${project}/connect`)).body.data?.connection.id;
const post = (who: AddedMember) =>
  call(who, 'POST /api/projects', { title: 'Scene', description: 'D', category: 'other' });
const report = (socket: ClientSocket) =>
  socket.emitWithAck('presence:report', { isActive: false, lastActive: new Date().toISOString() });

const rows = {
  'message:new': forStrangerOnly({ act: write, receiver: 'owner' }),
  'unread:changed': forStrangerOnly({ act: write, receiver: 'owner' }),
  'message:changed': forStrangerOnly({
    before: write,
    act: ({ owner, other }, seq) =>
      call(other, `PATCH /api/messages/conversation/${owner.id}/${seq}`, {
        content: 'Hello',
        client_id: crypto.randomUUID(),
      }),
    receiver: 'owner',
  }),
  'message:read': forBoth(false, {
    before: write,
    act: ({ owner, other }) => call(owner, `PUT /api/messages/mark-read/${other.id}`, {}),
    receiver: 'other',
  }),
  typing: forBoth(false, {
    before: write,
    act: ({ other, sockets }) => sockets.owner.emitWithAck('typing', { receiver_id: other.id, typing: true }),
    receiver: 'other',
  }),
  'presence:changed': forStrangerOnly({ act: ({ sockets }) => report(sockets.owner), receiver: 'other' }),
  // Projects are open to everybody, visitors included.
  'project:created': forBoth(true, { act: ({ owner }) => post(owner), receiver: 'other' }),
  'project:mine': 'own',
  'project:updated': forBoth(true, {
    act: ({ owner, project }) => call(owner, `PATCH /api/projects/${project}`, { title: 'Another' }),
    receiver: 'other',
  }),
  'project:deleted': forBoth(true, {
    act: ({ owner, project }) => call(owner, `DELETE /api/projects/${project}`),
    receiver: 'other',
  }),
  'join-request:created': forStrangerOnly({ act: requestToJoin, receiver: 'owner' }),
  'join-request:mine': 'own',
  'join-request:withdrawn': forStrangerOnly({
    before: requestToJoin,
    act: ({ other }, id) => call(other, `DELETE /api/project-requests/${id}`),
    receiver: 'owner',
  }),
  'join-request:decided': forStrangerOnly({
    before: requestToJoin,
    act: ({ owner }, id) => call(owner, `PUT /api/project-requests/${id}/status`, { status: 'rejected' }),
    receiver: 'other',
  }),
  'join-request:reopened': forStrangerOnly({
    before: async (actors) => {
      const id = await requestToJoin(actors);
      await call(actors.owner, `PUT /api/project-requests/${id}/status`, { status: 'rejected' });
      return id;
    },
    act: ({ owner }, id) => call(owner, `POST /api/project-requests/${id}/reopen`),
    receiver: 'other',
  }),
  'join-request:line': forStrangerOnly({
    before: requestToJoin,
    act: ({ owner }, id) => call(owner, `PUT /api/project-requests/${id}/line`),
    receiver: 'other',
  }),
  'conversation:changed': 'team',
  'conversation:left': 'team',
  'conversation:read': 'team',
  'team:left': 'team',
  'team:removed': 'team',
  'offer:changed': 'team',
  'project:taken-over': 'team',
  'inbox:changed': forStrangerOnly({ act: requestToJoin, receiver: 'owner' }),
  'connection:created': forStrangerOnly({ act: showInterest, receiver: 'owner' }),
  'connection:mine': 'own',
  'connection:decided': forStrangerOnly({
    before: showInterest,
    act: ({ owner }, id) => call(owner, `PUT /api/projects/connections/${id}`, { status: 'approved' }),
    receiver: 'other',
  }),
  'invitation:changed': forStrangerOnly({
    before: async ({ other }) => {
      const listed = 'UPDATE users SET listed = true, active_on = current_date WHERE id = $1';
      await server.database.pool.query(listed, [other.id]);
      return 0;
    },
    act: ({ owner, other, project }) => call(owner, `POST /api/projects/${project}/invitations`, { user_id: other.id }),
    receiver: 'other',
  }),
  'choices:changed': forBoth(false, {
    act: ({ owner, other }) => call(owner, `PUT /api/messages/mute/${other.id}`),
    receiver: 'other',
  }),
  'saved:changed': forBoth(false, {
    before: write,
    act: ({ owner, other }, seq) =>
      call(owner, `PUT /api/messages/conversation/${other.id}/${seq}/saved`, { client_id: crypto.randomUUID() }),
    receiver: 'other',
  }),
  'block:changed': forBoth(false, {
    act: ({ owner, other }) => call(owner, `PUT /api/blocks/${other.id}`),
    receiver: 'other',
  }),
  'message-request:changed': forBoth(false, {
    before: write,
    act: ({ owner, other }) => call(owner, `PUT /api/messages/requests/${other.id}`, { decision: 'ignored' }),
    receiver: 'other',
  }),
  'profile:changed': 'own',
  // A creator's name is on a page that everybody has.
  'member:renamed': forStrangerOnly({
    act: ({ owner }) => call(owner, 'PATCH /api/users/profile', { name: `Renamed ${crypto.randomUUID()}` }),
    receiver: 'other',
  }),
  'picture:changed': forStrangerOnly({
    act: ({ owner }) => call(owner, 'PUT /api/users/picture', picture),
    receiver: 'other',
  }),
  'pushes:missed': 'own',
} satisfies Record<ServerEvent, Row>;

const casesBetween = Object.entries<Row>(rows).flatMap(([event, row]) =>
  typeof row === 'string' ? [] : (['stranger', 'blocked'] as const).map((relation) => [event, relation, row] as const),
);

beforeAll(async () => {
  server = await startTestServer({ env: { MESSAGE_REQUESTS: 'on' } });
  pool = await addMembers(server.database, 2 * casesBetween.length, server.jwtSecret);
});
afterAll(() => server.close());

/** Longer than the time for which events are gathered and then sent. */
const QUIET_MS = 600;

async function setScene(): Promise<Scene> {
  const [owner, other] = takeFrom(pool, 2);
  const project = (await post(owner)).body.data.project.id;
  const sockets = { owner: await server.connect(owner), other: await server.connect(other) };
  return { owner, other, project, sockets };
}

describe('every event between two members', () => {
  it('has its row', () => expect(Object.keys(rows).toSorted()).toEqual(Object.keys(serverEvents).toSorted()));

  it.concurrent.each(everyNth(2, casesBetween))(
    '%s, %s',
    { timeout: 30_000 },
    async (event, relation, { before, act, receiver, ...row }) => {
      const scene = await setScene();
      const prepared = (await before?.(scene)) ?? 0;
      if (relation === 'blocked') await call(scene.owner, `PUT /api/blocks/${scene.other.id}`);
      const { sockets, owner, project } = scene;
      await sockets.other.emitWithAck('presence:watch', { userIds: [owner.id] });
      await sockets.other.emitWithAck('project:watch', { list: true, project_id: project });
      await sleep(QUIET_MS);
      let receivedCount = 0;
      sockets[receiver].onAny((name: string) => {
        if (name === event) receivedCount += 1;
      });
      await act(scene, prepared);
      if (row[relation]) await eventually(() => expect(receivedCount).toBeGreaterThan(0));
      else {
        await sleep(QUIET_MS);
        expect(receivedCount).toBe(0);
      }
    },
  );
});
