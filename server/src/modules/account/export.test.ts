import { startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, expect, it } from 'vitest';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { RATE_LIMIT: 'on' } });
});
afterAll(() => server.close());

const exported = ({ token }: TestMember) => server.call('GET /api/account/export', token);

it('is one file with all that is kept of the member, and no address of others', async () => {
  const [member, friend] = [await server.signUp('Asha'), await server.signUp('Rohan')];
  const body = { title: 'Rover', description: 'D', category: 'other' };
  const id = (await server.call('POST /api/projects', member.token, body)).body.data.project.id;
  await server.call('POST /api/project-requests', friend.token, { project_id: id, message: 'Let me in' });
  await server.call('POST /api/messages', member.token, { receiver_id: friend.id, content: 'Hello' });
  // More than two pages of it.
  await server.database.pool.query(
    `WITH c AS (UPDATE conversations SET last_seq = 1201, low_sent = 1201 WHERE low_id = least($1::int8, $2) AND high_id = greatest($1::int8, $2)
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
    projects: [{ id, title: 'Rover' }],
    received_join_requests: [{ requester_name: 'Rohan', message: 'Let me in' }],
    account_activity: [{ kind: 'session:begun' }],
    conversations: [{ with: { id: friend.id, name: 'Rohan' } }],
  });
  const [{ messages }] = answer.body.conversations;
  expect(messages.map(({ seq }: { seq: number }) => seq)).toEqual(Array.from({ length: 1201 }, (_, n) => n + 1));
  expect(messages[0]).toMatchObject({ content: 'Hello', mine: true });
  expect(JSON.stringify(answer.body)).not.toContain(friend.email);
  expect(JSON.stringify(answer.body)).not.toContain('password_hash');
});

it('is of nobody else, and five times a day at most', async () => {
  const member = await server.signUp();
  expect((await server.call('GET /api/account/export')).status).toBe(401);
  const statuses: number[] = [];
  for (let n = 0; n < 6; n += 1) statuses.push((await exported(member)).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
});
