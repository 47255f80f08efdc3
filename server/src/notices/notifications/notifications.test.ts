import type { CallQuery } from '@sangam/shared/app/calls';
import type { NotificationItem, NotificationsChange } from '@sangam/shared/notices/notifications';
import { eventually } from '@sangam/testing/eventually';
import { postProject } from '@sangam/testing/post-project';
import { startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { transact } from '../../platform/db/transaction.js';
import type { DomainEvents } from '../../platform/events.js';
import { createBus } from '../../platform/lib/bus.js';
import { fail, ok, type Result } from '../../platform/lib/result.js';
import { updateNotifications } from '../../platform/records/notifications.js';
import type { NewNotification } from '../../platform/records/notifications.queries.js';

let server: TestServer;
let asha: TestMember;
let bina: TestMember;
let chitra: TestMember;
let project = 0;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  [asha, bina, chitra] = [await server.signUp('Asha'), await server.signUp('Bina'), await server.signUp('Chitra')];
  project = await postProject(server, asha);
});

const call = (member: TestMember, name: string, body?: unknown) => server.call(name, member.token, body);
const requestToJoin = async (member: TestMember): Promise<number> =>
  (await call(member, 'POST /api/project-requests', { project_id: project })).body.data.request.id;
const decide = (id: number, status: string) => call(asha, `PUT /api/project-requests/${id}/status`, { status });
const inbox = async (member: TestMember, query: CallQuery<'GET /api/inbox'> = {}) =>
  (await server.ask(member, 'GET /api/inbox', { query })).data;
const notificationsOf = async (member: TestMember) =>
  (await inbox(member)).items.map(({ kind, actor, read }) => [kind, actor?.name, read]);

describe('members get notifications', () => {
  it('about a join request, which its withdrawal replaces, and that the next request', async () => {
    const id = await requestToJoin(bina);
    const [item] = (await inbox(asha)).items;
    expect(item).toMatchObject({ kind: 'request:received', title: 'Rover', project_id: project, subject_id: id });
    await call(asha, 'PUT /api/inbox/read-all');
    await call(bina, `DELETE /api/project-requests/${id}`);
    expect(await notificationsOf(asha)).toEqual([['request:withdrawn', 'Bina', false]]);
    await requestToJoin(bina);
    expect(await notificationsOf(asha)).toEqual([['request:received', 'Bina', false]]);
    expect(await notificationsOf(bina)).toEqual([]);
  });

  it('about an accepted request: the applicant and the team; the creator’s own notification is gone', async () => {
    await decide(await requestToJoin(bina), 'accepted');
    await decide(await requestToJoin(chitra), 'accepted');
    expect(await notificationsOf(chitra)).toEqual([['request:accepted', 'Asha', false]]);
    expect(await notificationsOf(bina)).toEqual([
      ['seat:joined', 'Chitra', false],
      ['request:accepted', 'Asha', false],
    ]);
    expect(await inbox(asha)).toMatchObject({ items: [], unread: 0 });
  });

  it('about a rejection', async () => {
    await decide(await requestToJoin(bina), 'rejected');
    expect(await notificationsOf(bina)).toEqual([['request:rejected', 'Asha', false]]);
  });

  it('about each member leaving: the whole team', async () => {
    await decide(await requestToJoin(bina), 'accepted');
    for (const [round, leaving] of [chitra, await server.signUp('Dev')].entries()) {
      await decide(await requestToJoin(leaving), 'accepted');
      await call(leaving, `DELETE /api/projects/${project}/members/me`);
      for (const member of [asha, bina])
        expect((await notificationsOf(member)).filter(([kind]) => kind === 'seat:left')).toHaveLength(round + 1);
    }
    expect((await notificationsOf(chitra)).map(([kind]) => kind)).not.toContain('seat:left');
  });

  it('about interest and its answer', async () => {
    const { body } = await call(bina, `POST /api/projects/${project}/connect`);
    expect(await notificationsOf(asha)).toEqual([['interest:received', 'Bina', false]]);
    await call(asha, `PUT /api/projects/connections/${body.data.connection.id}`, { status: 'approved' });
    expect(await notificationsOf(asha)).toEqual([]);
    expect(await notificationsOf(bina)).toEqual([['interest:approved', 'Asha', false]]);
  });

  it('but not about refused calls', async () => {
    await requestToJoin(bina);
    expect((await call(bina, 'POST /api/project-requests', { project_id: project })).status).toBe(409);
    expect((await inbox(asha)).unread).toBe(1);
  });
});

describe('a key', () => {
  const note = (change: Partial<NewNotification> = {}): NewNotification => ({
    user_id: asha.id,
    kind: 'seat:left',
    key: 'k',
    title: 'T',
    project_id: project,
    subject_id: null,
    actor_id: bina.id,
    ...change,
  });
  const bus = createBus<DomainEvents>(pino({ level: 'silent' }));
  const add = (added: NewNotification[], outcome: Result<null> = ok(null)) =>
    transact(server.database.db, bus, async (trx, publish) => {
      await updateNotifications(trx, publish, { added }, new Date());
      return outcome;
    });

  it('keeps one notification when repeated, which stays read or cleared', async () => {
    await add([note()]);
    await add([note()]);
    expect(await notificationsOf(asha)).toEqual([['seat:left', 'Bina', false]]);
    await call(asha, 'PUT /api/inbox/read-all');
    await add([note()]);
    expect(await notificationsOf(asha)).toEqual([['seat:left', 'Bina', true]]);
    await call(asha, `DELETE /api/inbox/${(await inbox(asha)).items[0]?.id}`);
    await add([note()]);
    expect(await notificationsOf(asha)).toEqual([]);
    await add([note({ kind: 'seat:joined' })]);
    expect(await notificationsOf(asha)).toEqual([['seat:joined', 'Bina', false]]);
  });

  it('publishes several in list order, even at the same time and when one replaces an earlier one', async () => {
    const now = new Date();
    const change = async (...added: NewNotification[]): Promise<NotificationsChange | undefined> => {
      let change: NotificationsChange | undefined;
      const ownBus = createBus<DomainEvents>(pino({ level: 'silent' }));
      ownBus.on('inboxes:changed', (changes) => {
        change = changes[0]?.change;
      });
      await transact(server.database.db, ownBus, async (trx, publish) => {
        await updateNotifications(trx, publish, { added }, now);
        return ok(null);
      });
      return change;
    };
    const [first, second, third] = ['first', 'second', 'third'].map((key) => note({ key }));
    if (!first || !second || !third) return expect.unreachable();
    const ids = (items: readonly NotificationItem[] | undefined) => items?.map(({ id }) => id);
    const both = ids((await change(first, second))?.added);
    expect(both).toEqual(ids((await inbox(asha)).items));
    const last = ids((await change(third))?.added);
    const replaced = ids((await change({ ...first, kind: 'seat:joined' }))?.added);
    expect(replaced).toEqual(both?.slice(1));
    expect(ids((await inbox(asha)).items)).toEqual([...(replaced ?? []), ...(last ?? []), both?.[0]]);
  });

  it('is written only with the commit', async () => {
    await add([note()], fail('NOT_FOUND'));
    expect(await notificationsOf(asha)).toEqual([]);
  });

  it('can change for many members at once, in any order', async () => {
    const everybody = [asha, bina, chitra].map(({ id }) => id);
    const rounds = Array.from({ length: 20 }, (_, n) => n);
    await Promise.all(
      rounds.map((n) =>
        add((n % 2 ? everybody : everybody.toReversed()).map((user_id) => note({ user_id, key: `round ${n}` }))),
      ),
    );
    for (const member of [asha, bina, chitra])
      expect(await inbox(member)).toMatchObject({ unread: 20, total: 20, version: 20 });
  });
});

describe('reading', () => {
  it('marks only the named notifications, and only the member’s own', async () => {
    await requestToJoin(bina);
    await requestToJoin(chitra);
    const [newer, older] = (await inbox(asha)).items;
    const ids = [older?.id];
    expect((await call(bina, 'PUT /api/inbox/read', { ids })).body.data).toMatchObject({ unread: 0, read_ids: [] });
    expect((await inbox(asha)).unread).toBe(2);
    const { data } = (await call(asha, 'PUT /api/inbox/read', { ids })).body;
    expect(data).toMatchObject({ unread: 1, read_ids: ids });
    expect((await inbox(asha)).items.map(({ id, read }) => [id, read])).toEqual([
      [newer?.id, false],
      [older?.id, true],
    ]);
    for (const invalidIds of [[], ['1'], [0], Array.from({ length: 101 }, (_, n) => n + 1)])
      expect((await call(asha, 'PUT /api/inbox/read', { ids: invalidIds })).status).toBe(400);
  });

  it('happens on the screen that shows its subject: on its project’s page, not on another’s', async () => {
    const requestId = await requestToJoin(bina);
    await call(chitra, `POST /api/projects/${project}/connect`);
    const markSeen = async (body: object) => (await call(asha, 'PUT /api/inbox/seen', body)).body.data.unread;
    expect(await markSeen({ place: 'work' })).toBe(2);
    expect(await markSeen({ place: 'project', project_id: project + 1_000 })).toBe(2);
    // In a list, only rows that have been on screen count as seen. Tabs of earlier versions send `dashboard`.
    expect(await markSeen({ place: 'dashboard' })).toBe(2);
    expect(await markSeen({ place: 'requests', subject_ids: [requestId + 1_000] })).toBe(2);
    expect(await markSeen({ place: 'interests', subject_ids: [requestId + 1_000] })).toBe(2);
    expect(await markSeen({ place: 'requests', subject_ids: [requestId] })).toBe(1);
    expect(await markSeen({ place: 'interests' })).toBe(0);
    await call(bina, `DELETE /api/project-requests/${requestId}`);
    expect(await markSeen({ place: 'requests', subject_ids: [requestId] })).toBe(1);
    expect(await markSeen({ place: 'project', project_id: project })).toBe(0);
    expect((await call(asha, 'PUT /api/inbox/seen', { place: 'elsewhere' })).status).toBe(400);
  });

  it('happens in the team’s conversation for the events that it shows', async () => {
    await decide(await requestToJoin(bina), 'accepted');
    await decide(await requestToJoin(chitra), 'accepted');
    await call(chitra, `DELETE /api/projects/${project}/members/me`);
    const markSeen = async (member: TestMember) =>
      (await call(member, 'PUT /api/inbox/seen', { place: 'chat', project_id: project })).body.data.unread;
    expect((await notificationsOf(bina)).map(([kind]) => kind)).toEqual(['seat:left', 'request:accepted']);
    expect(await markSeen(bina)).toBe(0);
    await requestToJoin(await server.signUp('Dev'));
    // A pending request is not in the conversation.
    expect([await markSeen(asha), (await notificationsOf(asha))[0]]).toEqual([1, ['request:received', 'Dev', false]]);
  });

  it('clears a notification from the list and the count', async () => {
    await requestToJoin(bina);
    const [item] = (await inbox(asha)).items;
    const { data } = (await call(asha, `DELETE /api/inbox/${item?.id}`)).body;
    expect(data).toMatchObject({ unread: 0, cleared_ids: [item?.id] });
    expect(await inbox(asha)).toMatchObject({ items: [], unread: 0, total: 0 });
    expect((await call(asha, `DELETE /api/inbox/${item?.id}`)).status).toBe(404);
  });

  it('updates the member’s devices with consecutive versions', async () => {
    const [phone, laptop, other] = [
      await server.connect(asha),
      await server.connect(asha),
      await server.connect(chitra),
    ];
    const received: NotificationsChange[] = [];
    for (const socket of [phone, laptop]) socket.on('inbox:changed', (change) => received.push(change));
    other.on('inbox:changed', () => expect.unreachable());
    await requestToJoin(bina);
    await eventually(() => expect(received).toHaveLength(2));
    const { items, version } = await inbox(asha);
    expect(received).toEqual([1, 2].map(() => ({ unread: 1, version, added: items, read_ids: [], cleared_ids: [] })));
    await call(asha, 'PUT /api/inbox/read-all');
    await eventually(() => expect(received).toHaveLength(4));
    expect(received.at(-1)).toEqual({
      unread: 0,
      version: version + 1,
      added: [],
      cleared_ids: [],
      read_ids: [items[0]?.id],
    });
    // Nothing is unread, so no event is sent.
    await call(asha, 'PUT /api/inbox/seen', { place: 'requests' });
    expect((await inbox(asha)).version).toBe(version + 1);
  });
});

it('pages through the history, newest first', async () => {
  const requests: number[] = [];
  for (let n = 0; n < 5; n += 1) requests.unshift(await requestToJoin(await server.signUp()));
  const first = await inbox(asha, { limit: 2 });
  expect(first).toMatchObject({ has_more: true, total: 5, unread: 5 });
  const following = await inbox(asha, { limit: 3, before: first.items.at(-1)?.id ?? 0 });
  expect(following).toMatchObject({ has_more: false, total: 5 });
  expect([...first.items, ...following.items].map(({ subject_id }) => subject_id)).toEqual(requests);
  expect((await call(asha, 'GET /api/inbox?limit=101')).status).toBe(400);
});
