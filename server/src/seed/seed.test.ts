import { stoppedClock } from '@sangam/testing/clocks';
import { startTestServer } from '@sangam/testing/test-server';
import { expect, it } from 'vitest';
import { DEMO_PASSWORD, members } from './demo.js';
import { seed } from './seed.js';

it('creates a demo once, with two members who can sign in', async () => {
  const stopped = stoppedClock();
  const clock = { ...stopped, set: (ms: number) => (stopped.atMs = ms) };
  await using server = await startTestServer({ clock });
  expect(await seed(server.app.fastify, server.database, clock)).toBe(true);
  expect(await seed(server.app.fastify, server.database, clock)).toBe(false);
  clock.set(Date.now());

  for (const { email, name } of members.slice(0, 2)) {
    const { body } = await server.call('POST /api/auth/login', null, { email, password: DEMO_PASSWORD });
    expect(body.user.name).toBe(name);
    const conversations = await server.call('GET /api/messages/conversations', body.token);
    expect(conversations.body.data.conversations.length).toBeGreaterThan(1);
  }
  const asha = (await server.call('POST /api/auth/login', null, { email: members[0].email, password: DEMO_PASSWORD }))
    .body;
  expect((await server.call('GET /api/messages/unread-count', asha.token)).body.data.unread_count).toBe(4);
  const { teams } = (await server.call('GET /api/refresh', asha.token)).body.data;
  expect(teams.data.teams).toMatchObject([{ unread_count: 1, mention_seq: 4 }]);
  expect(Date.now() - Date.parse(teams.data.teams[0].last_message_time)).toBeGreaterThan(60 * 60_000);
  const { requests } = (await server.call('GET /api/project-requests/incoming', asha.token)).body.data;
  expect(requests).toHaveLength(2);
  const { invitations } = (await server.call('GET /api/invitations/received', asha.token)).body.data;
  expect(invitations).toMatchObject([{ role_name: 'Front-end developer', status: 'pending' }]);
  const found = (await server.call('GET /api/people?sort=fit', asha.token)).body.data;
  expect(found.members.length).toBeGreaterThan(3);
  expect(found.members.map((each: { name: string }) => each.name)).not.toContain('Kabir Singh');
  const { connections } = (await server.call('GET /api/projects/connections/incoming', asha.token)).body.data;
  expect(connections).toHaveLength(2);
  expect(Date.now() - Date.parse(connections[0].created_at)).toBeGreaterThan(10 * 60_000);
  // The demo's events lie in the past.
  expect(Date.now() - Date.parse(requests[0].created_at)).toBeGreaterThan(10 * 60_000);
});
