import { formTeam, sayInTeam } from '@sangam/testing/chat/team';
import { decideOn, type ReportBody, reportTo, signUpModerator } from '@sangam/testing/moderating';
import { postProject } from '@sangam/testing/post-project';
import { startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, expect, it } from 'vitest';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const report = (by: TestMember, body: ReportBody) => reportTo(server, by, body);
const decide = (by: TestMember, id: number, decision: string) => decideOn(server, by, id, { decision });
const about = 'A moderator reviewed your report about';
const reviewsOf = async ({ token }: TestMember) =>
  (await server.call('GET /api/inbox', token)).body.data.items
    .filter(({ kind }: { kind: string }) => kind === 'report:reviewed')
    .map(({ title }: { title: string }) => title);

it("the notification of a review names the member, whatever the decision, to reporters who had the member's page or a conversation before it", async () => {
  const [mod, asha, ben] = [await signUpModerator(server), await server.signUp('Asha'), await server.signUp('Ben')];
  const id = await report(asha, { kind: 'member', id: ben.id });
  const [carl, dev, eve] = [await server.signUp(), await server.signUp(), await server.signUp()];
  await server.call('POST /api/messages', ben.token, { receiver_id: carl.id, content: 'Hi' });
  await report(carl, { kind: 'member', id: ben.id });
  await report(dev, { kind: 'member', id: ben.id, block: true });
  await postProject(server, ben);
  await report(eve, { kind: 'member', id: ben.id });
  for (const blocked of [asha, carl]) await server.call(`PUT /api/blocks/${blocked.id}`, ben.token);
  await decide(mod, id, 'suspend');
  const named = `${about} Ben’s profile`;
  expect(await Promise.all([asha, carl, dev, eve].map(reviewsOf))).toEqual([
    ...[[`${about} a member`], [named], [named], [named]],
  ]);
});

it('the notification of a review links to the page that explains what happens after a report', async () => {
  const [mod, asha, ben] = [await signUpModerator(server), await server.signUp('Asha'), await server.signUp('Ben')];
  await decide(mod, await report(asha, { kind: 'member', id: ben.id }), 'dismiss');
  const { items } = (await server.call('GET /api/inbox', asha.token)).body.data;
  expect(items[0]).toMatchObject({ kind: 'report:reviewed', link: '/support' });
  const page = (await server.call('GET /api/site/pages/support')).body.data;
  expect(JSON.stringify(page)).toContain('The decision stays between the moderators and the member.');
});

it('the notification of a review names the sender of a message, and a hidden project, as the reporter saw them', async () => {
  const [mod, asha, ben] = [await signUpModerator(server), await server.signUp('Asha'), await server.signUp('Ben')];
  const team = await formTeam(server, asha, [ben]);
  await sayInTeam(server, team.conversationId, [[asha, 'Buy now']]);
  const ofProject = await report(await server.signUp(), { kind: 'project', id: team.projectId });
  const id = await report(ben, { kind: 'message', conversation_id: team.conversationId, seq: 1 });
  await server.call(`DELETE /api/projects/${team.projectId}/members/${ben.id}`, asha.token);
  await decide(mod, ofProject, 'hide');
  await server.call(`PATCH /api/projects/${team.projectId}`, asha.token, { title: 'Secret' });
  await server.call('PATCH /api/users/profile', asha.token, { name: 'Renamed' });
  await decide(mod, id, 'dismiss');
  expect(await reviewsOf(ben)).toEqual([`${about} a message from Asha in Rover`]);
});
