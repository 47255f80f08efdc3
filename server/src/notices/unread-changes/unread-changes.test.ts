import { dayMs, hourMs, minuteMs } from '@sangam/shared/core/limits';
import { PUSHED_AFTER_MS } from '@sangam/shared/notices/quiet-hours-and-mutes';
import { formTeam, sayInTeam } from '@sangam/testing/chat/team';
import { eventually } from '@sangam/testing/eventually';
import { type Mailbox, openMailbox } from '@sangam/testing/mailbox';
import { postProject } from '@sangam/testing/post-project';
import { openPushService, type WebPushService } from '@sangam/testing/push-service';
import { startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createClock } from '../../platform/lib/clock.js';
import { findUnread } from './unread-words.js';

let mailbox: Mailbox;
let service: WebPushService;
let server: TestServer;
let timeMs = Date.now();
// The clock moves 1 ms per reading, so that on a slow machine nothing falls due before the test says so.
const clock = createClock(() => (timeMs += 1));
const passTime = (ms: number): void => {
  timeMs += ms;
};

beforeAll(async () => {
  [mailbox, service] = await Promise.all([openMailbox(), openPushService()]);
  const timings = { jobs: { pollMs: 100 }, push: { gatherMs: 20 }, unreadEmail: { gatherMs: 20 } };
  const env = { SMTP_URL: mailbox.url, PUBLIC_URL: 'https://sangam.test' };
  server = await startTestServer({ clock, env, timings, webPushNetwork: service.network });
});
afterAll(async () => {
  await server.close();
  await Promise.all([mailbox.close(), service.close()]);
});

const emailsTo = (member: TestMember) =>
  mailbox.emails.filter(({ to }) => to?.some((recipient) => recipient.address === member.email));
const jobsOf = async (member: TestMember) => {
  const sql = "SELECT kind, due_at, leased_until FROM jobs WHERE payload ->> 'user_id' = $1";
  return (await server.database.pool.query(sql, [String(member.id)])).rows;
};
/** Waits until the member's jobs of these kinds are queued and none is running, so that the clock can jump. */
const wait = (member: TestMember, kinds: string[]) =>
  eventually(async () => {
    const jobs = await jobsOf(member);
    expect(jobs.map(({ kind }) => kind).sort()).toEqual(kinds);
    for (const { due_at, leased_until } of jobs) {
      expect(leased_until).toBeNull();
      expect(due_at.getTime()).toBeGreaterThan(clock.nowMs());
    }
  });
const call = async (name: string, token: string, body?: unknown) => {
  const answer = await server.call(name, token, body);
  expect(answer.status, `${name} ${JSON.stringify(answer.body)}`).toBeLessThan(300);
  return answer.body.data;
};

it('pushes a message to a member who is away, and emails it later; once it is read elsewhere, closes the push and sends no email', async () => {
  const asha = await server.signUpConfirmed('Asha Rao');
  const [away, back] = [await server.signUpConfirmed(), await server.signUpConfirmed()];
  const members = [away, back];
  const devices = members.map(() => service.subscribe());
  for (const [n, member] of members.entries()) {
    await call('PUT /api/push', member.token, devices[n]?.body);
    await call('POST /api/messages', asha.token, { receiver_id: member.id, content: 'Hi' });
  }
  for (const member of members) await wait(member, ['mail:unread', 'push']);
  passTime(PUSHED_AFTER_MS);
  const topic = `chat:${asha.id}`;
  for (const device of devices)
    await eventually(() => expect(device.delivered()).toMatchObject([{ notice: { topic, title: 'Asha Rao' } }]));
  for (const member of members) await wait(member, ['mail:unread']);
  expect(mailbox.emails).toEqual([]);

  const { email, password } = back;
  const { token } = (await server.call('POST /api/auth/login', null, { email, password })).body;
  await call(`PUT /api/messages/mark-read/${asha.id}`, token);
  await eventually(() => expect(devices[1]?.delivered().at(-1)?.notice).toEqual({ topic, version: 1, close: true }));
  await wait(back, ['mail:unread']);
  passTime(15 * minuteMs);
  await eventually(() => expect(emailsTo(away)).toHaveLength(1));
  for (const member of members) await eventually(async () => expect(await jobsOf(member)).toEqual([]));
  expect(emailsTo(away)[0]?.subject).toBe('Asha Rao sent you a message');
  expect(emailsTo(back)).toEqual([]);
  expect(devices.map((device) => device.delivered().length)).toEqual([1, 2]);
});

it('emails a seat offer and a request’s last day soon, even to members who chose morning emails', async () => {
  // Nine in Kolkata, after the morning email.
  passTime(24 * hourMs - ((timeMs + 5.5 * hourMs) % (24 * hourMs)) + 9 * hourMs);
  const [chitra, bina] = [await server.signUpConfirmed('Chitra'), await server.signUpConfirmed('Bina')];
  const [dev, esha] = [await server.signUpConfirmed('Dev'), await server.signUpConfirmed('Esha')];
  for (const { token } of [chitra, dev]) await call('PATCH /api/notification-choices', token, { mail_pace: 'daily' });
  const fields = { title: 'Rover', description: 'D', category: 'other', max_members: 2, answer_days: 1 };
  const { project } = await call('POST /api/projects', chitra.token, fields);
  const requestToJoin = async ({ token }: TestMember): Promise<number> =>
    (await call('POST /api/project-requests', token, { project_id: project.id })).request.id;
  const [asked, waitlisted] = [await requestToJoin(bina), await requestToJoin(dev), await requestToJoin(esha)];
  await call(`PUT /api/project-requests/${asked}/status`, chitra.token, { status: 'accepted' });
  await call(`PUT /api/project-requests/${waitlisted}/line`, chitra.token);
  /** Returns the minutes until the member's next check. */
  const checksIn = (member: TestMember) =>
    eventually(async () => {
      const [job] = (await jobsOf(member)).filter(({ kind, leased_until }) => kind === 'mail:unread' && !leased_until);
      return Math.round((job?.due_at.getTime() - clock.nowMs()) / minuteMs);
    });
  for (const member of [chitra, dev])
    await eventually(async () => expect(await checksIn(member)).toBeGreaterThan(20 * 60));

  await call(`DELETE /api/projects/${project.id}/members/me`, bina.token);
  await eventually(async () => expect(await checksIn(dev)).toBe(60));
  passTime(hourMs);
  await eventually(() => expect(emailsTo(dev)).toHaveLength(1));
  expect(emailsTo(dev)[0]?.subject).toBe('Chitra is holding a seat for you in Rover');
  expect(emailsTo(chitra)).toEqual([]);

  // At half time, since requests to this project wait for one day.
  passTime(11 * hourMs);
  await eventually(async () => expect(await checksIn(chitra)).toBe(60));
  passTime(hourMs);
  await eventually(() => expect(emailsTo(chitra)).toHaveLength(1));
  expect(emailsTo(chitra)[0]?.subject).toMatch(/^Esha needs your answer soon about joining Rover, and \d more$/u);
});

it('leaves out a request after its deadline, even before the server has ended it', async () => {
  const [chitra, bina] = [await server.signUpConfirmed('Chitra'), await server.signUpConfirmed('Bina')];
  const project = await postProject(server, chitra, { title: 'Rover' });
  await call('POST /api/project-requests', bina.token, { project_id: project });
  const [item] = (await call('GET /api/inbox', chitra.token)).items;
  const at = (days: number) =>
    findUnread(server.database.db, chitra.id, `inbox:${item.id}`, new Date(timeMs + days * dayMs));
  expect(await at(6)).toMatchObject({ body: 'Wants to join Rover' });
  expect(await at(8)).toBeNull();
});

it('removes deleted unread messages from the push, closes it after the last, and emails nothing', async () => {
  const [asha, away] = [await server.signUpConfirmed('Asha Rao'), await server.signUpConfirmed()];
  const device = service.subscribe();
  await call('PUT /api/push', away.token, { ...device.body, shows_text: true });
  for (const content of ['first', 'second'])
    await call('POST /api/messages', asha.token, { receiver_id: away.id, content });
  await wait(away, ['mail:unread', 'push']);
  passTime(PUSHED_AFTER_MS);
  await eventually(() =>
    expect(device.delivered()).toMatchObject([{ notice: { body: 'second', version: 2, came: 2 } }]),
  );

  const remove = (seq: number) =>
    call(`DELETE /api/messages/conversation/${away.id}/${seq}`, asha.token, { client_id: crypto.randomUUID() });
  await remove(2);
  await eventually(() =>
    expect(device.delivered().at(-1)?.notice).toMatchObject({ body: 'first', version: 3, came: 2 }),
  );
  await remove(1);
  await eventually(() => expect(device.delivered().at(-1)?.notice).toMatchObject({ version: 3, close: true }));
  await wait(away, ['mail:unread']);
  passTime(15 * minuteMs);
  await eventually(async () => expect(await jobsOf(away)).toEqual([]));
  expect(emailsTo(away)).toEqual([]);
});

it("doesn't quote a team's message by a member whom the reader has blocked, but quotes the others", async () => {
  const [esha, rude, farid] = [await server.signUp('Esha'), await server.signUp('Rude'), await server.signUp('Farid')];
  const { conversationId } = await formTeam(server, esha, [rude, farid]);
  await call(`PUT /api/blocks/${rude.id}`, esha.token);
  const unread = ({ id }: TestMember) => findUnread(server.database.db, id, `team:${conversationId}`, new Date(timeMs));
  await sayInTeam(server, conversationId, [[rude, 'Rude words']]);
  expect(await unread(esha)).toBeNull();
  expect(await unread(farid)).toMatchObject({ text: 'Rude: Rude words' });
  await sayInTeam(server, conversationId, [
    [farid, 'Kind words'],
    [rude, 'Rude words'],
  ]);
  expect(await unread(esha)).toMatchObject({ text: 'Farid: Kind words' });
  // The blocked member must not notice.
  await sayInTeam(server, conversationId, [[esha, 'Mine']]);
  expect(await unread(rude)).toMatchObject({ text: 'Esha: Mine' });
});

it("doesn't name a member who mentioned the reader before a block, but names the others", async () => {
  const [esha, rude, farid] = [await server.signUp('Esha'), await server.signUp('Rude'), await server.signUp('Farid')];
  const { conversationId } = await formTeam(server, esha, [rude, farid]);
  const unread = ({ id }: TestMember) => findUnread(server.database.db, id, `team:${conversationId}`, new Date(timeMs));
  const mention = (sender: TestMember) =>
    call('POST /api/messages', sender.token, {
      conversation_id: conversationId,
      content: 'Look, @Esha',
      mentions: [{ user_id: esha.id, name: 'Esha' }],
    });
  const notify = (choice: string) =>
    call(`PUT /api/messages/c/${conversationId}/notify`, esha.token, { notify: choice });
  await mention(farid);
  await mention(rude);
  expect(await unread(esha)).toMatchObject({ body: 'Rude mentioned you' });
  for (const way of [
    [esha, rude],
    [rude, esha],
  ] as const) {
    await call(`PUT /api/blocks/${way[1].id}`, way[0].token);
    expect(await unread(esha)).toMatchObject({ body: 'Farid mentioned you' });
    await call(`DELETE /api/blocks/${way[1].id}`, way[0].token);
  }
  await notify('mentions');
  await call(`PUT /api/blocks/${rude.id}`, esha.token);
  expect(await unread(esha)).toMatchObject({ body: 'Farid mentioned you' });
  await call(`PUT /api/blocks/${farid.id}`, esha.token);
  expect(await unread(esha)).toBeNull();
});
