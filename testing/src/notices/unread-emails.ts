import { minuteMs } from '@sangam/shared/core/limits';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { shiftedClock } from '../clocks.js';
import { eventually } from '../eventually.js';
import { type Mailbox, openMailbox } from '../mailbox.js';
import { postProject } from '../post-project.js';
import { startTestServer, type TestMember, type TestServer } from '../test-server.js';

/** The server of a test file, which emails unread items to this mailbox, and a member who causes them. */
export let server: TestServer;
export let mailbox: Mailbox;
export let asha: TestMember;

/** The server's clock, which only the tests advance. */
export const clock = shiftedClock();

/** The options for another server. */
export const options = () => ({
  clock,
  env: { SMTP_URL: mailbox.url, PUBLIC_URL: 'https://sangam.test' },
  timings: {
    jobs: { pollMs: 100, retryFirstMs: 20 },
    unreadEmail: { gatherMs: 20 },
    presence: { closeGraceMs: 0, flushMs: 20 },
  },
});

/** Starts the server for the tests of a file. */
export function stageForUnreadEmails(): void {
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
}

export const emailsTo = (member: TestMember) =>
  mailbox.emails.filter(({ to }) => to?.some((recipient) => recipient.address === member.email));
export const jobs = async (member: TestMember) => {
  const sql = "SELECT * FROM jobs WHERE kind = 'mail:unread' AND key = $1 AND failed_at IS NULL";
  return (await server.database.pool.query(sql, [String(member.id)])).rows;
};
/** Waits until the job is queued and not running, since a jump of the clock would end its lease. */
export const waitForQueuedJob = (member: TestMember) =>
  eventually(async () => {
    const [job] = await jobs(member);
    expect(job).toMatchObject({ leased_until: null });
    expect(job?.due_at.getTime()).toBeGreaterThan(clock.nowMs());
  });
/** Waits until no job of the member is due. */
export const waitForNoDueJob = (member: TestMember) =>
  eventually(async () =>
    expect((await jobs(member)).filter(({ due_at }) => due_at.getTime() <= clock.nowMs())).toEqual([]),
  );
export const passMinutes = (minutes: number) => {
  clock.aheadMs += minutes * minuteMs;
};
/** Waits until no job is left. A job for an item may be stored only after the item was read and the previous job was done. */
export const waitForNoJob = (member: TestMember) =>
  eventually(async () => {
    const remaining = await jobs(member);
    if (remaining.some(({ due_at }) => due_at.getTime() > clock.nowMs())) passMinutes(15);
    expect(remaining).toEqual([]);
  });
export const send = async (to: TestMember, content = 'A secret plan', from = asha) =>
  expect((await server.call('POST /api/messages', from.token, { receiver_id: to.id, content })).status).toBe(201);
export const markRead = (member: TestMember, other = asha) =>
  server.call(`PUT /api/messages/mark-read/${other.id}`, member.token);
export const choose = async (member: TestMember, body: object) =>
  expect((await server.call('PATCH /api/notification-choices', member.token, body)).status).toBe(200);
/** Has Asha ask to join a new project of the member; returns the request's id. */
export async function receiveRequest(creator: TestMember): Promise<number> {
  const project = await postProject(server, creator, { title: 'Solar Tracker' });
  return (await server.call('POST /api/project-requests', asha.token, { project_id: project })).body.data.request.id;
}
