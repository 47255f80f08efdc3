import {
  emailsTo,
  mailbox,
  passMinutes,
  send,
  server,
  stageForUnreadEmails,
  waitForQueuedJob,
} from '@sangam/testing/notices/unread-emails';
import type { TestMember } from '@sangam/testing/test-server';
import { expect, it } from 'vitest';

stageForUnreadEmails();

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const headerOf = (member: TestMember, key: string): string =>
  emailsTo(member)
    .at(-1)
    ?.headers.find((header) => header.key === key)?.value ?? '';
/** Returns the path of the unsubscribe link in the member's last email. */
const pathIn = (member: TestMember): string =>
  /^<https:\/\/sangam\.test(\/\S+)>$/u.exec(headerOf(member, 'list-unsubscribe'))?.[1] ?? '';
const pageAt = async (path: string): Promise<string> =>
  (await server.call(`GET ${path}`, null, undefined, { accept: 'text/html' })).body;

it('unsubscribes from one kind of email with one click, without a session; the page asks first', async () => {
  const member = await server.signUpConfirmed();
  await send(member);
  await waitForQueuedJob(member);
  passMinutes(15);
  await mailbox.newest(member.email);
  expect(headerOf(member, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  const path = pathIn(member);
  const confirmationPage = await pageAt(path);
  expect(confirmationPage).toContain('<button>');
  expect(confirmationPage).toContain('href="/settings/notifications"');
  const emailOffOf = async () => (await server.call('GET /api/notification-choices', member.token)).body.data.mail_off;
  expect(await emailOffOf()).toEqual([]);
  for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain']) {
    const done = await server.call(`POST ${path}`, null, 'List-Unsubscribe=One-Click', { 'content-type': type });
    expect(done.status, type).toBe(200);
  }
  expect(await emailOffOf()).toEqual(['messages']);
  const stopped = await pageAt(path);
  expect(stopped).toContain('Emails stopped');
  expect(stopped).not.toContain('<button>');
  const forged = await server.call(
    `POST ${path.replace('messages', 'team')}`,
    null,
    'List-Unsubscribe=One-Click',
    form,
  );
  expect(forged.status).toBe(404);
  expect(await emailOffOf()).toEqual(['messages']);
});

it('shows no link to the settings to members who can’t sign in, and stores nothing about an erased one', async () => {
  const member = await server.signUpConfirmed();
  await send(member);
  await waitForQueuedJob(member);
  passMinutes(15);
  await mailbox.newest(member.email);
  const path = pathIn(member);
  const set = (change: string) => server.database.pool.query(`UPDATE users SET ${change} WHERE id = $1`, [member.id]);
  await set('suspended_at = now()');
  const confirmationPage = await pageAt(path);
  expect(confirmationPage).toContain('<button>');
  expect(confirmationPage).not.toContain('/settings');
  // As if erased.
  await set("name = 'Former member', deleted_at = now()");
  await server.database.pool.query('DELETE FROM notification_choices WHERE user_id = $1', [member.id]);
  expect((await server.call(`POST ${path}`, null, 'List-Unsubscribe=One-Click', form)).body).toContain(
    'Emails stopped',
  );
  expect(await pageAt(path)).toContain('Emails stopped');
  const { rows } = await server.database.pool.query('SELECT FROM notification_choices WHERE user_id = $1', [member.id]);
  expect(rows).toEqual([]);
});
