import { formTeam } from '@sangam/testing/chat/team';
import { eventually } from '@sangam/testing/eventually';
import { decideOn, reportTo, signUpModerator } from '@sangam/testing/moderating';
import { startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';

let server: TestServer;
let mod: TestMember;
beforeAll(async () => {
  server = await startTestServer({ env: { RATE_LIMIT: 'on' } });
  mod = await signUpModerator(server);
});
afterAll(() => server.close());

/** Acts of many tables, which must not lock a team's conversation before its project, as acts on the project do. */
const acts: Record<string, (creator: TestMember, mate: TestMember) => Promise<{ status: number }>> = {
  async 'a suspension'({ id }, mate) {
    return decideOn(server, mod, await reportTo(server, mate, { kind: 'member', id }), { decision: 'suspend' });
  },
  'a rename': ({ token }) => server.call('PATCH /api/users/profile', token, { name: 'Renamed' }),
  'a rename of a teammate': (_creator, { token }) =>
    server.call('PATCH /api/users/profile', token, { name: 'Renamed Mate' }),
  'a deletion of the account': ({ token, password }) =>
    server.call('DELETE /api/account', token, { current_password: password }),
};

const isWaiting = () =>
  eventually(async () => {
    const waiting = await server.database.pool.query("SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'");
    expect(waiting.rowCount).toBeGreaterThan(0);
  });

// The embedded database runs one transaction at a time.
for (const [name, act] of Object.entries(acts))
  it.runIf(inject('template').kind === 'postgres')(`${name} locks projects before their conversations`, async () => {
    const [creator, mate] = [await server.signUp(), await server.signUp()];
    const { projectId } = await formTeam(server, creator, [mate]);
    const held = await server.database.pool.connect();
    try {
      await held.query('BEGIN');
      await held.query('SELECT FROM projects WHERE id = $1 FOR NO KEY UPDATE', [projectId]);
      const acting = act(creator, mate);
      await isWaiting();
      await held.query('SELECT FROM conversations WHERE project_id = $1 FOR NO KEY UPDATE NOWAIT', [projectId]);
      await held.query('ROLLBACK');
      expect((await acting).status).toBe(200);
    } finally {
      await held.query('ROLLBACK');
      held.release();
    }
  });

it.runIf(inject('template').kind === 'postgres')(
  'an invitation locks its sender before the project, as a rename does',
  async () => {
    const [creator, mate, invited] = [await server.signUp(), await server.signUp(), await server.signUp()];
    const { projectId } = await formTeam(server, creator, [mate]);
    // Listed, so that the creator sees their page.
    await server.database.pool.query('UPDATE users SET listed = true, active_on = current_date WHERE id = $1', [
      invited.id,
    ]);
    const held = await server.database.pool.connect();
    try {
      await held.query('BEGIN');
      await held.query('SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE', [creator.id]);
      const inviting = server.call(`POST /api/projects/${projectId}/invitations`, creator.token, {
        user_id: invited.id,
      });
      await isWaiting();
      await held.query('SELECT FROM projects WHERE id = $1 FOR NO KEY UPDATE NOWAIT', [projectId]);
      await held.query('ROLLBACK');
      expect((await inviting).status).toBe(201);
    } finally {
      await held.query('ROLLBACK');
      held.release();
    }
  },
);
