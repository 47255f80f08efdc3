import { formTeam } from '@sangam/testing/chat/team';
import { countLockWaits, untilLocked } from '@sangam/testing/database/lock-waits';
import { eventually } from '@sangam/testing/eventually';
import { decideOn, reportTo, signUpModerator } from '@sangam/testing/moderating';
import { postProject } from '@sangam/testing/post-project';
import { startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';

let server: TestServer;
let mod: TestMember;
let stranger: TestMember;
/** The stranger's project, because of which others may invite the stranger. */
let strangersProject: number;
beforeAll(async () => {
  // A factor rather than `RATE_LIMIT: 'off'`, so that contact limits stay on.
  server = await startTestServer({ rateLimitFactor: 100 });
  mod = await signUpModerator(server);
  stranger = await server.signUp();
  strangersProject = await postProject(server, stranger);
});
afterAll(() => server.close());

/** Actions on many tables. None may lock a team's conversation before its project, since actions on the project lock the project first. */
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
      await untilLocked(server.database);
      await held.query('SELECT FROM conversations WHERE project_id = $1 FOR NO KEY UPDATE NOWAIT', [projectId]);
      // An edit that writes the search text, which contains the creator's name.
      await held.query("SET LOCAL lock_timeout = '500ms'");
      await held.query("UPDATE projects SET title = 'Edited', role_names = '{Backend}' WHERE id = $1", [projectId]);
      await held.query('ROLLBACK');
      expect((await acting).status).toBe(200);
    } finally {
      await held.query('ROLLBACK');
      held.release();
    }
  });

/** Actions of a member during their own rename, which locks the member's row, then their projects and request versions. */
const otherActs: Record<string, (creator: TestMember, projectId: number) => Promise<{ status: number }>> = {
  'an edit': ({ token }, id) =>
    server.call(`PATCH /api/projects/${id}`, token, { title: 'Edited', roles: [{ name: 'Backend', seats: 1 }] }),
  'an invitation': ({ token }, id) =>
    server.call(`POST /api/projects/${id}/invitations`, token, { user_id: stranger.id }),
  'a join request': ({ token }) => server.call('POST /api/project-requests', token, { project_id: strangersProject }),
};

for (const [name, act] of Object.entries(otherActs))
  it.runIf(inject('template').kind === 'postgres')(`${name} waits for no member's row`, async () => {
    const creator = await server.signUp();
    const projectId = await postProject(server, creator);
    const held = await server.database.pool.connect();
    try {
      await held.query('BEGIN');
      await held.query('SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE', [creator.id]);
      const acting = act(creator, projectId);
      let isOver = false;
      void acting.finally(() => {
        isOver = true;
      });
      await eventually(async () => expect(isOver || (await countLockWaits(server.database))).toBeTruthy());
      expect(isOver).toBe(true);
      expect((await acting).status).toBeLessThan(300);
    } finally {
      await held.query('ROLLBACK');
      held.release();
    }
  });

it.runIf(inject('template').kind === 'postgres')('a stored list locks members before their conversations', async () => {
  const [member, other] = [await server.signUp(), await server.signUp()];
  await server.call('POST /api/messages', member.token, { receiver_id: other.id, content: 'Hi' });
  const { pool } = server.database;
  const held = await pool.connect();
  try {
    await held.query('BEGIN');
    await held.query('SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE', [other.id]);
    const beginning = pool.query('SELECT begin_kept_list($1)', [member.id]);
    await untilLocked(server.database);
    await held.query('SELECT FROM conversations WHERE low_id = $1 FOR NO KEY UPDATE NOWAIT', [member.id]);
    await held.query('ROLLBACK');
    await beginning;
  } finally {
    await held.query('ROLLBACK');
    held.release();
  }
});

it.runIf(inject('template').kind === 'postgres')(
  'a first message is stored although another server begins the conversation in the opposite order',
  async () => {
    const [member, other] = [await server.signUp(), await server.signUp()];
    const held = await server.database.pool.connect();
    try {
      await held.query('BEGIN');
      // So the deadlock ends the application’s transaction, not this one.
      await held.query("SET LOCAL deadlock_timeout = '1min'");
      await held.query(
        "INSERT INTO conversations (low_id, high_id, last_message_at, checked) VALUES ($1, $2, NULL, '{1,2}')",
        [member.id, other.id],
      );
      const sending = server.call('POST /api/messages', member.token, { receiver_id: other.id, content: 'Hi' });
      await untilLocked(server.database);
      await held.query("SELECT pg_advisory_xact_lock(hashtext('read marks'), hashtext($1))", [String(member.id)]);
      await held.query('ROLLBACK');
      expect((await sending).status).toBe(201);
    } finally {
      await held.query('ROLLBACK');
      held.release();
    }
  },
);

it('finds a project by its new title and its creator’s new name after a simultaneous edit and rename', async () => {
  const creator = await server.signUp('Ela 0');
  const project = await postProject(server, creator);
  for (let round = 1; round <= 5; round += 1) {
    const both = await Promise.all([
      server.call('PATCH /api/users/profile', creator.token, { name: `Ela ${round}` }),
      server.call(`PATCH /api/projects/${project}`, creator.token, { title: `Tram ${round}` }),
    ]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    const { body } = await server.call(`GET /api/projects?search=tram%20${round}%20ela%20${round}`);
    expect(body.data.projects).toMatchObject([{ id: project }]);
  }
});
