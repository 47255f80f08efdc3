import { eventually } from '@sangam/testing/eventually';
import {
  asha,
  choose,
  clock,
  emailsTo,
  jobs,
  mailbox,
  options,
  passMinutes,
  send,
  server,
  stageForUnreadEmails,
  waitForQueuedJob,
} from '@sangam/testing/notices/unread-emails';
import { postProject } from '@sangam/testing/post-project';
import { startTestServer } from '@sangam/testing/test-server';
import { describe, expect, it } from 'vitest';

stageForUnreadEmails();

describe('a member', () => {
  it('chooses when to get emails, and about which subjects', async () => {
    const [hasty, silent, picky] = [
      await server.signUpConfirmed(),
      await server.signUpConfirmed(),
      await server.signUpConfirmed(),
    ];
    await choose(hasty, { mail_pace: 'at_once', mail_shows_text: true });
    await choose(silent, { mail_pace: 'never' });
    await choose(picky, { mail_off: ['messages'] });
    for (const member of [hasty, silent, picky]) await send(member);
    await waitForQueuedJob(hasty);
    await waitForQueuedJob(picky);
    passMinutes(0.5);
    await eventually(() => expect(emailsTo(hasty)).toHaveLength(1));
    expect(emailsTo(hasty)[0]?.text).toContain('A secret plan');
    passMinutes(30);
    await eventually(async () => expect(await jobs(picky)).toEqual([]));
    expect([...emailsTo(silent), ...emailsTo(picky)]).toEqual([]);
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

  it('gets no email about muted conversations and projects', async () => {
    const member = await server.signUpConfirmed();
    const other = await server.signUpConfirmed('Bina');
    const mute = async (target: string) =>
      expect((await server.call(`PUT /api/${target}`, member.token)).status).toBe(200);
    await mute(`messages/mute/${asha.id}`);
    const muted = await postProject(server, member);
    await mute(`projects/${muted}/mute`);
    await send(member);
    await server.call('POST /api/project-requests', asha.token, { project_id: muted });
    await send(member, 'Hi', other);
    await waitForQueuedJob(member);
    passMinutes(15);
    const { email } = await mailbox.newest(member.email);
    expect(email.subject).toBe('Bina sent you a message');
    // The job of a later message finds nothing to email.
    await eventually(async () => {
      passMinutes(15);
      expect(await jobs(member)).toEqual([]);
    });
    expect(emailsTo(member)).toHaveLength(1);
  });

  it('gets pending email according to a changed choice', async () => {
    const member = await server.signUpConfirmed();
    await choose(member, { mail_pace: 'daily' });
    await send(member);
    await waitForQueuedJob(member);
    passMinutes(0.5);
    await choose(member, { mail_pace: 'at_once' });
    await eventually(() => expect(emailsTo(member)).toHaveLength(1));
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
