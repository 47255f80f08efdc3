import { formTeam, sayInTeam } from '@sangam/testing/chat/team';
import { decideOn, type ReportBody, reportTo, signUpModerator } from '@sangam/testing/moderating';
import { recordedLog } from '@sangam/testing/recorded-log';
import { startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, expect, it } from 'vitest';

const { log, lines } = recordedLog('warn');
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ log });
});
afterAll(() => server.close());

const report = (by: TestMember, body: ReportBody) => reportTo(server, by, body);
/** The member's notifications of new reports: title, link and whether each is read. */
const receivedBy = async ({ token }: TestMember) =>
  (await server.call('GET /api/inbox', token)).body.data.items
    .filter(({ kind }: { kind: string }) => kind === 'report:received')
    .map(({ title, link, read }: { title: string; link: string; read: boolean }) => [title, link, read]);
const signUpThree = async (): Promise<[TestMember, TestMember, TestMember]> => [
  await signUpModerator(server),
  await server.signUp('Asha'),
  await server.signUp('Ben'),
];

it('notifies moderators of the first open report about a subject, until a moderator decides', async () => {
  const [mod, asha, ben] = await signUpThree();
  const other = await signUpModerator(server);
  const id = await report(asha, { kind: 'member', id: ben.id });
  const notified = [['New report about Ben’s profile: Spam or advertising', `/moderation/${id}`, false]];
  expect(await Promise.all([mod, other, asha, ben].map(receivedBy))).toEqual([notified, notified, [], []]);
  await report(asha, { kind: 'member', id: ben.id });
  await report(await server.signUp(), { kind: 'member', id: ben.id });
  expect(await receivedBy(mod)).toEqual(notified);
  await decideOn(server, mod, id, { decision: 'dismiss' });
  expect(await Promise.all([mod, other].map(receivedBy))).toEqual([[], []]);
  const repeated = await report(asha, { kind: 'member', id: ben.id });
  expect((await receivedBy(mod)).map(([, link]: string[]) => link)).toEqual([`/moderation/${repeated}`]);
});

it('does not notify moderators who are the reported member or the reporter', async () => {
  const [mod, asha] = await signUpThree();
  const other = await signUpModerator(server);
  await report(asha, { kind: 'member', id: mod.id });
  expect((await Promise.all([mod, other].map(receivedBy))).map(({ length }) => length)).toEqual([0, 1]);
  await report(other, { kind: 'member', id: asha.id });
  expect((await Promise.all([mod, other].map(receivedBy))).map(({ length }) => length)).toEqual([1, 1]);
});

it('names the reported message’s sender and team, and the project', async () => {
  const [mod, asha, ben] = await signUpThree();
  const { projectId, conversationId: conversation_id } = await formTeam(server, ben, [asha]);
  await sayInTeam(server, conversation_id, [[ben, 'Buy now']]);
  await report(asha, { kind: 'message', conversation_id, seq: 1 });
  await report(asha, { kind: 'project', id: projectId });
  const words = ['the project Rover', 'a message from Ben in Rover'];
  expect((await receivedBy(mod)).map(([title]: string[]) => title)).toEqual(
    words.map((about) => `New report about ${about}: Spam or advertising`),
  );
});

it('withdraws the notification from a moderator who is reported later', async () => {
  const [mod, asha, ben] = await signUpThree();
  const { projectId, conversationId: conversation_id } = await formTeam(server, ben, [asha, mod]);
  await sayInTeam(server, conversation_id, [
    [ben, 'One'],
    [mod, 'Two'],
  ]);
  await report(asha, { kind: 'message', conversation_id, seq: 1 });
  await report(asha, { kind: 'project', id: projectId });
  expect(await receivedBy(mod)).toHaveLength(2);
  await report(asha, { kind: 'message', conversation_id, seq: 1, seqs: [2] });
  expect(await receivedBy(mod)).toHaveLength(1);
  await server.call(`PUT /api/projects/${projectId}/offer`, ben.token, { user_id: mod.id });
  await server.call(`PUT /api/projects/${projectId}/offer/status`, mod.token, { status: 'accepted' });
  expect(await receivedBy(mod)).toEqual([]);
});

it('warns the operator of a report that no moderator can decide on', async () => {
  await server.database.db.deleteFrom('moderators').execute();
  const [mod, asha, ben] = await signUpThree();
  const warnings = () => lines.filter((line) => line.includes('no moderator can decide on a report')).length;
  await report(asha, { kind: 'member', id: ben.id });
  expect(warnings()).toBe(0);
  await report(asha, { kind: 'member', id: mod.id });
  expect(warnings()).toBe(1);
  const other = await signUpModerator(server);
  await report(ben, { kind: 'member', id: mod.id });
  expect(warnings()).toBe(1);
  // The only moderator who could decide has also reported the member.
  await report(other, { kind: 'member', id: mod.id });
  expect(warnings()).toBe(2);
  for (const { id } of [mod, other])
    await server.database.pool.query('UPDATE users SET suspended_at = now() WHERE id = $1', [id]);
  await report(ben, { kind: 'member', id: asha.id });
  expect(warnings()).toBe(3);
});
