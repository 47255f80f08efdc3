import { randomUUID } from 'node:crypto';
import { dayMs } from '@sangam/shared/core/limits';
import { formTeam, joinTeam } from '@sangam/testing/chat/team';
import { eventually } from '@sangam/testing/eventually';
import { postProject } from '@sangam/testing/post-project';
import { startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, expect, it } from 'vitest';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ timings: { jobs: { pollMs: 100, retryFirstMs: 20 } } });
});
afterAll(() => server.close());

const sql = async (text: string, ...values: unknown[]) => (await server.database.pool.query(text, values)).rows;
const remove = ({ token }: TestMember, current_password = 'Zq-7kvxw') =>
  server.call('DELETE /api/account', token, { current_password });
const login = ({ email, password }: Pick<TestMember, 'email' | 'password'>, extra: object = {}) =>
  server.call('POST /api/auth/login', null, { email, password, ...extra });
const write = (from: TestMember, to: { id: number }) =>
  server.call('POST /api/messages', from.token, { receiver_id: to.id, content: 'Hello there' });
const post = (creator: TestMember, title: string): Promise<number> => postProject(server, creator, { title });
const requestToJoin = async ({ token }: TestMember, project_id: number): Promise<number> =>
  (await server.call('POST /api/project-requests', token, { project_id })).body.data.request.id;
const projectOf = async (id: number, { token }: TestMember) =>
  (await server.call(`GET /api/projects/${id}`, token)).body.project;
/** Waits until the member's job of this kind is done. */
const isDone = (kind: string, { id }: TestMember) =>
  eventually(async () =>
    expect(await sql('SELECT 1 FROM jobs WHERE kind = $1 AND key = $2', kind, String(id))).toEqual([]),
  );
/** As if 30 days had passed. */
async function finishDeletion(member: TestMember): Promise<void> {
  await sql("UPDATE users SET deleted_at = deleted_at - interval '31 days' WHERE id = $1", member.id);
  await sql("UPDATE jobs SET due_at = now() WHERE kind = 'account:erase' AND key = $1", String(member.id));
  await isDone('account:erase', member);
}

it('requires the password', async () => {
  const member = await server.signUp();
  expect(await remove(member, 'Wrong-horse-7')).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'current_password' }] },
  });
  expect((await server.call('GET /api/auth/me', member.token)).status).toBe(200);
});

it('starts once when requested several times at once', async () => {
  const member = await server.signUp();
  const replies = await Promise.all([1, 2, 3, 4].map(() => remove(member)));
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401]);
  const auditStatement = "SELECT 1 FROM audit_entries WHERE member_id = $1 AND kind = 'account:deleted'";
  expect(await sql(auditStatement, member.id)).toHaveLength(1);
});

it('ends sessions at once, and refuses messages to the member', async () => {
  const [member, friend] = [await server.signUp(), await server.signUp()];
  await write(member, friend);
  await write(friend, member);
  const socket = await server.connect(member);
  const ended = new Promise((resolve) => socket.once('disconnect', resolve));
  const { status, body } = await remove(member);
  expect([status, Date.parse(body.data.until) > Date.now() + 29 * dayMs]).toEqual([200, true]);
  await ended;
  expect((await server.call('GET /api/auth/me', member.token)).status).toBe(401);
  expect((await write(friend, member)).status).toBe(403);
  const thread = await server.call(`GET /api/messages/conversation/${member.id}`, friend.token);
  expect(thread.body.data.messages).toHaveLength(2);
});

it('ends requests, interest and seats by the time it answers, offers projects to their teams, and notifies them', async () => {
  const [member, other] = [await server.signUp('Leaver'), await server.signUp()];
  const [asked, shown, joined, own] = [
    await post(other, 'Asked'),
    await post(other, 'Shown'),
    await post(other, 'Joined'),
    await post(member, 'Own'),
  ];
  const request = await requestToJoin(member, asked);
  await server.call(`POST /api/projects/${shown}/connect`, member.token);
  for (const [creator, id] of [
    [other, await requestToJoin(member, joined)],
    [member, await requestToJoin(other, own)],
  ] as const)
    await server.call(`PUT /api/project-requests/${id}/status`, creator.token, { status: 'accepted' });
  await server.call(`PUT /api/projects/${own}/offer`, member.token, { user_id: other.id });
  await remove(member);
  expect(await sql('SELECT status FROM join_requests WHERE id = $1', request)).toEqual([{ status: 'withdrawn' }]);
  expect(await sql('SELECT status FROM interests WHERE requester_id = $1', member.id)).toEqual([{ status: 'denied' }]);
  expect((await projectOf(joined, other)).current_members).toBe(1);
  // Declining the project closes it (projects/transfers/succession.test.ts).
  await server.call(`PUT /api/projects/${own}/offer/status`, other.token, { status: 'declined' });
  expect((await projectOf(own, other)).state).toBe('closed');
  const { body } = await server.call('GET /api/dashboard/recent-activity', other.token);
  expect(JSON.stringify(body)).toContain('takes no new requests: its creator is leaving Sangam');
  const inbox = await server.call('GET /api/inbox', other.token);
  expect(JSON.stringify(inbox.body)).not.toContain('interest:received');
  expect(inbox.body.data.items).toContainEqual(
    expect.objectContaining({ kind: 'project:left', title: 'Own', project_id: own, actor: expect.anything() }),
  );
});

it.each(['anyone', 'nobody'] as const)(
  'notifies watchers at once when it begins and when it is cancelled, with presence for %s',
  async (presence_for) => {
    const [member, watcher] = [await server.signUp(), await server.signUp()];
    await server.call('PATCH /api/notification-choices', member.token, { presence_for });
    const lastActive = new Date().toISOString();
    await server.call('POST /api/users/update-status', member.token, { isActive: false, lastActive });
    const received: boolean[] = [];
    const socket = await server.connect(watcher);
    await socket.emitWithAck('presence:watch', { userIds: [member.id] });
    socket.on('presence:changed', ({ last_active }) => received.push(last_active !== null));
    await remove(member);
    await eventually(() => expect(received).toEqual([false]));
    expect((await login(member, { come_back: true })).status).toBe(200);
    await eventually(() => expect(received).toEqual([false, presence_for === 'anyone']));
  },
);

it('answers although ending the rest fails, which a job repeats', async () => {
  const [member, creator] = [await server.signUp(), await server.signUp()];
  const { projectId } = await formTeam(server, creator, [member]);
  const shown = await post(creator, 'Shown');
  await server.call(`POST /api/projects/${shown}/connect`, member.token);
  await sql(
    `CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'a failure in the middle'; END $$`,
  );
  await sql('CREATE TRIGGER fails BEFORE DELETE ON project_members FOR EACH ROW EXECUTE FUNCTION fail()');
  expect((await remove(member)).status).toBe(200);
  await sql('DROP TRIGGER fails ON project_members');
  // The parts before the failure stay done.
  expect(await sql('SELECT ended_by FROM interests WHERE requester_id = $1', member.id)).toEqual([
    { ended_by: 'withdrawn' },
  ]);
  expect((await projectOf(projectId, creator)).current_members).toBe(2);
  await sql("UPDATE jobs SET due_at = now() WHERE kind = 'account:leave-all' AND key = $1", String(member.id));
  await isDone('account:leave-all', member);
  expect((await projectOf(projectId, creator)).current_members).toBe(1);
});

it('can be cancelled by signing in within 30 days, but only on purpose', async () => {
  const [member, friend] = [await server.signUp(), await server.signUp()];
  const project = await post(member, 'Mine');
  const { until } = (await remove(member)).body.data;
  expect(await login({ ...member, password: 'Wrong-horse-7' })).toMatchObject({ status: 401 });
  expect(await login(member)).toMatchObject({ status: 403, body: { code: 'ACCOUNT_DELETED', until } });
  const back = await login(member, { come_back: true });
  expect(back.status).toBe(200);
  expect((await login(member)).status).toBe(200);
  expect((await write(friend, member)).status).toBe(201);
  expect((await projectOf(project, friend)).state).toBe('closed');
  await sql("UPDATE jobs SET due_at = now() WHERE kind = 'account:erase' AND key = $1", String(member.id));
  await isDone('account:erase', member);
  expect((await server.call('GET /api/auth/me', back.body.token)).body.user.name).toBe(member.user.name);
});

it('removes the name from others’ activity, where a project’s new title also replaces the old one', async () => {
  const [member, friend] = [await server.signUp('Meera Iyer'), await server.signUp('Dev')];
  const project = await postProject(server, friend);
  await write(member, friend);
  await joinTeam(server, project, friend, member);
  await server.call(`DELETE /api/projects/${project}/members/${member.id}`, friend.token);
  await server.call(`PATCH /api/projects/${project}`, friend.token, { title: 'Lander' });
  const listMessages = async () =>
    (await server.call('GET /api/dashboard/recent-activity', friend.token)).body.data.map(
      ({ message }: { message: string }) => message,
    );
  const named = (name: string) => [
    ...[`You removed ${name} from “Lander”`, `${name} joined “Lander”`, `${name} asked to join “Lander”`],
    ...[`${name} started a conversation with you`, 'You created “Lander”'],
  ];
  await eventually(async () => expect((await listMessages()).sort()).toEqual(named('Meera Iyer').sort()));
  await remove(member);
  await finishDeletion(member);
  expect((await listMessages()).sort()).toEqual(named('Former member').sort());
  expect(JSON.stringify(await sql('SELECT * FROM activities WHERE user_id = $1', friend.id))).not.toMatch(
    /Meera|Rover/u,
  );
});

/** Returns the tables that contain a word anywhere. */
async function tablesWith(word: string): Promise<string[]> {
  const tables = await sql(`SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = current_schema() AND table_type = 'BASE TABLE' ORDER BY 1`);
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await sql(`SELECT FROM "${name}" t WHERE t::text ILIKE $1 LIMIT 1`, `%${word}%`);
    if (rows.length > 0) found.push(name);
  }
  return found;
}

it('is final after 30 days: the profile is erased, messages stay, the address is free', async () => {
  const [member, friend] = [await server.signUp('Meera Iyer'), await server.signUp()];
  await server.call('PUT /api/users/profile', member.token, { name: 'Meera Iyer', college: 'C', skills: ['S'] });
  const texts = { headline: 'Meera', about: 'Meera', looks_for: 'Meera', links: ['https://example.org/meera'] };
  expect((await server.call('PATCH /api/users/profile', member.token, texts)).status).toBe(200);
  const { projectId, conversationId } = await formTeam(server, friend, [member]);
  const mentions = [{ user_id: member.id, name: 'Meera Iyer' }];
  await server.call('POST /api/messages', friend.token, {
    conversation_id: conversationId,
    content: 'Hi @Meera Iyer',
    mentions,
  });
  const id = await postProject(server, member, { title: 'Boat' });
  await server.call(`POST /api/projects/${id}/invitations`, member.token, { user_id: friend.id, message: 'Join us' });
  await server.call(`PUT /api/projects/${projectId}/offer`, friend.token, { user_id: member.id });
  await write(member, friend);
  await write(friend, member);
  for (const [by, other] of [
    [member, friend],
    [friend, member],
  ] as const)
    await server.call(`PUT /api/messages/conversation/${other.id}/1/saved`, by.token, { client_id: randomUUID() });
  await sql(
    `INSERT INTO notifications (user_id, kind, key, title, created_at)
     SELECT $1, 'interest:received', 'k' || n, 'T', now() FROM generate_series(1, 1200) n`,
    member.id,
  );
  await remove(member);
  await finishDeletion(member);
  const [row] = await sql('SELECT * FROM users WHERE id = $1', member.id);
  expect(row).toMatchObject({ name: 'Former member', password_hash: null, college: '', skills: [], github_link: null });
  expect(JSON.stringify(row)).not.toContain(member.email);
  // The text of others' messages stays.
  expect(await tablesWith('meera')).toEqual(['messages']);
  const tables = ['sessions', 'notifications', 'activities', 'devices', 'notification_choices', 'identities'];
  for (const table of [...tables, 'saved_messages', 'saved_versions'])
    expect(await sql(`SELECT 1 FROM ${table} WHERE user_id = $1`, member.id), table).toEqual([]);
  const { body } = await server.call('GET /api/messages/conversations', friend.token);
  expect(JSON.stringify(body)).toContain('Former member');
  expect(JSON.stringify(body)).not.toContain('Meera');
  const thread = await server.call(`GET /api/messages/conversation/${member.id}`, friend.token);
  expect(thread.body.data.messages).toHaveLength(2);
  const saved = await server.call('GET /api/messages/saved', friend.token);
  expect(saved.body.data.saved).toMatchObject([{ user_id: member.id, name: 'Former member', seq: 1 }]);
  expect((await write(friend, member)).status).toBe(403);
  expect(await login(member, { come_back: true })).toMatchObject({ status: 401, body: { code: 'BAD_CREDENTIALS' } });
  const again = await server.call('POST /api/auth/signup', null, {
    name: 'Meera',
    email: member.email,
    password: 'Zq-7kvxw',
  });
  expect(again.status).toBe(201);
  expect(again.body.user.id).not.toBe(member.id);
});

it('reserves the name of former members', async () => {
  const body = { name: ' former  Member', email: 'former@example.org', password: 'Zq-7kvxw' };
  expect(await server.call('POST /api/auth/signup', null, body)).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'name' }] },
  });
});
