import { dayMs } from '@sangam/shared/core/limits';
import { formTeam, sayInTeam } from '@sangam/testing/chat/team';
import { text, upload } from '@sangam/testing/chat/uploads';
import { stoppedClock } from '@sangam/testing/clocks';
import { signUpModerator } from '@sangam/testing/moderating';
import { sweepServer } from '@sangam/testing/sweep';
import { startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, expect, it } from 'vitest';

const clock = stoppedClock();
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ clock });
});
afterAll(() => server.close());

const sweep = () => sweepServer(server, clock);
const signIn = async (member: TestMember): Promise<TestMember> => {
  const { email, password } = member;
  return { ...member, token: (await server.call('POST /api/auth/login', null, { email, password })).body.token };
};

/** Has a creator insult the team, delete some of the messages, remove everybody, and delete the project. */
async function harass() {
  const [creator, ben, carl] = [await server.signUp('Asha'), await server.signUp('Ben'), await server.signUp('Carl')];
  const team = await formTeam(server, creator, [ben, carl], 'Trap');
  const { conversationId } = team;
  const file = (await upload(server, creator, text(), 'insult.txt')).id;
  await sayInTeam(server, conversationId, [
    [ben, 'hello'],
    [creator, 'insult 1'],
    [carl, 'stop'],
    [creator, 'insult 2', [file]],
    [creator, 'insult 3'],
  ]);
  const client_id = crypto.randomUUID();
  const deleted = await server.call(`DELETE /api/messages/c/${conversationId}/2`, creator.token, { client_id });
  expect(deleted.status).toBe(200);
  for (const { id } of [ben, carl])
    await server.call(`DELETE /api/projects/${team.projectId}/members/${id}`, creator.token, {});
  expect((await server.call(`DELETE /api/projects/${team.projectId}`, creator.token)).status).toBe(200);
  return { creator, ben, carl, team, file };
}

it('a report can contain the messages of a deleted project’s team for 30 days, which nobody else can read', async () => {
  const { creator, ben, team, file } = await harass();
  const path = `c/${team.conversationId}`;
  const startedMs = clock.atMs;
  clock.atMs += 29 * dayMs;
  await sweep();
  const moderator = await signUpModerator(server);
  for (const member of [await signIn(creator), await signIn(ben), moderator]) {
    expect((await server.call(`GET /api/messages/${path}`, member.token)).body.code).toBe('NOT_FOUND');
    const found = await server.call('GET /api/search/messages?q=insult', member.token);
    expect(JSON.stringify(found.body)).not.toContain('insult');
    const links = await server.call(`GET /api/attachments/links?ids=${file}`, member.token);
    expect(JSON.stringify(links.body)).not.toContain('/files/');
  }
  const exported = async (by: TestMember) => {
    const body = { current_password: by.password };
    const answer = await server.call('POST /api/account/export', (await signIn(by)).token, body);
    expect(answer.status).toBe(200);
    return JSON.stringify(answer.body);
  };
  expect(await exported(ben)).toContain('hello');
  expect(await exported(ben)).not.toContain('insult');

  const repeated = await signIn(ben);
  const { body: listed } = await server.call(
    `GET /api/reports/members?conversation_id=${team.conversationId}`,
    repeated.token,
  );
  expect(listed.data.members).toContainEqual({ id: creator.id, name: 'Asha' });
  // The members' notification links to the project.
  const ofProject = await server.call(`GET /api/reports/members?project_id=${team.projectId}`, repeated.token);
  expect(ofProject.body.data).toEqual({ conversation_id: team.conversationId, members: listed.data.members });
  const stranger = await server.signUp('Dev');
  const hidden = await server.call(`GET /api/reports/members?project_id=${team.projectId}`, stranger.token);
  expect(hidden.body.code).toBe('NOT_FOUND');
  const about = { kind: 'message', conversation_id: team.conversationId, member_id: creator.id, reason: 'harassment' };
  const reported = await server.call('POST /api/reports', repeated.token, about);
  expect(reported.status).toBe(200);

  const read = async () =>
    (await server.call(`GET /api/moderation/reports/${reported.body.data.id}`, (await signIn(moderator)).token)).body
      .data;
  const shown = await read();
  expect(shown.team).toEqual({ id: team.projectId, title: 'Trap' });
  expect(shown.reports[0].evidence.messages).toMatchObject([
    { seq: 2, content: 'insult 1', deleted_at: expect.any(String) },
    { seq: 4, content: 'insult 2', attachments: [{ id: file, name: 'insult.txt' }] },
    { seq: 5, content: 'insult 3' },
  ]);
  const around = async () =>
    (
      await server.call(
        `GET /api/moderation/reports/${reported.body.data.id}/context?before=4`,
        (
          await signIn(moderator)
        ).token,
      )
    ).body.data.messages.map(({ content }: { content: string }) => content);
  expect(await around()).toEqual(['hello', 'insult 1', 'stop']);

  // The report keeps its copy when the messages are erased.
  clock.atMs = startedMs + 31 * dayMs;
  await sweep();
  const { rows } = await server.database.pool.query('SELECT FROM messages WHERE conversation_id = $1', [
    team.conversationId,
  ]);
  expect(rows).toEqual([]);
  expect(await read()).toMatchObject({ team: shown.team, reports: [{ evidence: shown.reports[0].evidence }] });
  expect(await around()).toEqual(['hello', 'insult 1', 'stop']);
  const lines = await server.call('GET /api/moderation/reports', (await signIn(moderator)).token);
  expect(lines.body.data.reports).toContainEqual(expect.objectContaining({ id: shown.id, title: 'Trap' }));
});
