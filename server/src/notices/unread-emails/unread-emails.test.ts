import { randomUUID } from 'node:crypto';
import { formTeam, joinTeam } from '@sangam/testing/chat/team';
import { eventually } from '@sangam/testing/eventually';
import { decideOn, reportTo, signUpModerator } from '@sangam/testing/moderating';
import {
  asha,
  emailsTo,
  mailbox,
  markRead,
  options,
  passMinutes,
  receiveRequest,
  send,
  server,
  stageForUnreadEmails,
  waitForNoDueJob,
  waitForNoJob,
  waitForQueuedJob,
} from '@sangam/testing/notices/unread-emails';
import { postProject } from '@sangam/testing/post-project';
import { startTestServer } from '@sangam/testing/test-server';
import { describe, expect, it } from 'vitest';

stageForUnreadEmails();

describe('items that are unread for 15 minutes', () => {
  it('go into one email, sent by only one of several servers', async () => {
    const member = await server.signUpConfirmed();
    await using _other = await startTestServer({ ...options(), beside: server });
    for (let n = 0; n < 20; n += 1) await send(member);
    await receiveRequest(member);
    await waitForQueuedJob(member);
    passMinutes(14);
    await waitForNoDueJob(member);
    expect(emailsTo(member)).toEqual([]);
    passMinutes(1);
    await eventually(() => expect(emailsTo(member)).toHaveLength(1));
    await waitForNoDueJob(member);
    const [email] = emailsTo(member);
    expect(email?.subject).toBe('Asha Rao wants to join Solar Tracker, and 1 more');
    const thread = await server.call(`GET /api/messages/conversation/${asha.id}`, member.token);
    const address = `https://sangam.test/messages/c/${thread.body.data.conversation_id}`;
    expect(email?.text).toContain(`Asha Rao sent you 20 messages\nOpen conversation: ${address}`);
    expect(email?.html).toContain(`href="${address}"`);
    expect(email?.text).toMatch(
      /wants to join Solar Tracker\n {2}Answer by \d+ \w+ \d{4}, \d+:\d\d [ap]m IST\nReview request: https/u,
    );
    expect(JSON.stringify(email)).not.toContain('secret');
    // Emailed once; the next item waits until the hour is over.
    await send(member);
    await waitForQueuedJob(member);
    passMinutes(20);
    await waitForNoDueJob(member);
    expect(emailsTo(member)).toHaveLength(1);
    passMinutes(40);
    await eventually(() => expect(emailsTo(member)).toHaveLength(2));
    expect(emailsTo(member)[1]?.subject).toBe('Asha Rao sent you 21 messages');
  });

  it('leave out a moderator’s decisions, which were emailed at once', async () => {
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
      emailsTo(member)
        .map(({ subject }) => subject)
        .toSorted();
    await eventually(() => expect(subjects()).toEqual(decisions));
    const hidden = emailsTo(member).find(({ subject }) => subject === decisions[0]);
    expect(hidden?.text).toMatch(/“Solar Tracker”.*Reason: Harassment or bullying/u);
    expect(hidden?.text).toContain(`https://sangam.test/projects/${project}`);
    expect(JSON.stringify(emailsTo(member))).not.toContain('Between us');
    await send(member);
    await waitForQueuedJob(member);
    passMinutes(15);
    await eventually(() => expect(subjects()).toEqual([...decisions, 'Asha Rao sent you a message']));
    await waitForNoDueJob(member);
    expect(emailsTo(member)).toHaveLength(3);
    // A suspended member is emailed about nothing else.
    const secondProject = await postProject(server, member);
    const projectReport = await reportTo(server, asha, { kind: 'project', id: secondProject });
    const memberReport = await reportTo(server, asha, { kind: 'member', id: member.id });
    await decideOn(server, moderator, memberReport, { decision: 'suspend' });
    await decideOn(server, moderator, projectReport, { decision: 'hide' });
    await eventually(async () => {
      const { rows } = await server.database.pool.query("SELECT FROM jobs WHERE kind LIKE 'mail:%' AND due_at < now()");
      expect(rows).toEqual([]);
      expect(subjects()).toContain('Your Sangam account is suspended');
    });
    expect(emailsTo(member)).toHaveLength(4);
  });

  it('name the team of its messages, in emails to all other participants', async () => {
    const [creator, member, quietMember] = [
      await server.signUpConfirmed('Chitra'),
      await server.signUpConfirmed('Dev'),
      await server.signUpConfirmed('Eka'),
    ];
    const { conversationId } = await formTeam(server, creator, [member, quietMember], 'Rover');
    for (const reader of [creator, member, quietMember]) await server.call('PUT /api/inbox/read-all', reader.token);
    await server.call(`PUT /api/messages/c/${conversationId}/notify`, quietMember.token, { notify: 'off' });
    for (const content of ['A secret plan', 'And another'])
      await server.call('POST /api/messages', creator.token, { conversation_id: conversationId, content });
    await waitForQueuedJob(member);
    passMinutes(15);
    await eventually(() => expect(emailsTo(member)).toHaveLength(1));
    const [email] = emailsTo(member);
    expect(email?.subject).toBe('Rover has 2 new messages');
    expect(email?.text).toContain(`https://sangam.test/messages/c/${conversationId}`);
    expect(JSON.stringify(email)).not.toContain('secret');
    await waitForNoDueJob(quietMember);
    expect([...emailsTo(quietMember), ...emailsTo(creator)]).toEqual([]);
  });

  it.each(['of another member', 'of a team'])(
    'count the time from the first undeleted message %s',
    async (conversation) => {
      const member = await server.signUpConfirmed();
      const team = conversation === 'of a team' ? await formTeam(server, asha, [member], 'Rover') : null;
      await server.call('PUT /api/inbox/read-all', member.token);
      const to = team ? { conversation_id: team.conversationId } : { receiver_id: member.id };
      const post = async () =>
        (await server.call('POST /api/messages', asha.token, { ...to, content: 'Hi' })).body.data;
      const { conversation_id, seq } = await post();
      await waitForQueuedJob(member);
      passMinutes(10);
      await post();
      const body = { client_id: randomUUID() };
      const path = `/api/messages/c/${conversation_id}/${seq}`;
      expect((await server.call(`DELETE ${path}`, asha.token, body)).status).toBe(200);
      passMinutes(5);
      await waitForNoDueJob(member);
      expect(emailsTo(member)).toEqual([]);
      await waitForQueuedJob(member);
      passMinutes(10);
      await eventually(() => expect(emailsTo(member)).toHaveLength(1));
    },
  );

  it('include a mention that an edit adds', async () => {
    const [creator, member] = [await server.signUpConfirmed('Chitra'), await server.signUpConfirmed('Dev')];
    const { conversationId } = await formTeam(server, creator, [member], 'Rover');
    await server.call('PUT /api/inbox/read-all', member.token);
    await server.call(`PUT /api/messages/c/${conversationId}/notify`, member.token, { notify: 'mentions' });
    const message = { conversation_id: conversationId, content: 'Who is free?' };
    await server.call('POST /api/messages', creator.token, message);
    await waitForNoJob(member);
    const edit = { content: 'Is @Dev free?', client_id: randomUUID(), mentions: [{ user_id: member.id, name: 'Dev' }] };
    const path = `PATCH /api/messages/c/${conversationId}/1`;
    expect((await server.call(path, creator.token, edit)).status).toBe(200);
    await waitForQueuedJob(member);
    passMinutes(15);
    await eventually(() => expect(emailsTo(member)).toHaveLength(1));
  });

  it('are not emailed if they have been read', async () => {
    const member = await server.signUpConfirmed();
    await send(member);
    await receiveRequest(member);
    await waitForQueuedJob(member);
    passMinutes(14);
    await markRead(member);
    await server.call('PUT /api/inbox/read-all', member.token);
    passMinutes(1);
    await waitForNoJob(member);
    expect(emailsTo(member)).toEqual([]);
  });

  it('leave out message requests, and notifications that only repeat an event of the last day', async () => {
    const member = await server.signUpConfirmed();
    await send(member);
    await receiveRequest(member);
    await waitForQueuedJob(member);
    await server.database.pool.query(
      `WITH held AS (UPDATE memberships SET request = 'waiting' WHERE user_id = $1)
       UPDATE notifications SET quiet = true WHERE user_id = $1`,
      [member.id],
    );
    passMinutes(15);
    await waitForNoJob(member);
    expect(emailsTo(member)).toEqual([]);
  });

  it('are not emailed once they are two days old', async () => {
    const member = await server.signUpConfirmed();
    await send(member);
    await receiveRequest(member);
    await waitForQueuedJob(member);
    const back = "- interval '2 days'";
    await server.database.pool.query(
      `WITH old AS (UPDATE messages SET created_at = created_at ${back} WHERE conversation_id IN (
         SELECT conversation_id FROM memberships WHERE user_id = $1))
       UPDATE notifications SET created_at = created_at ${back} WHERE user_id = $1`,
      [member.id],
    );
    passMinutes(15);
    await waitForNoJob(member);
    expect(emailsTo(member)).toEqual([]);
  });

  it('are not emailed while the member is online, but after they have left', async () => {
    const member = await server.signUpConfirmed();
    const socket = await server.connect(member);
    await eventually(async () => {
      const { body } = await server.call(`GET /api/users/${member.id}/status`, asha.token);
      expect(body.data.is_online).toBe(true);
    });
    await send(member);
    await waitForQueuedJob(member);
    passMinutes(15);
    await waitForNoDueJob(member);
    expect(emailsTo(member)).toEqual([]);
    socket.disconnect();
    await eventually(async () => {
      const { body } = await server.call(`GET /api/users/${member.id}/status`, asha.token);
      expect(body.data.is_online).toBe(false);
    });
    passMinutes(5);
    await eventually(() => expect(emailsTo(member)).toHaveLength(1));
  });

  it("are emailed separately from outcomes, and the button of a mail program stops only its own email's group", async () => {
    const creator = await server.signUpConfirmed('Chitra');
    const member = await server.signUpConfirmed();
    const project = await postProject(server, creator);
    await joinTeam(server, project, creator, member);
    await send(member);
    await receiveRequest(member);
    await waitForQueuedJob(member);
    passMinutes(15);
    await eventually(() => expect(emailsTo(member)).toHaveLength(2));
    const subjects = emailsTo(member).map(({ subject }) => subject);
    expect(subjects.toSorted()).toEqual([
      'Asha Rao wants to join Solar Tracker, and 1 more',
      'Chitra accepted your request to join Rover',
    ]);
    const groups = emailsTo(member).map(({ headers }) =>
      /token=\d+\.([a-z-]+)\./u.exec(headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? ''),
    );
    expect(groups.map((found) => found?.[1]).toSorted()).toEqual(['outcomes', 'requests']);
    // Each part has its own hour between emails.
    await waitForNoDueJob(member);
    await send(member);
    await waitForQueuedJob(member);
    passMinutes(59);
    await waitForNoDueJob(member);
    expect(emailsTo(member)).toHaveLength(2);
    passMinutes(1);
    await eventually(() => expect(emailsTo(member)).toHaveLength(3));
  });

  it('include how a request ended', async () => {
    const creator = await server.signUpConfirmed('Chitra');
    const requester = await server.signUpConfirmed();
    const project = await postProject(server, creator);
    await joinTeam(server, project, creator, requester);
    await waitForQueuedJob(requester);
    passMinutes(15);
    const { email } = await mailbox.newest(requester.email);
    expect(email.subject).toBe('Chitra accepted your request to join Rover');
    expect(email.text).toContain(`https://sangam.test/projects/${project}`);
  });
});
