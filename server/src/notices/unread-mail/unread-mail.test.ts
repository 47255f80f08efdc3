import { randomUUID } from 'node:crypto';
import { minuteMs } from '@sangam/shared/core/limits';
import { formTeam } from '@sangam/testing/chat/team';
import { shiftedClock } from '@sangam/testing/clocks';
import { eventually } from '@sangam/testing/eventually';
import { type Mailbox, openMailbox } from '@sangam/testing/mailbox';
import { decideOn, reportTo, signUpModerator } from '@sangam/testing/moderating';
import { postProject } from '@sangam/testing/post-project';
import { startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

let mailbox: Mailbox;
let server: TestServer;
let asha: TestMember;
const clock = shiftedClock();
const options = () => ({
  clock,
  env: { SMTP_URL: mailbox.url, PUBLIC_URL: 'https://sangam.test' },
  timings: {
    jobs: { pollMs: 20, retryFirstMs: 20 },
    unreadMail: { gatherMs: 20 },
    presence: { closeGraceMs: 0, flushMs: 20 },
  },
});

beforeAll(async () => {
  mailbox = await openMailbox();
  server = await startTestServer(options());
  asha = await server.signUpConfirmed('Asha Rao');
});
afterEach(() => mailbox.refuse(0));
afterAll(async () => {
  await server.close();
  await mailbox.close();
});

const mailsTo = (member: TestMember) =>
  mailbox.mails.filter(({ to }) => to?.some((one) => one.address === member.email));
const jobs = async (member: TestMember) => {
  const sql = "SELECT * FROM jobs WHERE kind = 'mail:unread' AND key = $1 AND failed_at IS NULL";
  return (await server.database.pool.query(sql, [String(member.id)])).rows;
};
/** Waits until the job is queued and not running, since a jump of the clock would end its lease. */
const waits = (member: TestMember) =>
  eventually(async () => {
    const [job] = await jobs(member);
    expect(job).toMatchObject({ leased_until: null });
    expect(job?.due_at.getTime()).toBeGreaterThan(clock.nowMs());
  });
/** Waits until no job of the member is due. */
const quiet = (member: TestMember) =>
  eventually(async () =>
    expect((await jobs(member)).filter(({ due_at }) => due_at.getTime() <= clock.nowMs())).toEqual([]),
  );
const pass = (minutes: number) => {
  clock.aheadMs += minutes * minuteMs;
};
/** Waits until no job is left. One may have been queued for an item before it was read, but stored only after the other was done. */
const comeToNothing = (member: TestMember) =>
  eventually(async () => {
    const left = await jobs(member);
    if (left.some(({ due_at }) => due_at.getTime() > clock.nowMs())) pass(15);
    expect(left).toEqual([]);
  });
const send = async (to: TestMember, content = 'A secret plan', from = asha) =>
  expect((await server.call('POST /api/messages', from.token, { receiver_id: to.id, content })).status).toBe(201);
const read = (member: TestMember, other = asha) => server.call(`PUT /api/messages/mark-read/${other.id}`, member.token);
const choose = async (member: TestMember, body: object) =>
  expect((await server.call('PATCH /api/notification-choices', member.token, body)).status).toBe(200);
/** A member's project that Asha asks to join. */
async function asked(creator: TestMember): Promise<number> {
  const project = await postProject(server, creator, { title: 'Solar Tracker' });
  return (await server.call('POST /api/project-requests', asha.token, { project_id: project })).body.data.request.id;
}

describe('items that are unread for 15 minutes', () => {
  it('go into one mail, sent by one of several servers', async () => {
    const member = await server.signUpConfirmed();
    await using _other = await startTestServer({ ...options(), beside: server });
    for (let n = 0; n < 20; n += 1) await send(member);
    await asked(member);
    await waits(member);
    pass(14);
    await quiet(member);
    expect(mailsTo(member)).toEqual([]);
    pass(1);
    await eventually(() => expect(mailsTo(member)).toHaveLength(1));
    await quiet(member);
    const [mail] = mailsTo(member);
    expect(mail?.subject).toBe('Asha Rao wants to join Solar Tracker, and 1 more');
    const thread = await server.call(`GET /api/messages/conversation/${asha.id}`, member.token);
    const address = `https://sangam.test/messages/c/${thread.body.data.conversation_id}`;
    expect(mail?.text).toContain(`Asha Rao sent you 20 messages\nOpen conversation: ${address}`);
    expect(mail?.html).toContain(`href="${address}"`);
    expect(mail?.text).toMatch(
      /wants to join Solar Tracker\n {2}Answer by \d+ \w+ \d{4}, \d+:\d\d [ap]m IST\nReview request: https/u,
    );
    expect(JSON.stringify(mail)).not.toContain('secret');
    // Mailed once; the next item waits until the hour is over.
    await send(member);
    await waits(member);
    pass(20);
    await quiet(member);
    expect(mailsTo(member)).toHaveLength(1);
    pass(40);
    await eventually(() => expect(mailsTo(member)).toHaveLength(2));
    expect(mailsTo(member)[1]?.subject).toBe('Asha Rao sent you 21 messages');
  });

  it('leave out a moderator’s decisions, which were mailed at once', async () => {
    const member = await server.signUpConfirmed();
    const moderator = await signUpModerator(server);
    const project = await postProject(server, member, { title: 'Solar Tracker' });
    for (const [body, decision] of [
      [{ kind: 'member', id: member.id }, 'warn'],
      [{ kind: 'project', id: project }, 'hide'],
    ] as const) {
      const words = 'Between us';
      await decideOn(server, moderator, await reportTo(server, asha, body), { decision, words });
    }
    const decisions = ['A moderator hid your project', 'A moderator warned you'];
    const subjects = () =>
      mailsTo(member)
        .map(({ subject }) => subject)
        .toSorted();
    await eventually(() => expect(subjects()).toEqual(decisions));
    const hidden = mailsTo(member).find(({ subject }) => subject === decisions[0]);
    expect(hidden?.text).toMatch(/“Solar Tracker”.*Reason: Harassment or bullying/u);
    expect(hidden?.text).toContain(`https://sangam.test/projects/${project}`);
    expect(JSON.stringify(mailsTo(member))).not.toContain('Between us');
    await send(member);
    await waits(member);
    pass(15);
    await eventually(() => expect(subjects()).toEqual([...decisions, 'Asha Rao sent you a message']));
    await quiet(member);
    expect(mailsTo(member)).toHaveLength(3);
    // A suspended member is mailed about nothing else.
    const second = await postProject(server, member);
    const ofSecond = await reportTo(server, asha, { kind: 'project', id: second });
    const ofMember = await reportTo(server, asha, { kind: 'member', id: member.id });
    await decideOn(server, moderator, ofMember, { decision: 'suspend' });
    await decideOn(server, moderator, ofSecond, { decision: 'hide' });
    await eventually(async () => {
      const { rows } = await server.database.pool.query("SELECT FROM jobs WHERE kind LIKE 'mail:%' AND due_at < now()");
      expect(rows).toEqual([]);
      expect(subjects()).toContain('Your Sangam account is suspended');
    });
    expect(mailsTo(member)).toHaveLength(4);
  });

  it('name the team whose messages they are, for all its other participants', async () => {
    const [creator, member, quietOne] = [
      await server.signUpConfirmed('Chitra'),
      await server.signUpConfirmed('Dev'),
      await server.signUpConfirmed('Eka'),
    ];
    const { conversationId } = await formTeam(server, creator, [member, quietOne], 'Rover');
    for (const one of [creator, member, quietOne]) await server.call('PUT /api/inbox/read-all', one.token);
    await server.call(`PUT /api/messages/c/${conversationId}/notify`, quietOne.token, { notify: 'off' });
    for (const content of ['A secret plan', 'And another'])
      await server.call('POST /api/messages', creator.token, { conversation_id: conversationId, content });
    await waits(member);
    pass(15);
    await eventually(() => expect(mailsTo(member)).toHaveLength(1));
    const [mail] = mailsTo(member);
    expect(mail?.subject).toBe('Rover has 2 new messages');
    expect(mail?.text).toContain(`https://sangam.test/messages/c/${conversationId}`);
    expect(JSON.stringify(mail)).not.toContain('secret');
    await quiet(quietOne);
    expect([...mailsTo(quietOne), ...mailsTo(creator)]).toEqual([]);
  });

  it.each(['of another member', 'of a team'])('count from the first message %s that was not deleted', async (place) => {
    const member = await server.signUpConfirmed();
    const team = place === 'of a team' ? await formTeam(server, asha, [member], 'Rover') : null;
    await server.call('PUT /api/inbox/read-all', member.token);
    const to = team ? { conversation_id: team.conversationId } : { receiver_id: member.id };
    const post = async () => (await server.call('POST /api/messages', asha.token, { ...to, content: 'Hi' })).body.data;
    const { conversation_id, seq } = await post();
    await waits(member);
    pass(10);
    await post();
    const body = { client_id: randomUUID() };
    const path = `/api/messages/c/${conversation_id}/${seq}`;
    expect((await server.call(`DELETE ${path}`, asha.token, body)).status).toBe(200);
    pass(5);
    await quiet(member);
    expect(mailsTo(member)).toEqual([]);
    await waits(member);
    pass(10);
    await eventually(() => expect(mailsTo(member)).toHaveLength(1));
  });

  it('include a mention that an edit adds', async () => {
    const [creator, member] = [await server.signUpConfirmed('Chitra'), await server.signUpConfirmed('Dev')];
    const { conversationId } = await formTeam(server, creator, [member], 'Rover');
    await server.call('PUT /api/inbox/read-all', member.token);
    await server.call(`PUT /api/messages/c/${conversationId}/notify`, member.token, { notify: 'mentions' });
    const message = { conversation_id: conversationId, content: 'Who is free?' };
    await server.call('POST /api/messages', creator.token, message);
    await comeToNothing(member);
    const edit = { content: 'Is @Dev free?', client_id: randomUUID(), mentions: [{ user_id: member.id, name: 'Dev' }] };
    const path = `PATCH /api/messages/c/${conversationId}/1`;
    expect((await server.call(path, creator.token, edit)).status).toBe(200);
    await waits(member);
    pass(15);
    await eventually(() => expect(mailsTo(member)).toHaveLength(1));
  });

  it('are not mailed if they were read by then', async () => {
    const member = await server.signUpConfirmed();
    await send(member);
    await asked(member);
    await waits(member);
    pass(14);
    await read(member);
    await server.call('PUT /api/inbox/read-all', member.token);
    pass(1);
    await comeToNothing(member);
    expect(mailsTo(member)).toEqual([]);
  });

  it('leave out message requests, and what only repeats an event of the last day', async () => {
    const member = await server.signUpConfirmed();
    await send(member);
    await asked(member);
    await waits(member);
    await server.database.pool.query(
      `WITH held AS (UPDATE memberships SET request = 'waiting' WHERE user_id = $1)
       UPDATE notifications SET quiet = true WHERE user_id = $1`,
      [member.id],
    );
    pass(15);
    await comeToNothing(member);
    expect(mailsTo(member)).toEqual([]);
  });

  it('are not mailed once they are two days old', async () => {
    const member = await server.signUpConfirmed();
    await send(member);
    await asked(member);
    await waits(member);
    const back = "- interval '2 days'";
    await server.database.pool.query(
      `WITH old AS (UPDATE messages SET created_at = created_at ${back} WHERE conversation_id IN (
         SELECT conversation_id FROM memberships WHERE user_id = $1))
       UPDATE notifications SET created_at = created_at ${back} WHERE user_id = $1`,
      [member.id],
    );
    pass(15);
    await comeToNothing(member);
    expect(mailsTo(member)).toEqual([]);
  });

  it('are not mailed while the member is online, but after they have left', async () => {
    const member = await server.signUpConfirmed();
    const socket = await server.connect(member);
    await eventually(async () => {
      const { body } = await server.call(`GET /api/users/${member.id}/status`, asha.token);
      expect(body.data.is_online).toBe(true);
    });
    await send(member);
    await waits(member);
    pass(15);
    await quiet(member);
    expect(mailsTo(member)).toEqual([]);
    socket.disconnect();
    await eventually(async () => {
      const { body } = await server.call(`GET /api/users/${member.id}/status`, asha.token);
      expect(body.data.is_online).toBe(false);
    });
    pass(5);
    await eventually(() => expect(mailsTo(member)).toHaveLength(1));
  });

  it('are mailed apart from outcomes, and the button of a mail program ends only what its mail is about', async () => {
    const creator = await server.signUpConfirmed('Chitra');
    const member = await server.signUpConfirmed();
    const project = await postProject(server, creator);
    const { request } = (await server.call('POST /api/project-requests', member.token, { project_id: project })).body
      .data;
    await server.call(`PUT /api/project-requests/${request.id}/status`, creator.token, { status: 'accepted' });
    await send(member);
    await asked(member);
    await waits(member);
    pass(15);
    await eventually(() => expect(mailsTo(member)).toHaveLength(2));
    const subjects = mailsTo(member).map(({ subject }) => subject);
    expect(subjects.toSorted()).toEqual([
      'Asha Rao wants to join Solar Tracker, and 1 more',
      'Chitra accepted your request to join Rover',
    ]);
    const groups = mailsTo(member).map(({ headers }) =>
      /token=\d+\.([a-z-]+)\./u.exec(headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? ''),
    );
    expect(groups.map((found) => found?.[1]).toSorted()).toEqual(['outcomes', 'requests']);
    // Each part has its own hour.
    await quiet(member);
    await send(member);
    await waits(member);
    pass(59);
    await quiet(member);
    expect(mailsTo(member)).toHaveLength(2);
    pass(1);
    await eventually(() => expect(mailsTo(member)).toHaveLength(3));
  });

  it('include how a request ended', async () => {
    const creator = await server.signUpConfirmed('Chitra');
    const requester = await server.signUpConfirmed();
    const project = await postProject(server, creator);
    const { request } = (await server.call('POST /api/project-requests', requester.token, { project_id: project })).body
      .data;
    await server.call(`PUT /api/project-requests/${request.id}/status`, creator.token, { status: 'accepted' });
    await waits(requester);
    pass(15);
    const { mail } = await mailbox.newest(requester.email);
    expect(mail.subject).toBe('Chitra accepted your request to join Rover');
    expect(mail.text).toContain(`https://sangam.test/projects/${project}`);
  });
});

describe('a member', () => {
  it('chooses when and about what they are mailed', async () => {
    const [hasty, silent, picky] = [
      await server.signUpConfirmed(),
      await server.signUpConfirmed(),
      await server.signUpConfirmed(),
    ];
    await choose(hasty, { mail_pace: 'at_once', mail_shows_text: true });
    await choose(silent, { mail_pace: 'never' });
    await choose(picky, { mail_off: ['messages'] });
    for (const member of [hasty, silent, picky]) await send(member);
    await waits(hasty);
    await waits(picky);
    pass(0.5);
    await eventually(() => expect(mailsTo(hasty)).toHaveLength(1));
    expect(mailsTo(hasty)[0]?.text).toContain('A secret plan');
    pass(30);
    await eventually(async () => expect(await jobs(picky)).toEqual([]));
    expect([...mailsTo(silent), ...mailsTo(picky)]).toEqual([]);
    expect(await jobs(silent)).toEqual([]);
    expect((await server.call('GET /api/notification-choices', picky.token)).body.data).toEqual({
      mail_pace: 'quarter_hour',
      mail_shows_text: false,
      mail_off: ['messages'],
      mails: true,
      contact_from: 'anyone',
      presence_for: 'anyone',
      found_by: 'anyone',
      shows_read_marks: true,
      shows_typing: true,
      push_off: [],
      quiet: null,
      time_zone: 'Asia/Kolkata',
      version: 1,
      muted_member_ids: [],
      muted_conversation_ids: [],
      muted_project_ids: [],
      followed_skills: [],
    });
  });

  it('gets no mail about muted conversations and projects', async () => {
    const member = await server.signUpConfirmed();
    const other = await server.signUpConfirmed('Bina');
    const mute = async (what: string) => expect((await server.call(`PUT /api/${what}`, member.token)).status).toBe(200);
    await mute(`messages/mute/${asha.id}`);
    const muted = await postProject(server, member);
    await mute(`projects/${muted}/mute`);
    await send(member);
    await server.call('POST /api/project-requests', asha.token, { project_id: muted });
    await send(member, 'Hi', other);
    await waits(member);
    pass(15);
    const { mail } = await mailbox.newest(member.email);
    expect(mail.subject).toBe('Bina sent you a message');
    // The job of a later message finds nothing to mail.
    await eventually(async () => {
      pass(15);
      expect(await jobs(member)).toEqual([]);
    });
    expect(mailsTo(member)).toHaveLength(1);
  });

  it('gets pending mail under a changed choice', async () => {
    const member = await server.signUpConfirmed();
    await choose(member, { mail_pace: 'daily' });
    await send(member);
    await waits(member);
    pass(0.5);
    await choose(member, { mail_pace: 'at_once' });
    await eventually(() => expect(mailsTo(member)).toHaveLength(1));
  });

  it('unsubscribes from one kind of mail with one click, without a session; the page asks first', async () => {
    const member = await server.signUpConfirmed();
    await send(member);
    await waits(member);
    pass(15);
    const { mail } = await mailbox.newest(member.email);
    const header = (key: string) => mail.headers.find((one) => one.key === key)?.value ?? '';
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    const [, path] = /^<https:\/\/sangam\.test(\/\S+)>$/u.exec(header('list-unsubscribe')) ?? [];
    const page = await server.call(`GET ${path}`, null, undefined, { accept: 'text/html' });
    expect(page.body).toContain('<button>');
    expect(page.body).toContain('href="/settings/notifications"');
    const offOf = async () => (await server.call('GET /api/notification-choices', member.token)).body.data.mail_off;
    expect(await offOf()).toEqual([]);
    for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain']) {
      const done = await server.call(`POST ${path}`, null, 'List-Unsubscribe=One-Click', { 'content-type': type });
      expect(done.status, type).toBe(200);
    }
    expect(await offOf()).toEqual(['messages']);
    const forged = await server.call(`POST ${path?.replace('messages', 'team')}`, null, 'List-Unsubscribe=One-Click', {
      'content-type': 'application/x-www-form-urlencoded',
    });
    expect(forged.status).toBe(404);
    expect(await offOf()).toEqual(['messages']);
    await server.database.pool.query('UPDATE users SET suspended_at = now() WHERE id = $1', [member.id]);
    const suspended = await server.call(`GET ${path}`, null, undefined, { accept: 'text/html' });
    expect(suspended.body).toContain('<button>');
    expect(suspended.body).not.toContain('/settings');
  });
});

describe('a mail server', () => {
  it('that is down for a day only delays mails', async () => {
    const member = await server.signUpConfirmed();
    mailbox.refuse(1_000);
    await send(member);
    await waits(member);
    pass(15);
    await eventually(async () => expect((await jobs(member))[0]?.last_error).toContain('try again later'));
    for (let hours = 0; hours < 24; hours += 8) {
      await send(member);
      pass(8 * 60);
      await eventually(async () => expect((await jobs(member))[0]?.due_at.getTime()).toBeGreaterThan(clock.nowMs()));
    }
    mailbox.refuse(0);
    pass(30);
    const { mail } = await mailbox.newest(member.email);
    await eventually(async () => expect(await jobs(member)).toEqual([]));
    expect(mail.subject).toBe('Asha Rao sent you 4 messages');
    expect(mailsTo(member)).toHaveLength(1);
  });

  it('that takes a mail and loses the connection gets it again with the same Message-ID', async () => {
    const member = await server.signUpConfirmed();
    await send(member);
    await waits(member);
    mailbox.lose(2);
    pass(15);
    await eventually(() => expect(mailsTo(member)).toHaveLength(3));
    await eventually(async () => expect(await jobs(member)).toEqual([]));
    const [first, ...again] = mailsTo(member).map(({ messageId }) => messageId);
    expect(again).toEqual([first, first]);
  });

  it('gets a mail again with the same Message-ID from a server that crashed before recording it', async () => {
    const member = await server.signUpConfirmed();
    await send(member);
    await waits(member);
    pass(15);
    const { mail } = await mailbox.newest(member.email);
    await eventually(async () => expect(await jobs(member)).toEqual([]));
    const [, key = ''] = /^<(.+)@sangam\.test>$/u.exec(mail.messageId ?? '') ?? [];
    const { pool } = server.database;
    // The state when the mail was sent; more has arrived since.
    await send(member);
    await waits(member);
    await pool.query(
      `UPDATE unread_mails SET mailed_at = NULL, told = '{}', sending = told, sending_key = $1 WHERE user_id = $2`,
      [key, member.id],
    );
    await pool.query("UPDATE jobs SET due_at = $1 WHERE kind = 'mail:unread' AND key = $2", [
      clock.now(),
      String(member.id),
    ]);
    await eventually(() => expect(mailsTo(member)).toHaveLength(2));
    expect(mailsTo(member)[1]?.messageId).toBe(mail.messageId);
    // Later items get their own mail.
    await quiet(member);
    pass(60);
    await eventually(() => expect(mailsTo(member)).toHaveLength(3));
    expect(mailsTo(member)[2]?.messageId).not.toBe(mail.messageId);
  });

  it('gets the changes that a dying server had gathered, after the next start', async () => {
    const member = await server.signUpConfirmed();
    await send(member);
    await waits(member);
    await server.database.pool.query("DELETE FROM jobs WHERE kind = 'mail:unread' AND key = $1", [String(member.id)]);
    await using _next = await startTestServer({ ...options(), beside: server });
    await waits(member);
    pass(15);
    await eventually(() => expect(mailsTo(member)).toHaveLength(1));
  });
});

it('schedules nothing without a mail server', async () => {
  await using silent = await startTestServer({ clock, timings: options().timings });
  const [from, to] = [await silent.signUp(), await silent.signUp()];
  await silent.call('POST /api/messages', from.token, { receiver_id: to.id, content: 'Hi' });
  await silent.call('PATCH /api/notification-choices', to.token, { mail_pace: 'at_once' });
  const { body } = await silent.call('GET /api/notification-choices', to.token);
  expect(body.data).toMatchObject({ mail_pace: 'at_once', mails: false });
  const { rows } = await silent.database.pool.query("SELECT * FROM jobs WHERE kind LIKE 'mail:%'");
  expect(rows).toEqual([]);
});
