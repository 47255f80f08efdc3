import { eventually } from '@sangam/testing/eventually';
import {
  clock,
  emailsTo,
  jobs,
  mailbox,
  options,
  passMinutes,
  send,
  server,
  stageForUnreadEmails,
  waitForNoDueJob,
  waitForQueuedJob,
} from '@sangam/testing/notices/unread-emails';
import { startTestServer } from '@sangam/testing/test-server';
import { describe, expect, it } from 'vitest';

stageForUnreadEmails();

describe('a mail server', () => {
  it('that is down for a day only delays emails', async () => {
    const member = await server.signUpConfirmed();
    mailbox.refuse(1_000);
    await send(member);
    await waitForQueuedJob(member);
    passMinutes(15);
    await eventually(async () => expect((await jobs(member))[0]?.last_error).toContain('try again later'));
    for (let hours = 0; hours < 24; hours += 8) {
      await send(member);
      passMinutes(8 * 60);
      await eventually(async () => expect((await jobs(member))[0]?.due_at.getTime()).toBeGreaterThan(clock.nowMs()));
    }
    mailbox.refuse(0);
    passMinutes(30);
    const { email } = await mailbox.newest(member.email);
    await eventually(async () => expect(await jobs(member)).toEqual([]));
    expect(email.subject).toBe('Asha Rao sent you 4 messages');
    expect(emailsTo(member)).toHaveLength(1);
  });

  it('that accepts an email and loses the connection gets it again with the same Message-ID', async () => {
    const member = await server.signUpConfirmed();
    await send(member);
    await waitForQueuedJob(member);
    mailbox.lose(2);
    passMinutes(15);
    await eventually(() => expect(emailsTo(member)).toHaveLength(3));
    await eventually(async () => expect(await jobs(member)).toEqual([]));
    const [first, ...again] = emailsTo(member).map(({ messageId }) => messageId);
    expect(again).toEqual([first, first]);
  });

  it('gets an email again with the same Message-ID from a server that crashed before recording it', async () => {
    const member = await server.signUpConfirmed();
    await send(member);
    await waitForQueuedJob(member);
    passMinutes(15);
    const { email } = await mailbox.newest(member.email);
    await eventually(async () => expect(await jobs(member)).toEqual([]));
    const [, key = ''] = /^<(.+)@sangam\.test>$/u.exec(email.messageId ?? '') ?? [];
    const { pool } = server.database;
    // The state when the email was sent; more has arrived since.
    await send(member);
    await waitForQueuedJob(member);
    await pool.query(
      `UPDATE unread_mails SET mailed_at = NULL, told = '{}', sending = told, sending_key = $1 WHERE user_id = $2`,
      [key, member.id],
    );
    await pool.query("UPDATE jobs SET due_at = $1 WHERE kind = 'mail:unread' AND key = $2", [
      clock.now(),
      String(member.id),
    ]);
    await eventually(() => expect(emailsTo(member)).toHaveLength(2));
    expect(emailsTo(member)[1]?.messageId).toBe(email.messageId);
    // Later items get their own email.
    await waitForNoDueJob(member);
    passMinutes(60);
    await eventually(() => expect(emailsTo(member)).toHaveLength(3));
    expect(emailsTo(member)[2]?.messageId).not.toBe(email.messageId);
  });

  it('gets emails, after the next start, about changes that a crashing server had gathered', async () => {
    const member = await server.signUpConfirmed();
    await send(member);
    await waitForQueuedJob(member);
    await server.database.pool.query("DELETE FROM jobs WHERE kind = 'mail:unread' AND key = $1", [String(member.id)]);
    await using _next = await startTestServer({ ...options(), beside: server });
    await waitForQueuedJob(member);
    passMinutes(15);
    await eventually(() => expect(emailsTo(member)).toHaveLength(1));
  });
});
