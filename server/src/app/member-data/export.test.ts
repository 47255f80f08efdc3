import { randomUUID } from 'node:crypto';
import { formTeam } from '@sangam/testing/chat/team';
import { text, upload } from '@sangam/testing/chat/uploads';
import { postProject } from '@sangam/testing/post-project';
import { startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { EXPORT_PAGE_ROWS } from '../../platform/member-data/export.js';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { RATE_LIMIT: 'on' } });
});
afterAll(() => server.close());

const exported = ({ token, password }: TestMember) =>
  server.call('POST /api/account/export', token, { current_password: password });

it('is one file with all of the member’s data and no address of others', async () => {
  const [member, friend] = [await server.signUp('Asha'), await server.signUp('Rohan')];
  const id = await postProject(server, member);
  await server.call('POST /api/project-requests', friend.token, { project_id: id, message: 'Let me in' });
  await server.call('POST /api/messages', member.token, { receiver_id: friend.id, content: 'Hello' });
  // More than two pages of messages.
  await server.database.pool.query(
    `WITH c AS (UPDATE conversations SET last_seq = 1201, sent = '{1201,0}' WHERE low_id = least($1::int8, $2) AND high_id = greatest($1::int8, $2)
       RETURNING id)
     INSERT INTO messages (conversation_id, seq, sender_id, sender_seq, content, created_at)
     SELECT c.id, n, $1, n, 'Message ' || n, now() FROM c, generate_series(2, 1201) n`,
    [member.id, friend.id],
  );
  const answer = await exported(member);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="sangam-export.json"');
  expect(answer.body).toMatchObject({
    head: { format: 'sangam-export-1' },
    member: { name: 'Asha', email: member.email, providers: [] },
    sessions: [{ ended_at: null }],
    projects: [{ id, title: 'Rover', answer_days: 7 }],
    received_join_requests: [{ requester_name: 'Rohan', message: 'Let me in' }],
    account_activity: [{ kind: 'session:begun' }, { kind: 'data:exported' }],
    activities: [
      { kind: 'project:created', project_id: id, ended_by: null },
      { kind: 'request:received', project_id: id },
      { kind: 'chat:begun', project_id: null },
    ],
    conversations: [{ with: { id: friend.id, name: 'Rohan' } }],
  });
  const [{ messages }] = answer.body.conversations;
  expect(messages.map(({ seq }: { seq: number }) => seq)).toEqual(Array.from({ length: 1201 }, (_, n) => n + 1));
  expect(messages[0]).toMatchObject({ content: 'Hello', mine: true });
  expect(JSON.stringify(answer.body)).not.toContain(friend.email);
  expect(JSON.stringify(answer.body)).not.toContain('password_hash');
});

it('contains reactions and pins of both sides, saved messages and blocked members', async () => {
  const [member, friend, rude] = [
    await server.signUp('Asha'),
    await server.signUp('Rohan'),
    await server.signUp('Rude'),
  ];
  await server.call('POST /api/messages', member.token, { receiver_id: friend.id, content: 'Hello' });
  await server.call('POST /api/messages', friend.token, { receiver_id: member.id, content: 'Hi' });
  const put = async (caller: TestMember, path: string, body: object) => {
    const other = caller === member ? friend : member;
    const call = `PUT /api/messages/${path.replace(':userId', String(other.id))}`;
    expect((await server.call(call, caller.token, { client_id: randomUUID(), ...body })).status).toBe(200);
  };
  await put(member, 'conversation/:userId/2/saved', {});
  await put(friend, 'conversation/:userId/1/reactions', { emoji: '👍' });
  await put(member, 'conversation/:userId/1/pin', {});
  expect((await server.call(`PUT /api/messages/mark-read/${friend.id}`, member.token)).status).toBe(200);
  await put(member, 'mark-unread/:userId', { seq: 2 });
  const [{ conversation_id }] = (await server.call('GET /api/messages/conversations', member.token)).body.data
    .conversations;
  await put(member, `c/${conversation_id}/archive`, { seq: 2 });
  expect((await server.call(`PUT /api/blocks/${rude.id}`, member.token)).status).toBe(200);
  const { body } = await exported(member);
  expect(body.member.blocked_member_ids).toEqual([rude.id]);
  // The two never wrote to each other: an empty conversation would reveal the block.
  expect((await exported(rude)).body.conversations).toEqual([]);
  expect(body.saved_messages).toEqual([{ with_id: friend.id, project_id: null, seq: 2, saved_at: expect.any(String) }]);
  const between = body.conversations.find((member: { with: { id: number } }) => member.with.id === friend.id);
  expect(between).toMatchObject({
    unread_from: 2,
    archived: true,
    messages: [
      {
        reactions: [{ user_id: friend.id, emoji: '👍' }],
        pinned: { user_id: member.id, at: expect.stringMatching(/\.\d{3}Z$/u) },
      },
      { content: 'Hi' },
    ],
  });
  expect(between.messages[1]).not.toHaveProperty('reactions');
  expect((await exported(rude)).body.member.blocked_member_ids).toEqual([]);
  const theirs = (await exported(friend)).body;
  expect(JSON.stringify(theirs)).not.toMatch(/unread_from|archived/u);
  expect(theirs.saved_messages).toEqual([]);
});

it('lists the files of messages, without their previews', async () => {
  const [member, friend] = [await server.signUp('Asha'), await server.signUp('Rohan')];
  const { id } = await upload(server, member, text(), 'notes.txt');
  const message = { receiver_id: friend.id, content: 'Mine', attachment_ids: [id] };
  expect((await server.call('POST /api/messages', member.token, message)).status).toBe(201);
  const [{ messages }] = (await exported(friend)).body.conversations;
  expect(messages[0].attachments).toMatchObject([{ id, name: 'notes.txt', bytes: 20 }]);
  expect(messages[0].attachments[0]).not.toHaveProperty('preview');
});

it('contains each conversation once, even when there are more than are read at a time', async () => {
  const member = await server.signUp();
  const count = EXPORT_PAGE_ROWS + 1;
  await server.database.pool.query(
    `WITH others AS (
       INSERT INTO users (name, email) SELECT 'Other', 'one-of-many-' || n || '@example.org' FROM generate_series(1, $2::int) n
       RETURNING id
     ), made AS (
       INSERT INTO conversations (low_id, high_id, last_seq, low_sent, sent) SELECT $1, id, 1, 1, '{1,0}' FROM others RETURNING id, low_id, high_id
     )
     INSERT INTO memberships (user_id, other_id, conversation_id, slot)
     SELECT low_id, high_id, id, 1 FROM made UNION ALL SELECT high_id, low_id, id, 2 FROM made`,
    [member.id, count],
  );
  const ids = (await exported(member)).body.conversations.map((member: { with: { id: number } }) => member.with.id);
  expect([ids.length, new Set(ids).size]).toEqual([count, count]);
});

it('contains own reports without their outcome, and the state of message requests to the member', async () => {
  await using strict = await startTestServer({ env: { MESSAGE_REQUESTS: 'on' } });
  const [member, stranger] = [await strict.signUp('Asha'), await strict.signUp('Stranger')];
  const write = { receiver_id: member.id, content: 'Hello' };
  expect((await strict.call('POST /api/messages', stranger.token, write)).status).toBe(201);
  const report = { kind: 'member', id: stranger.id, reason: 'spam', words: 'Rude' };
  expect((await strict.call('POST /api/reports', member.token, report)).status).toBe(200);
  const own = async ({ token, password }: TestMember) =>
    (await strict.call('POST /api/account/export', token, { current_password: password })).body;
  const mine = await own(member);
  expect(mine.my_reports).toEqual([
    {
      kind: 'member',
      subject_id: stranger.id,
      reason: 'spam',
      words: 'Rude',
      created_at: expect.any(String),
      reviewed: false,
    },
  ]);
  expect(mine.conversations).toMatchObject([{ with: { id: stranger.id }, message_request: 'waiting' }]);
  const theirs = await own(stranger);
  expect(theirs.my_reports).toEqual([]);
  expect(JSON.stringify(theirs)).not.toMatch(/message_request|Rude/u);
});

it('requires the password, or a recent sign-in for an account without one, and is recorded in the activity', async () => {
  const member = await server.signUp();
  const wrong = { ...member, password: 'Wrong-horse-7' };
  const refused = { status: 400, body: { code: 'INVALID', errors: [{ field: 'current_password' }] } };
  expect(await exported(wrong)).toMatchObject(refused);
  expect(await server.call('GET /api/account/export', member.token)).toMatchObject(refused);
  for (const body of [{}, { current_password: 1 }, []])
    expect((await server.call('POST /api/account/export', member.token, body)).status).toBe(400);
  const kinds = async () =>
    (await server.call('GET /api/account/activity', member.token)).body.data.entries.map(
      ({ kind }: { kind: string }) => kind,
    );
  expect(await kinds()).not.toContain('data:exported');
  expect((await exported(member)).status).toBe(200);
  expect((await kinds())[0]).toBe('data:exported');
  await server.database.pool.query('UPDATE users SET password_hash = NULL WHERE id = $1', [member.id]);
  expect((await server.call('GET /api/account/export', member.token)).status).toBe(200);
  const old = "UPDATE sessions SET created_at = created_at - interval '11 minutes' WHERE user_id = $1";
  await server.database.pool.query(old, [member.id]);
  expect(await server.call('GET /api/account/export', member.token)).toMatchObject(refused);
});

it('can be repeated after one that failed before its first byte', async () => {
  const member = await server.signUp();
  const unrecorded = `kind <> 'data:exported' OR member_id <> ${member.id}`;
  await server.database.pool.query(`ALTER TABLE audit_entries ADD CONSTRAINT failing CHECK (${unrecorded}) NOT VALID`);
  expect((await exported(member)).status).toBe(500);
  await server.database.pool.query('ALTER TABLE audit_entries DROP CONSTRAINT failing');
  expect((await exported(member)).status).toBe(200);
});

it('contains no other member’s data, and is limited to five a day', async () => {
  const member = await server.signUp();
  expect((await server.call('GET /api/account/export')).status).toBe(401);
  const statuses: number[] = [];
  for (let n = 0; n < 6; n += 1) statuses.push((await exported(member)).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
});

it('contains all messages of the member’s teams, but only their own messages of former teams', async () => {
  const [member, friend] = [await server.signUp('Asha'), await server.signUp('Rohan')];
  const { conversationId, projectId } = await formTeam(server, member, [friend]);
  for (const one of [member, friend])
    await server.call('POST /api/messages', one.token, {
      conversation_id: conversationId,
      content: `By ${one.user.name}`,
    });
  const teamsOf = async (member: TestMember) =>
    (await exported(member)).body.team_conversations.map(
      ({ project, has_left, messages }: { project: object; has_left: boolean; messages: { content: string }[] }) => ({
        project,
        has_left,
        said: messages.map(({ content }) => content),
      }),
    );
  const project = { id: projectId, title: 'Rover' };
  expect(await teamsOf(friend)).toEqual([{ project, has_left: false, said: ['By Asha', 'By Rohan'] }]);
  const save = `PUT /api/messages/c/${conversationId}/1/saved`;
  expect((await server.call(save, friend.token, { client_id: randomUUID() })).status).toBe(200);
  const archive = `PUT /api/messages/c/${conversationId}/archive`;
  expect((await server.call(archive, friend.token, { seq: 2, client_id: randomUUID() })).status).toBe(200);
  const { saved_messages, team_conversations } = (await exported(friend)).body;
  expect(team_conversations).toMatchObject([{ archived: true }]);
  expect(saved_messages).toEqual([{ with_id: null, project_id: projectId, seq: 1, saved_at: expect.any(String) }]);
  await server.call(`DELETE /api/projects/${projectId}/members/me`, friend.token);
  const message = `/api/messages/c/${conversationId}/2`;
  const reaction = { emoji: '👍', client_id: randomUUID() };
  expect((await server.call(`PUT ${message}/reactions`, member.token, reaction)).status).toBe(200);
  expect((await server.call(`PUT ${message}/pin`, member.token, { client_id: randomUUID() })).status).toBe(200);
  expect(await teamsOf(friend)).toEqual([{ project, has_left: true, said: ['By Rohan'] }]);
  const [former] = (await exported(friend)).body.team_conversations;
  for (const added of ['reactions', 'pinned']) expect(former.messages[0]).not.toHaveProperty(added);
  expect(former).not.toHaveProperty('archived');

  // Only the team sees a new title of a hidden project.
  await server.database.pool.query('UPDATE projects SET hidden_at = now() WHERE id = $1', [projectId]);
  await server.call(`PATCH /api/projects/${projectId}`, member.token, { title: 'Another' });
  expect(await teamsOf(friend)).toMatchObject([{ project }]);
  expect(await teamsOf(member)).toMatchObject([{ project: { title: 'Another' } }]);
});
