import { formTeam } from '@sangam/testing/chat/team';
import { eventually } from '@sangam/testing/eventually';
import { type Mailbox, openMailbox } from '@sangam/testing/mailbox';
import { decideOn, notificationsOf, reportTo, signUpModerator } from '@sangam/testing/moderating';
import { startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, expect, it } from 'vitest';

let server: TestServer;
let mailbox: Mailbox;
beforeAll(async () => {
  mailbox = await openMailbox();
  const timings = { jobs: { pollMs: 100 }, unreadEmail: { gatherMs: 60_000 } };
  server = await startTestServer({ env: { SMTP_URL: mailbox.url, PUBLIC_URL: 'https://sangam.test' }, timings });
});
afterAll(async () => {
  await server.close();
  await mailbox.close();
});

/** Returns the kinds of a member's notifications about a hiding and its end. */
const ofHiding = async (member: TestMember): Promise<string[]> =>
  (await notificationsOf(server, member)).map(([kind]) => kind).filter((kind) => /:(?:hidden|shown)$/u.test(kind));

async function scene() {
  const mod = await signUpModerator(server);
  const [ben, heir, mate] = [
    await server.signUp('Ben'),
    await server.signUpConfirmed('Heir'),
    await server.signUp('Mate'),
  ];
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

it('the new creator of a hidden project reads the reason, as its creator does, and is emailed it', async () => {
  const { heir, mate, projectId, hide, transfer } = await scene();
  await hide();
  expect(await ofHiding(heir)).toEqual(['team:hidden']);
  await transfer();
  expect([await ofHiding(heir), await ofHiding(mate)]).toEqual([['project:hidden'], ['team:hidden']]);
  const hidden = (await notificationsOf(server, heir)).find(([kind]) => kind === 'project:hidden');
  expect(hidden?.[1]).toMatch(/Reason: Harassment or bullying$/u);
  const page = (await server.call(`GET /api/projects/${projectId}`, heir.token)).body;
  expect(page).toMatchObject({ hidden_reason: 'harassment' });
  expect((await mailbox.newest(heir.email)).email.subject).toBe('A moderator hid your project');
});

it('a project shown again leaves no notification of the hiding with those who have left its team', async () => {
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
