import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { openPostgres } from '@sangam/server/platform/db/database';
import { eventually } from '@sangam/testing/eventually';
import { openMailbox } from '@sangam/testing/mailbox';
import { type AddedMember, addMembers } from '@sangam/testing/members';
import { type Device, openPushService } from '@sangam/testing/push-service';
import { runsFull } from '@sangam/testing/runs';
import { startCluster } from '@sangam/testing/servers/cluster';
import { sql } from 'kysely';
import pino from 'pino';
import { describe, expect, inject, it, onTestFinished } from 'vitest';

/**
 * Pushes and emails for absent members reach them though servers are killed: at least once, and seen once. Only in a long run: a
 * dead server's jobs are taken again after a minute.
 */
const KILL_COUNT = runsFull ? Number(process.env.SANGAM_CRASH_KILLS ?? 3) : 0;
const timeout = 600_000 + KILL_COUNT * 60_000;
/** Per kill. */
const MEMBERS = 12;
const LEASE_MS = 60_000;
/** A session so long that no device gets a push about the end of its session. */
const SESSION_DAYS = 30;
const WRITERS = 3;

const randomPause = () => sleep(Math.random() * 3_000);

describe.runIf(KILL_COUNT > 0 && inject('template').kind === 'postgres')(
  'kill -9 of servers that notify members',
  () => {
    it('loses no push and no email, and repeats none under another name', { timeout }, async ({ annotate }) => {
      await annotate(`${KILL_COUNT} kills`);
      const [mailbox, service] = await Promise.all([openMailbox(), openPushService({ forProcesses: true })]);
      const secret = randomBytes(48).toString('base64url');
      const cluster = await startCluster(2, { ...service.env, SMTP_URL: mailbox.url, JWT_SECRET: secret });
      const database = openPostgres(cluster.databaseUrl, 2, pino({ level: 'silent' }));
      onTestFinished(async () => {
        await database.close();
        await cluster.close();
        await Promise.all([mailbox.close(), service.close()]);
      });
      const { db } = database;

      // None of them is ever online, and all want emails at once.
      const [sender, creator, ...receivers] = await addMembers(
        database,
        2 + KILL_COUNT * MEMBERS,
        secret,
        SESSION_DAYS,
      );
      if (!sender || !creator) throw new Error('no members');
      const devices = new Map<number, Device>();
      for (const { id } of receivers) {
        const device = service.subscribe();
        devices.set(id, device);
        const { endpoint, p256dh, auth } = device.body;
        await sql`INSERT INTO push_subscriptions (user_id, session_id, endpoint, p256dh, auth, shows_text, created_at)
        SELECT user_id, id, ${endpoint}, ${p256dh}, ${auth}, false, now() FROM sessions WHERE user_id = ${id}`.execute(
          db,
        );
      }
      await sql`INSERT INTO notification_choices (user_id, mail_pace)
      SELECT unnest(${receivers.map(({ id }) => id)}::bigint[]), 'at_once'`.execute(db);

      /** Retries until some server has done it, as a client does. */
      const callUntilDone = (name: string, { token }: AddedMember, body: object) =>
        eventually(async () => {
          const [method = '', path = ''] = name.split(' ');
          const { url } = cluster.servers[Math.floor(Math.random() * cluster.servers.length)] ?? { url: '' };
          const answer = await fetch(url + path, {
            method,
            headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
            body: JSON.stringify(body),
            signal: AbortSignal.timeout(10_000),
          });
          // It was done already by a server that died before it could answer.
          if (!answer.ok && answer.status !== 409) throw new Error(`${name}: ${answer.status} ${await answer.text()}`);
        }, 120_000);
      /** One gets a message, the next a request for their project. */
      const notifyMember = async ({ id }: AddedMember, index: number) => {
        if (index % 2 === 0)
          return callUntilDone('POST /api/messages', sender, {
            receiver_id: id,
            content: 'Hi',
            client_id: randomUUID(),
          });
        const { rows } = await sql<{ id: number }>`
        INSERT INTO projects (creator_id, title, description, category, max_members)
        VALUES (${id}, 'Rover', 'D', 'other', 5) RETURNING id`.execute(db);
        await sql`INSERT INTO project_members (project_id, user_id) VALUES (${rows[0]?.id}, ${id})`.execute(db);
        await callUntilDone('POST /api/project-requests', creator, { project_id: rows[0]?.id });
      };

      const remaining = [...receivers.entries()];
      for (let kill = 0; kill < KILL_COUNT; kill += 1) {
        const now = remaining.splice(0, MEMBERS);
        const writing = Array.from({ length: WRITERS }, async () => {
          for (let next = now.shift(); next; next = now.shift()) await notifyMember(next[1], next[0]);
        });
        await randomPause();
        const victim = cluster.servers[kill % 2];
        victim?.process.child.kill('SIGKILL');
        await victim?.process.exited;
        await victim?.start();
        await Promise.all(writing);
      }

      const addresses = new Map(
        (await db.selectFrom('users').select(['id', 'email']).execute()).map(({ id, email }) => [id, email]),
      );
      await eventually(async () => {
        const emailed = new Set(mailbox.emails.map((email) => email.to?.[0]?.address));
        const notEmailed = receivers.filter(({ id }) => !emailed.has(addresses.get(id)));
        const unpushed = receivers.filter(({ id }) => devices.get(id)?.delivered().length === 0);
        expect([notEmailed.length, unpushed.length]).toEqual([0, 0]);
        const { rows } = await sql`SELECT FROM jobs WHERE kind IN ('push', 'mail:unread')`.execute(db);
        expect(rows).toEqual([]);
      }, 4 * LEASE_MS);

      let repeated = { pushes: 0, emails: 0 };
      for (const { id } of receivers) {
        const pushes = devices.get(id)?.delivered() ?? [];
        // The device recognizes a repetition by topic and version (client/worker/web-push.ts).
        const shown = new Set(pushes.map(({ notice }) => `${notice.topic} ${notice.version}`));
        expect(shown.size, `pushes to ${id}`).toBe(1);
        const emails = mailbox.emails.filter((email) => email.to?.[0]?.address === addresses.get(id));
        expect(new Set(emails.map(({ messageId }) => messageId)).size, `emails to ${id}`).toBe(1);
        repeated = { pushes: repeated.pushes + pushes.length - 1, emails: repeated.emails + emails.length - 1 };
      }
      process.stdout.write(`${KILL_COUNT} kills, ${receivers.length} members: repeated ${JSON.stringify(repeated)}\n`);
    });
  },
);
