import { formTeam } from '@sangam/testing/chat/team';
import { eventually } from '@sangam/testing/eventually';
import { decideOn, notificationsOf, reportTo, signUpModerator } from '@sangam/testing/moderating';
import { startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, expect, it } from 'vitest';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** Returns the kinds of a member's notifications about a hiding and its end. */
const ofHiding = async (member: TestMember): Promise<string[]> =>
  (await notificationsOf(server, member)).map(([kind]) => kind).filter((kind) => /:(?:hidden|shown)$/u.test(kind));

async function scene() {
  const mod = await signUpModerator(server);
  const [ben, heir, mate] = [await server.signUp('Ben'), await server.signUp('Heir'), await server.signUp('Mate')];
  const { projectId } = await formTeam(server, ben, [heir, mate]);
  const witness = await server.signUp();
  const report = await reportTo(server, witness, { kind: 'project', id: projectId });
  return {
    ben,
    heir,
    mate,
    projectId,
    hide: () => decideOn(server, mod, report, { decision: 'hide' }),
    show: () => server.call(`DELETE /api/moderation/projects/${projectId}/hiding`, mod.token, { note: 'Corrected' }),
    suspend: async (member: TestMember) => {
      const id = await reportTo(server, witness, { kind: 'member', id: member.id });
      return decideOn(server, mod, id, { decision: 'suspend' });
    },
    async transfer() {
      await server.call(`PUT /api/projects/${projectId}/offer`, ben.token, { user_id: heir.id });
      return server.call(`PUT /api/projects/${projectId}/offer/status`, heir.token, { status: 'accepted' });
    },
  };
}

it('a project that was transferred while hidden notifies its creator and team when it is shown again, in place of the hiding', async () => {
  const { ben, heir, mate, hide, transfer, show } = await scene();
  await hide();
  expect((await transfer()).status).toBe(200);
  expect((await show()).status).toBe(200);
  expect([await ofHiding(heir), await ofHiding(ben), await ofHiding(mate)]).toEqual([
    ['project:shown'],
    ['team:shown'],
    ['team:shown'],
  ]);
});

it('showing a project again removes the notification of the hiding from members who have left its team', async () => {
  const { ben, mate, hide, transfer, projectId, show } = await scene();
  await hide();
  await transfer();
  for (const leaver of [ben, mate]) {
    await server.call('PUT /api/inbox/read-all', leaver.token, { until: new Date().toISOString() });
    expect((await server.call(`DELETE /api/projects/${projectId}/members/me`, leaver.token)).status).toBe(200);
  }
  await show();
  expect([await ofHiding(ben), await ofHiding(mate)]).toEqual([[], []]);
});

it('the team of a project that was hidden with its creator is notified once a transfer makes it visible again', async () => {
  const { ben, heir, mate, projectId, suspend } = await scene();
  await suspend(ben);
  const { email, password } = ben;
  const { own_data_token } = (await server.call('POST /api/auth/login', null, { email, password })).body;
  expect([await ofHiding(heir), await ofHiding(mate)]).toEqual([['team:hidden'], ['team:hidden']]);
  await server.call('DELETE /api/account', own_data_token, { current_password: password });
  await eventually(async () => {
    const accept = { status: 'accepted' };
    expect((await server.call(`PUT /api/projects/${projectId}/offer/status`, heir.token, accept)).status).toBe(200);
  });
  expect([await ofHiding(heir), await ofHiding(mate)]).toEqual([[], ['team:shown']]);
});
