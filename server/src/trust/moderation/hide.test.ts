import type { CallName } from '@sangam/shared/app/calls';
import { http } from '@sangam/shared/app/http';
import { formTeam } from '@sangam/testing/chat/team';
import { startTestServer, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, expect, it } from 'vitest';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const bodies: Partial<Record<CallName, object>> = {
  'PATCH /api/projects/:id': { title: 'Mine' },
  'PUT /api/projects/:id/state': { state: 'closed' },
  'PUT /api/projects/:id/offer': { user_id: 1 },
  'PUT /api/projects/:id/offer/status': { status: 'accepted' },
  'POST /api/projects/:id/invitations': { user_id: 1 },
};

it('makes a project look to everybody outside its team as if it did not exist, in every call that names it', async () => {
  const [creator, mate, outsider] = [await server.signUp(), await server.signUp(), await server.signUp()];
  const { projectId } = await formTeam(server, creator, [mate]);
  await server.database.pool.query('UPDATE projects SET hidden_at = now() WHERE id = $1', [projectId]);
  const answerOf = async (name: CallName, id: number) => {
    const call = name.replace(':id', String(id)).replace(':userId', String(mate.id));
    const { status, body } = await server.call(
      call,
      outsider.token,
      name.startsWith('GET') ? undefined : (bodies[name] ?? {}),
    );
    return [name, status, body.code];
  };
  const names = (Object.keys(http) as CallName[]).filter((name) => / \/api\/projects\/:id(\/|$)/u.test(name));
  expect(names).toContain('PUT /api/projects/:id/mute');
  for (const name of names) {
    // Unmuting is allowed for whatever once was muted.
    if (name === 'DELETE /api/projects/:id/mute') continue;
    const hidden = await answerOf(name, projectId);
    expect(hidden).toEqual([name, 404, 'PROJECT_NOT_FOUND']);
    expect(hidden).toEqual(await answerOf(name, 9_999_999));
  }
  expect((await server.call(`PUT /api/projects/${projectId}/mute`, mate.token)).status).toBe(200);
});
