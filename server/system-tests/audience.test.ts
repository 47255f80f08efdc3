import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ServerEvent, serverEvents } from '@sangam/shared/app/socket';
import { eventually } from '@sangam/testing/eventually';
import { type ClientSocket, startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

/** Asha creates, Bina asks, Chitra knows both, Dev knows nobody, and Eka has the pages open. Each list is one device. */
const devices = {
  'asha phone': 'asha',
  'asha laptop': 'asha',
  'bina phone': 'bina',
  'bina laptop': 'bina',
  chitra: 'chitra',
  dev: 'dev',
  'eka on the list': 'eka',
  'eka on the page': 'eka',
} as const;
type Device = keyof typeof devices;
type ReceivingDevices = Partial<Record<ServerEvent, Device[]>>;

const asha: Device[] = ['asha laptop', 'asha phone'];
const bina: Device[] = ['bina laptop', 'bina phone'];
const devicesOfBoth = [...asha, ...bina];
const viewers: Device[] = ['eka on the list', 'eka on the page'];
/** An update of a project reaches those with it on screen, and its creator wherever they are. */
const updated = (devices: Device[], creator: Device[] = asha): ReceivingDevices => ({
  'project:updated': devices,
  'project:mine': creator,
});
/** Longer than the time for which events, except unread counts, are gathered and then sent. */
const QUIET_MS = 500;
/** A GIF of one pixel. */
const picture = new Uint8Array(Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=', 'base64'));

let server: TestServer;
const members = {} as Record<(typeof devices)[Device], TestMember>;
const sockets = {} as Record<Device, ClientSocket>;
let waitForCounts: () => Promise<void>;
let received: { device: Device; event: string }[] = [];
let projectId = 0;
let requestId = 0;
let waitlistedId = 0;
let rejectedId = 0;
let interestId = 0;
let invitationId = 0;
let deletedProjectId = 0;
let ledId = 0;
let shownProjectId = 0;
let messageSeq = 0;

const names = Object.keys(devices) as Device[];
const emit = (device: Device, event: string, payload: unknown) =>
  (sockets[device] as unknown as { emitWithAck(event: string, payload: unknown): Promise<unknown> }).emitWithAck(
    event,
    payload,
  );
const call = (who: keyof typeof members, name: string, body?: unknown) => server.call(name, members[who].token, body);
const report = (device: Device, isActive: boolean) =>
  emit(device, 'presence:report', { isActive, lastActive: new Date().toISOString() });
const create = (who: keyof typeof members) =>
  call(who, 'POST /api/projects', { title: 'Rover', description: 'It rolls', category: 'other' });
const requestToJoin = async () => {
  const { body } = await call('bina', 'POST /api/project-requests', { project_id: projectId });
  requestId = body.data?.request.id ?? requestId;
};

/** A project of Asha's own, in which Bina has a seat. */
const lead = async () => {
  ledId = (await create('asha')).body.data?.project.id ?? ledId;
  const { body } = await call('bina', 'POST /api/project-requests', { project_id: ledId });
  await call('asha', `PUT /api/project-requests/${body.data?.request.id}/status`, { status: 'accepted' });
};

interface Scenario {
  /** Prepares the act; its events are ignored. */
  before?: () => Promise<unknown>;
  act: () => Promise<unknown>;
  /** All events that any device receives. */
  received: ReceivingDevices;
}

/** One row for each event of the contract: a new event does not compile until its receivers are listed here. */
const scenarios = {
  'message:new': {
    act: () =>
      emit('asha phone', 'message:send', { receiver_id: members.bina.id, content: 'Hi', client_id: randomUUID() }),
    received: { 'message:new': ['asha laptop', ...bina], 'unread:changed': bina },
  },
  'unread:changed': {
    act: () => call('chitra', 'POST /api/messages', { receiver_id: members.asha.id, content: 'Hi' }),
    received: { 'message:new': [...asha, 'chitra'], 'unread:changed': asha },
  },
  'message:changed': {
    before: async () => {
      const { body } = await call('asha', 'POST /api/messages', { receiver_id: members.bina.id, content: 'Hi' });
      messageSeq = body.data?.seq ?? messageSeq;
    },
    act: () =>
      emit('asha phone', 'message:delete', { user_id: members.bina.id, seq: messageSeq, client_id: randomUUID() }),
    received: { 'message:changed': devicesOfBoth, 'unread:changed': bina },
  },
  'message:read': {
    before: () => call('asha', 'POST /api/messages', { receiver_id: members.bina.id, content: 'Hi' }),
    act: () => emit('bina phone', 'message:read', { user_id: members.asha.id }),
    received: { 'message:read': devicesOfBoth, 'unread:changed': bina },
  },
  typing: {
    act: () => emit('asha phone', 'typing', { receiver_id: members.bina.id, typing: true }),
    received: { typing: bina },
  },
  'presence:changed': {
    act: () => report('chitra', false),
    received: { 'presence:changed': ['eka on the list'] },
  },
  'project:created': {
    act: () => create('asha'),
    received: { 'project:created': ['eka on the list'], 'project:mine': asha },
  },
  'project:mine': {
    act: () => create('bina'),
    received: { 'project:created': ['eka on the list'], 'project:mine': bina },
  },
  'join-request:created': {
    act: requestToJoin,
    received: { 'join-request:created': asha, 'join-request:mine': bina, 'inbox:changed': asha },
  },
  'join-request:mine': {
    act: () => call('chitra', 'POST /api/project-requests', { project_id: projectId }),
    received: { 'join-request:created': asha, 'join-request:mine': ['chitra'], 'inbox:changed': asha },
  },
  'join-request:withdrawn': {
    before: requestToJoin,
    act: () => call('bina', `DELETE /api/project-requests/${requestId}`),
    received: { 'join-request:withdrawn': devicesOfBoth, 'inbox:changed': asha },
  },
  'join-request:decided': {
    before: requestToJoin,
    act: () => call('asha', `PUT /api/project-requests/${requestId}/status`, { status: 'accepted' }),
    received: { 'join-request:decided': devicesOfBoth, ...updated(viewers), 'inbox:changed': devicesOfBoth },
  },
  'join-request:reopened': {
    before: async () => {
      const project_id = (await create('asha')).body.data.project.id;
      rejectedId = (await call('bina', 'POST /api/project-requests', { project_id })).body.data.request.id;
      await call('asha', `PUT /api/project-requests/${rejectedId}/status`, { status: 'rejected' });
    },
    act: () => call('asha', `POST /api/project-requests/${rejectedId}/reopen`),
    // The creator's notification about the request is removed.
    received: { 'join-request:reopened': devicesOfBoth, 'inbox:changed': devicesOfBoth },
  },
  'join-request:line': {
    // A seat is free, so it is offered at once.
    before: async () => {
      const project_id = (await create('asha')).body.data.project.id;
      waitlistedId = (await call('bina', 'POST /api/project-requests', { project_id })).body.data.request.id;
    },
    act: () => call('asha', `PUT /api/project-requests/${waitlistedId}/line`),
    received: { 'join-request:line': devicesOfBoth, ...updated(['eka on the list']), 'inbox:changed': devicesOfBoth },
  },
  'project:updated': {
    act: () => call('bina', `DELETE /api/projects/${projectId}/members/me`),
    received: {
      ...updated(viewers),
      'join-request:withdrawn': devicesOfBoth,
      'team:left': asha,
      // The creator gets a notification, and the member's notifications about the team are removed.
      'inbox:changed': devicesOfBoth,
    },
  },
  'team:left': {
    before: lead,
    act: () => call('bina', `DELETE /api/projects/${ledId}/members/me`),
    received: {
      'team:left': asha,
      ...updated(['eka on the list']),
      'join-request:withdrawn': devicesOfBoth,
      'inbox:changed': devicesOfBoth,
    },
  },
  'offer:changed': {
    before: lead,
    act: () => call('asha', `PUT /api/projects/${ledId}/offer`, { user_id: members.bina.id }),
    received: { 'offer:changed': devicesOfBoth, 'inbox:changed': bina },
  },
  'project:taken-over': {
    before: async () => {
      await lead();
      await call('chitra', 'POST /api/project-requests', { project_id: ledId });
      await call('asha', `PUT /api/projects/${ledId}/offer`, { user_id: members.bina.id });
    },
    act: () => call('bina', `PUT /api/projects/${ledId}/offer/status`, { status: 'accepted' }),
    received: {
      'offer:changed': devicesOfBoth,
      'project:taken-over': devicesOfBoth,
      ...updated(['eka on the list'], bina),
      // Both members' requests: one lost theirs, the other has a new one.
      'join-request:withdrawn': bina,
      'join-request:mine': [...asha, 'chitra'],
      'inbox:changed': [...devicesOfBoth, 'chitra'],
    },
  },
  'inbox:changed': {
    before: async () => {
      await requestToJoin();
      await call('bina', `DELETE /api/project-requests/${requestId}`);
    },
    act: () => call('asha', 'PUT /api/inbox/read-all'),
    received: { 'inbox:changed': asha },
  },
  'choices:changed': {
    act: () => call('asha', `PUT /api/messages/mute/${members.bina.id}`),
    received: { 'choices:changed': asha },
  },
  'saved:changed': {
    before: async () => {
      const { body } = await call('asha', 'POST /api/messages', { receiver_id: members.bina.id, content: 'Hi' });
      messageSeq = body.data?.seq ?? messageSeq;
    },
    act: () =>
      emit('asha phone', 'message:save', { user_id: members.bina.id, seq: messageSeq, client_id: randomUUID() }),
    received: { 'saved:changed': asha },
  },
  'block:changed': {
    act: () => call('asha', `PUT /api/blocks/${members.dev.id}`),
    received: { 'block:changed': asha },
  },
  'message-request:changed': {
    // Makes the conversation a message request, since they are off on this server.
    before: async () => {
      await sql`UPDATE memberships SET request = 'waiting' WHERE user_id = ${members.asha.id} AND other_id = ${members.chitra.id}`.execute(
        server.database.db,
      );
    },
    act: () => call('asha', `PUT /api/messages/requests/${members.chitra.id}`, { decision: 'ignored' }),
    received: { 'message-request:changed': asha, 'unread:changed': asha },
  },
  'team:removed': {
    before: lead,
    act: () => call('asha', `DELETE /api/projects/${ledId}/members/${members.bina.id}`),
    received: {
      'team:removed': devicesOfBoth,
      ...updated(['eka on the list']),
      'join-request:withdrawn': devicesOfBoth,
      'inbox:changed': bina,
    },
  },
  'project:deleted': {
    before: async () => {
      deletedProjectId = (await create('asha')).body.data?.project.id ?? deletedProjectId;
      await call('bina', 'POST /api/project-requests', { project_id: deletedProjectId });
      await call('chitra', `POST /api/projects/${deletedProjectId}/connect`);
    },
    act: () => call('asha', `DELETE /api/projects/${deletedProjectId}`),
    received: {
      'project:deleted': ['eka on the list', ...asha],
      'join-request:withdrawn': devicesOfBoth,
      'connection:decided': [...asha, 'chitra'],
      'inbox:changed': [...devicesOfBoth, 'chitra'],
    },
  },
  'connection:created': {
    // Bina has left the first project, so she can't ask it again yet, and is in the team of the second.
    before: async () => {
      shownProjectId = (await create('asha')).body.data?.project.id ?? shownProjectId;
    },
    act: async () => {
      const { body } = await call('bina', `POST /api/projects/${shownProjectId}/connect`);
      interestId = body.data?.connection.id ?? interestId;
    },
    received: { 'connection:created': asha, 'connection:mine': bina, 'inbox:changed': asha },
  },
  'connection:mine': {
    act: () => call('chitra', `POST /api/projects/${projectId}/connect`),
    received: { 'connection:created': asha, 'connection:mine': ['chitra'], 'inbox:changed': asha },
  },
  'connection:decided': {
    act: () => call('asha', `PUT /api/projects/connections/${interestId}`, { status: 'approved' }),
    received: { 'connection:decided': devicesOfBoth, ...updated(['eka on the list']), 'inbox:changed': devicesOfBoth },
  },
  'invitation:changed': {
    // Bina has no seat there, and isn't a stranger.
    before: async () => {
      ledId = (await create('asha')).body.data?.project.id ?? ledId;
      const { body } = await call('asha', `POST /api/projects/${ledId}/invitations`, { user_id: members.bina.id });
      invitationId = body.data?.invitation.id ?? invitationId;
    },
    act: () => call('bina', `PUT /api/invitations/${invitationId}/status`, { status: 'declined' }),
    received: { 'invitation:changed': devicesOfBoth, 'inbox:changed': devicesOfBoth },
  },
  'profile:changed': {
    act: () => call('bina', 'PUT /api/users/profile', { name: 'bina', college: 'IIT', skills: ['Go'] }),
    received: { 'profile:changed': bina },
  },
  'member:renamed': {
    act: () => call('bina', 'PATCH /api/users/profile', { name: 'Bina Rao' }),
    // Asha has talked with her. Chitra has only written to her, and sees her as the creator of a project.
    received: { 'profile:changed': bina, 'member:renamed': [...asha, 'chitra'] },
  },
  'picture:changed': {
    before: () => call('chitra', 'PATCH /api/users/profile', { college: 'IIT', skills: ['Go'], listed: true }),
    act: () => call('chitra', 'PUT /api/users/picture', picture),
    received: { 'picture:changed': ['chitra', ...devicesOfBoth, ...viewers] },
  },
  // Teams' conversations: `chat/conversations/teams.test.ts`.
  'conversation:changed': null,
  'conversation:left': null,
  'conversation:read': null,
  // No act causes it; `cluster/outage.test.ts` covers outages.
  'pushes:missed': null,
} satisfies Record<ServerEvent, Scenario | null>;
const caused = Object.entries<Scenario | null>(scenarios).flatMap(([event, scenario]) =>
  scenario === null ? [] : ([[event, scenario]] as const),
);

beforeAll(async () => {
  server = await startTestServer();
  for (const name of new Set(Object.values(devices))) members[name] = await server.signUp(name);
  for (const who of ['asha', 'bina'] as const)
    await call('chitra', 'POST /api/messages', { receiver_id: members[who].id, content: 'Hello' });
  await call('bina', 'POST /api/messages', { receiver_id: members.asha.id, content: 'Hello' });
  projectId = (await create('asha')).body.data.project.id;
  for (const name of names) {
    sockets[name] = await server.connect(members[devices[name]]);
    sockets[name].onAny((event: string) => received.push({ device: name, event }));
  }
  await emit('eka on the list', 'presence:watch', { userIds: [members.chitra.id] });
  await emit('eka on the list', 'project:watch', { list: true, project_id: null });
  await emit('eka on the page', 'project:watch', { list: false, project_id: projectId });
  waitForCounts = await watchCounts();
  await waitForEvents();
});
afterAll(() => server.close());
beforeEach(async () => {
  received = [];
});

/**
 * Returns a function that waits until all unread counts up to now were sent. A slow count delays the next one by a multiple of its time;
 * the probe's own count is sent with the earlier ones or after them.
 */
async function watchCounts(): Promise<() => Promise<void>> {
  const [writer, reader] = [await server.signUp(), await server.signUp()];
  const socket = await server.connect(reader);
  let unreadCount = 0;
  socket.on('unread:changed', ({ unread_count }) => {
    unreadCount = unread_count;
  });
  let sentCount = 0;
  return async () => {
    const { status } = await server.call('POST /api/messages', writer.token, { receiver_id: reader.id, content: 'Hi' });
    expect(status).toBe(201);
    sentCount += 1;
    await eventually(() => expect(unreadCount).toBe(sentCount));
  };
}
const pause = () => sleep(QUIET_MS);
const waitForEvents = async () => {
  await pause();
  await waitForCounts();
};
const asList = (): string[] => received.map(({ device, event }) => `${event} → ${device}`).toSorted();
const expected = (receivers: ReceivingDevices): string[] =>
  Object.entries(receivers)
    .flatMap(([event, list]) => list.map((device) => `${event} → ${device}`))
    .toSorted();

describe('every event reaches its receivers only', () => {
  it.each(caused)('%s', async (event, { before, act, received: receivers }) => {
    expect(receivers).toHaveProperty([event]);
    if (before) {
      await before();
      await waitForEvents();
      received = [];
    }
    await act();
    await eventually(() => expect(asList()).toEqual(expect.arrayContaining(expected(receivers))));
    await waitForEvents();
    expect(asList()).toEqual(expected(receivers));
  });

  it('has a row for each event', () => {
    expect(Object.keys(scenarios).toSorted()).toEqual(Object.keys(serverEvents).toSorted());
  });
});

describe('events are published only after the commit', () => {
  const tables = [
    'messages',
    'memberships',
    'message_acts',
    'saved_messages',
    'devices',
    'projects',
    'project_members',
    'inboxes',
    'notification_choices',
    'join_requests',
    'interests',
    'invitations',
    'member_pictures',
    'blocks',
    'users',
  ];
  const refuseCommits = async () => {
    const { db } = server.database;
    await sql`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN RAISE EXCEPTION ''no commit today''; END'`.execute(db);
    for (const table of tables)
      await sql`CREATE CONSTRAINT TRIGGER refuse AFTER INSERT OR UPDATE OR DELETE ON ${sql.table(table)}
        DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse()`.execute(db);
  };

  it('sends nothing when every commit fails', { timeout: 30_000 }, async () => {
    await call('asha', 'POST /api/messages', { receiver_id: members.bina.id, content: 'unread' });
    await requestToJoin();
    await waitForEvents();
    const decide = requestId;
    await refuseCommits();
    received = [];
    const everything = {
      ...Object.fromEntries(caused),
      'join-request:decided': {
        act: () => call('asha', `PUT /api/project-requests/${decide}/status`, { status: 'rejected' }),
      },
      'presence:changed': { act: () => report('chitra', true) },
      // Dev is blocked already, so another block would change nothing.
      'block:changed': { act: () => call('asha', `DELETE /api/blocks/${members.dev.id}`) },
    };
    for (const [event, { act }] of Object.entries<Pick<Scenario, 'act'>>(everything))
      if (event !== 'typing') await act();
    await pause();
    expect(asList()).toEqual([]);
  });
});
