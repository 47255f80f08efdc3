import { readFile } from 'node:fs/promises';
import { dayMs } from '@sangam/shared/core/limits';
import type { NotificationItem } from '@sangam/shared/notices/notifications';
import { stoppedClock } from '@sangam/testing/clocks';
import { eventually } from '@sangam/testing/eventually';
import { postProject } from '@sangam/testing/post-project';
import { asha, server, stageForFile } from '@sangam/testing/stage';
import type { Reply, TestMember } from '@sangam/testing/test-server';
import { sql } from 'kysely';
import { expect, it } from 'vitest';

const clock = stoppedClock();
// No timer runs, so every timer is late.
stageForFile(['Asha'], { clock, timings: { jobs: { pollMs: 2 ** 31 - 1 } } });

const call = (by: TestMember, name: string, body?: object) => server.call(name, by.token, body);
const done = async (reply: Promise<Reply>): Promise<Reply['body']> => {
  const { status, body } = await reply;
  expect([status, body.code]).toEqual([status < 300 ? status : 0, undefined]);
  return body;
};
const ask = async (by: TestMember, body: { project_id: number; waitlist?: true }): Promise<number> =>
  (await done(call(by, 'POST /api/project-requests', body))).data.request.id;
const accept = (request: number) =>
  done(call(asha, `PUT /api/project-requests/${request}/status`, { status: 'accepted' }));
const invite = async (project: number, { id }: TestMember): Promise<number> =>
  (await done(call(asha, `POST /api/projects/${project}/invitations`, { user_id: id }))).data.invitation.id;
const show = (by: TestMember, project: number) => call(by, `POST /api/projects/${project}/connect`);
const leave = (by: TestMember, project: number) => done(call(by, `DELETE /api/projects/${project}/members/me`));
const awaited = async (project: number): Promise<unknown[]> =>
  (await done(call(asha, `GET /api/projects/connections/incoming?project_id=${project}`))).data.connections;
const interestOf = async (by: TestMember) => {
  const [{ status, ended_by }] = (await done(call(by, 'GET /api/projects/connections/mine'))).data.connections;
  return [status, ended_by];
};
/** The member's notifications of interest in the project. */
const notifiedOf = async (member: TestMember, project: number): Promise<string[]> => {
  const { items }: { items: NotificationItem[] } = (await done(call(member, 'GET /api/inbox'))).data;
  return items
    .filter(({ kind, project_id }) => project_id === project && kind.startsWith('interest:'))
    .map(({ kind }) => kind);
};

/** Each way to join, by a member who has already shown interest. */
const ways: Record<string, (member: TestMember, project: number) => Promise<unknown>> = {
  'an accepted request': async (member, project_id) => accept(await ask(member, { project_id })),
  async 'an accepted seat offer'(member, project_id) {
    const other = await server.signUp();
    await accept(await ask(other, { project_id }));
    const request = await ask(member, { project_id, waitlist: true });
    await done(call(asha, `PUT /api/project-requests/${request}/line`));
    await leave(other, project_id);
    await done(call(member, `PUT /api/project-requests/${request}/offer`, { status: 'accepted' }));
  },
  async 'an accepted invitation'(member, project) {
    const id = await invite(project, member);
    await done(call(member, `PUT /api/invitations/${id}/status`, { status: 'accepted' }));
  },
  async 'an accepted invitation after an own request'(member, project_id) {
    const id = await invite(project_id, member);
    const other = await server.signUp();
    await accept(await ask(other, { project_id }));
    await ask(member, { project_id, waitlist: true });
    await leave(other, project_id);
    await done(call(member, `PUT /api/invitations/${id}/status`, { status: 'accepted' }));
  },
  async 'a request that accepts an invitation'(member, project_id) {
    await invite(project_id, member);
    await ask(member, { project_id });
  },
};

it.each(Object.keys(ways))('ends the interest of a member who joins by %s, and approves nothing', async (way) => {
  const member = await server.signUp();
  const project = await postProject(server, asha, { max_members: 2 });
  const shown = (await done(show(member, project))).data.connection.id;
  expect(await awaited(project)).toHaveLength(1);
  const received: Record<number, unknown[]> = { [asha.id]: [], [member.id]: [] };
  for (const side of [asha, member])
    (await server.connect(side)).on('connection:decided', ({ id, status, ended_by }) =>
      received[side.id]?.push([id, status, ended_by]),
    );
  await ways[way]?.(member, project);
  const ended = [[shown, 'denied', 'joined']];
  await eventually(() => expect(received).toEqual({ [asha.id]: ended, [member.id]: ended }));
  expect(await interestOf(member)).toEqual(['denied', 'joined']);
  expect(await awaited(project)).toEqual([]);
  for (const side of [asha, member]) expect(await notifiedOf(side, project)).toEqual([]);
  const decide = await call(asha, `PUT /api/projects/connections/${shown}`, { status: 'denied' });
  expect(decide.body.code).toBe('ALREADY_DECIDED');
  expect((await show(member, project)).body.code).toBe('ALREADY_MEMBER');

  await leave(member, project);
  const { connections } = (await done(call(asha, `GET /api/projects/${project}`))) as { connections: object[] };
  expect(connections).toMatchObject([{ id: shown, requester_email: '' }]);
});

it('leaves interest whose deadline has passed unanswered', async () => {
  const member = await server.signUp();
  const project = await postProject(server, asha, { answer_days: 1 });
  await done(show(member, project));
  clock.atMs += 2 * dayMs;
  await accept(await ask(member, { project_id: project }));
  expect(await interestOf(member)).toEqual(['denied', 'no_answer']);
  expect(await notifiedOf(asha, project)).toEqual(['interest:lapsed']);
  expect(await notifiedOf(member, project)).toEqual(['interest:unanswered']);
});

it('ends the interest of members who joined before the update, with its notification', async () => {
  const [member, other] = [await server.signUp(), await server.signUp()];
  const project = await postProject(server, asha);
  for (const each of [member, other]) await done(show(each, project));
  const { pool, db } = server.database;
  // As an older server left it.
  await sql`INSERT INTO project_members (project_id, user_id) VALUES (${project}, ${member.id})`.execute(db);
  const version = async () =>
    (await pool.query('SELECT version FROM inboxes WHERE user_id = $1', [asha.id])).rows[0].version;
  const before = Number(await version());
  const file = new URL('../../../../migrations/0262-interest-of-members.sql', import.meta.url);
  await pool.query(`BEGIN; ${await readFile(file, 'utf8')} COMMIT`);
  expect(await interestOf(member)).toEqual(['denied', 'joined']);
  expect(await interestOf(other)).toEqual(['pending', undefined]);
  expect(await notifiedOf(asha, project)).toEqual(['interest:received']);
  expect(Number(await version())).toBe(before + 1);
});
