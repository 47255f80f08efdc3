import { postProject } from '@sangam/testing/post-project';
import { startTestServer, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ok } from '../../platform/lib/result.js';
import { createLeaveAll } from './delete-account.js';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it('removes the deleted creator from the team when a member accepts the project during the deletion', async () => {
  const [asha, bina] = [await server.signUp('Asha'), await server.signUp('Bina')];
  const id = await postProject(server, asha, { max_members: 4 });
  const requested = await server.call('POST /api/project-requests', bina.token, { project_id: id });
  const decide = `PUT /api/project-requests/${requested.body.data.request.id}/status`;
  expect((await server.call(decide, asha.token, { status: 'accepted' })).status).toBe(200);
  expect((await server.call(`PUT /api/projects/${id}/offer`, asha.token, { user_id: bina.id })).status).toBe(200);
  // Without the rest of the deletion, which the test runs itself.
  await server.database.pool.query('UPDATE users SET deleted_at = now() WHERE id = $1', [asha.id]);

  const left: number[] = [];
  const nothing = async () => ok(null);
  const leaveAll = createLeaveAll({
    db: server.database.db,
    joinRequests: {
      withdraw: () => Promise.reject(new Error('nothing is pending')),
      leave: async (member, project_id) => {
        left.push(project_id);
        return ok({ project_id, current_members: member.id });
      },
    },
    interests: { withdraw: () => Promise.reject(new Error('nothing is pending')) },
    invitations: { leave: nothing },
    succession: {
      start: async () => {
        const accept = `PUT /api/projects/${id}/offer/status`;
        expect((await server.call(accept, bina.token, { status: 'accepted' })).status).toBe(200);
      },
    },
  });
  await leaveAll(asha.id);
  expect(left).toEqual([id]);
});
