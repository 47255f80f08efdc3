import { QUARTERS_OF_WEEK } from '@sangam/shared/people/hours/week';
import { eventually } from '@sangam/testing/eventually';
import { type AddedMember, addMembers, takeFrom } from '@sangam/testing/members';
import { postProject } from '@sangam/testing/post-project';
import { startTestServer, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** Only a member's own actions change what a stranger may see of them, and where a stranger's messages arrive. */

let server: TestServer;
let second: TestServer;
let pool: AddedMember[];
beforeAll(async () => {
  server = await startTestServer({ env: { MESSAGE_REQUESTS: 'on' } });
  second = await startTestServer({ env: { MESSAGE_REQUESTS: 'on' }, beside: server });
  pool = await addMembers(server.database, 60, server.jwtSecret);
});
afterAll(async () => {
  await second.close();
  await server.close();
});

const call = (who: AddedMember, name: string, body?: object, at = server) => at.call(name, who.token, body);
const get = async (who: AddedMember, path: string) => (await call(who, `GET ${path}`, undefined, second)).body.data;
const post = (who: AddedMember): Promise<number> => postProject(server, who);
const write = (from: AddedMember, to: AddedMember, more: object = {}) =>
  call(from, 'POST /api/messages', { receiver_id: to.id, content: 'Hi', ...more });
const connect = async (who: AddedMember, project: number): Promise<number> =>
  (await call(who, `POST /api/projects/${project}/connect`)).body.data.connection.id;
const ask = async (who: AddedMember, project_id: number): Promise<number> =>
  (await call(who, 'POST /api/project-requests', { project_id })).body.data.request.id;
const decideInterest = (who: AddedMember, id: number, status: string) =>
  call(who, `PUT /api/projects/connections/${id}`, { status });
const decideRequest = (who: AddedMember, id: number, status: string) =>
  call(who, `PUT /api/project-requests/${id}/status`, { status });
const requestOf = async (reader: AddedMember, sender: AddedMember) =>
  (await get(reader, '/api/messages/conversations')).conversations.find(({ id }: { id: number }) => id === sender.id)
    ?.request ?? null;

/** Creates a member with a project who shows presence and can be found only within teams and requests, and a stranger. */
async function setScene() {
  const [reader, stranger] = takeFrom(pool, 2);
  await call(reader, 'PATCH /api/notification-choices', { presence_for: 'acquainted', found_by: 'teams' });
  for (const who of [reader, stranger]) {
    await call(who, 'POST /api/users/update-status', { isActive: true, lastActive: new Date().toISOString() });
    await call(who, 'PUT /api/hours', { hours: '1'.repeat(QUARTERS_OF_WEEK), zone: 'Asia/Kolkata' });
  }
  // Others see changed hours from the next day on.
  const isOlder = 'UPDATE member_hours SET changed_on = changed_on - 1 WHERE user_id IN ($1, $2)';
  await server.database.pool.query(isOlder, [reader.id, stranger.id]);
  /** Returns the reader's presence, card and free hours as the stranger sees them. */
  const sees = async () => ({
    online: (await get(stranger, `/api/users/${reader.id}/status`)).is_online,
    found: (await get(stranger, `/api/users?ids=${reader.id}`)).members.length > 0,
    hours: (await get(stranger, `/api/people/${reader.id}/hours`)).state === 'shared',
  });
  return { reader, stranger, project: await post(reader), sees };
}
type Scene = Awaited<ReturnType<typeof setScene>>;
const nothing = { online: false, found: false, hours: false };
const everything = { online: true, found: true, hours: true };

/** The stranger's actions; each returns the reader's positive and negative answers. */
const acts: Record<string, (scene: Scene) => Promise<{ yes(): Promise<unknown>; no(): Promise<unknown> }>> = {
  async interest({ reader, stranger, project }) {
    const id = await connect(stranger, project);
    return { yes: () => decideInterest(reader, id, 'approved'), no: () => decideInterest(reader, id, 'denied') };
  },
  async 'a join request'({ reader, stranger, project }) {
    const id = await ask(stranger, project);
    return { yes: () => decideRequest(reader, id, 'accepted'), no: () => decideRequest(reader, id, 'rejected') };
  },
};

describe.each(Object.entries(acts))('%s by a stranger', (_, act) => {
  it('reveals nothing until the reader says yes', async () => {
    const scene = await setScene();
    const { yes } = await act(scene);
    expect(await scene.sees()).toEqual(nothing);
    await yes();
    expect(await scene.sees()).toEqual(everything);
    expect((await write(scene.stranger, scene.reader)).status).toBe(201);
    expect(await requestOf(scene.reader, scene.stranger)).toBeNull();
  });

  it('reveals nothing after a no', async () => {
    const scene = await setScene();
    await (await act(scene)).no();
    expect(await scene.sees()).toEqual(nothing);
    await write(scene.stranger, scene.reader);
    expect(await requestOf(scene.reader, scene.stranger)).toBe('waiting');
  });

  it.each(['a no', 'no answer'])(
    'gives them no page of the reader after %s, once the project is gone',
    async (answer) => {
      const scene = await setScene();
      const { reader, stranger, project } = scene;
      const { no } = await act(scene);
      if (answer === 'a no') await no();
      const page = () => call(stranger, `GET /api/people/${reader.id}`);
      expect((await page()).body.data.person.profile.seen_as).toBe('stranger');
      await call(reader, `DELETE /api/projects/${project}`);
      expect((await page()).body.code).toBe('USER_NOT_FOUND');
    },
  );

  it.each(['before', 'after'])('leaves a message %s it among the message requests until then', async (when) => {
    const scene = await setScene();
    const { reader, stranger } = scene;
    if (when === 'before') await write(stranger, reader);
    const { yes } = await act(scene);
    if (when === 'after') await write(stranger, reader);
    expect(await requestOf(reader, stranger)).toBe('waiting');
    expect(await scene.sees()).toEqual(nothing);
    await yes();
    expect(await requestOf(reader, stranger)).toBeNull();
    expect(await scene.sees()).toEqual(everything);
  });

  it('lets the reader see the stranger, since it is the stranger’s own action', async () => {
    const scene = await setScene();
    const { reader, stranger } = scene;
    await call(stranger, 'PATCH /api/notification-choices', { presence_for: 'acquainted', contact_from: 'teams' });
    await call(reader, 'PATCH /api/notification-choices', { presence_for: 'anyone' });
    const online = async () => (await get(reader, `/api/users/${stranger.id}/status`)).is_online;
    expect(await online()).toBe(false);
    await act(scene);
    expect(await online()).toBe(true);
    expect((await write(reader, stranger)).status).toBe(201);
    expect(await requestOf(stranger, reader)).toBeNull();
  });

  it('lets them write to a member who accepts applicants, but only until the answer', async () => {
    const scene = await setScene();
    const { reader, stranger } = scene;
    await call(reader, 'PATCH /api/notification-choices', { contact_from: 'teams' });
    expect((await write(stranger, reader)).body.code).toBe('CONTACT_REFUSED');
    const { no } = await act(scene);
    expect((await write(stranger, reader)).status).toBe(201);
    expect(await requestOf(reader, stranger)).toBe('waiting');
    await no();
    expect((await write(stranger, reader)).body.code).toBe('CONTACT_REFUSED');
  });
});

it('actions between others and the reader reveal nothing to a stranger, nor do actions between others and the stranger', async () => {
  const { reader, stranger, project, sees } = await setScene();
  const [talker, writer, fan, mate, host, invited, applicant] = takeFrom(pool, 7);
  const [theirs, other, own] = [await post(host), await post(host), await post(stranger)];
  const invite = async (by: AddedMember, projectId: number, whom: AddedMember) =>
    expect((await call(by, `POST /api/projects/${projectId}/invitations`, { user_id: whom.id })).status).toBe(201);
  await post(invited);
  const acts = [
    () => write(reader, talker),
    () => write(talker, reader),
    () => write(writer, reader),
    () => call(reader, `PUT /api/messages/requests/${writer.id}`, { decision: 'accepted' }),
    async () => decideInterest(reader, await connect(fan, project), 'approved'),
    async () => decideRequest(reader, await ask(mate, project), 'accepted'),
    () => ask(reader, theirs),
    async () => connect(reader, await post(host)),
    () => invite(reader, project, invited),
    () => ask(applicant, project),
    () => connect(applicant, project),
    // The same with the stranger instead of the reader.
    () => write(stranger, talker),
    () => write(talker, stranger),
    () => write(writer, stranger),
    () => call(stranger, `PUT /api/messages/requests/${writer.id}`, { decision: 'accepted' }),
    async () => decideInterest(stranger, await connect(fan, own), 'approved'),
    async () => decideRequest(stranger, await ask(mate, own), 'accepted'),
    () => ask(host, own),
    () => invite(host, theirs, stranger),
    // The stranger's actions with others.
    () => ask(stranger, other),
    async () => decideInterest(host, await connect(stranger, theirs), 'approved'),
    () => connect(stranger, other),
  ];
  for (const act of acts) await act();
  expect(await sees()).toEqual(nothing);
  await write(stranger, reader);
  expect(await requestOf(reader, stranger)).toBe('waiting');
  await call(reader, 'PATCH /api/notification-choices', { contact_from: 'teams' });
  expect((await write(stranger, reader)).body.code).toBe('CONTACT_REFUSED');
});

describe('a transfer', () => {
  it('reveals nothing about the new creator to earlier applicants, not even their address', async () => {
    const { reader: heir, stranger: applicant, sees } = await setScene();
    const [creator, other] = takeFrom(pool, 2);
    const project = await post(creator);
    await decideRequest(creator, await ask(heir, project), 'accepted');
    await decideInterest(creator, await connect(applicant, project), 'approved');
    await connect(other, project);
    await write(applicant, heir);
    await write(other, heir);
    await call(creator, `PUT /api/projects/${project}/offer`, { user_id: heir.id });
    await call(heir, `PUT /api/projects/${project}/offer/status`, { status: 'accepted' });
    expect(await sees()).toEqual(nothing);
    expect((await call(applicant, `GET /api/projects/${project}`)).body.project.creator_email).toBe('');
    const { connections } = (await call(heir, `GET /api/projects/${project}`)).body;
    expect(connections.map((one: { requester_email: string }) => one.requester_email)).toEqual(['', '']);
    for (const who of [applicant, other]) expect(await requestOf(heir, who)).toBe('waiting');
  });
});

describe('a question from a project’s page', () => {
  const inbox = async (who: AddedMember) =>
    (await get(who, '/api/inbox')) as { items: { kind: string }[]; unread: number };

  it('is a message request, counted and notified like a join request', async () => {
    const { reader, stranger, project, sees } = await setScene();
    const received: unknown[] = [];
    (await server.connect(reader)).on('inbox:changed', (change) => received.push(change));
    const sent = await write(stranger, reader, { project_id: project });
    expect(sent.status).toBe(201);
    expect(await requestOf(reader, stranger)).toBe('waiting');
    expect(await sees()).toEqual(nothing);
    const about = { project_id: project, title: 'Rover', link: `/messages/c/${sent.body.data.conversation_id}` };
    expect(await inbox(reader)).toMatchObject({ unread: 1, items: [{ kind: 'question:received', ...about }] });
    await eventually(() => expect(received).toMatchObject([{ unread: 1, added: [{ kind: 'question:received' }] }]));
    const { request_count } = await get(reader, '/api/messages/unread-count');
    expect(request_count).toBe(1);
  });

  it.each(['answering', 'accepting', 'ignoring'])('the notification is marked as read by %s', async (how) => {
    const { reader, stranger, project, sees } = await setScene();
    await write(stranger, reader, { project_id: project });
    const decide = (decision: string) => call(reader, `PUT /api/messages/requests/${stranger.id}`, { decision });
    if (how === 'answering') await write(reader, stranger);
    else await decide(how === 'accepting' ? 'accepted' : 'ignored');
    expect((await inbox(reader)).unread).toBe(0);
    expect((await sees()).online).toBe(how !== 'ignoring');
  });

  it("sends no notification from a project that is not the receiver’s, is closed, or doesn't exist", async () => {
    const { reader, project } = await setScene();
    const [other, ...writers] = takeFrom(pool, 4);
    await call(reader, `PUT /api/projects/${project}/state`, { state: 'closed' });
    for (const [index, project_id] of [project, await post(other), 999_999].entries()) {
      await write(writers[index] as AddedMember, reader, { project_id });
      expect(await requestOf(reader, writers[index] as AddedMember)).toBe('waiting');
    }
    expect((await inbox(reader)).items).toEqual([]);
  });
});
