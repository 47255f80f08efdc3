import { untilLocked } from '@sangam/testing/database/lock-waits';
import { eventually } from '@sangam/testing/eventually';
import { reportTo } from '@sangam/testing/moderating';
import { openTestDatabase, type TestDatabase } from '@sangam/testing/test-database';
import { startTestServer } from '@sangam/testing/test-server';
import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { Database } from '../../platform/db/database.js';
import { systemClock } from '../../platform/lib/clock.js';
import { runModeratorCommand } from './moderator-command.js';
import { addModerator, isModerator } from './queries.js';
import { applySetting } from './setting.js';

let test: TestDatabase;
let db: Database['db'];
let members = 0;
beforeAll(async () => {
  test = await openTestDatabase();
  db = test.database.db;
});
afterAll(() => test.close());

const log = pino({ level: 'silent' });
const add = async (isRequested: boolean): Promise<{ id: number; email: string }> => {
  const email = `named${++members}@example.org`;
  const { rows } = await sql<{ id: number }>`
    INSERT INTO users (name, email, verification_asked) VALUES ('Named', ${email}, ${isRequested}) RETURNING id`.execute(
    db,
  );
  return { id: rows[0]?.id ?? 0, email };
};

it('the setting makes members with confirmed addresses moderators, and removes those no longer named', async () => {
  const [asha, ben, unproved] = [await add(false), await add(false), await add(true)];
  await db.transaction().execute((trx) => addModerator(trx, ben.id, false));
  const apply = (emails: string[]) => applySetting({ db, clock: systemClock, log }, emails);
  await apply([asha.email, ben.email, unproved.email, 'nobody@example.org']);
  await apply([asha.email, ben.email]);
  const are = () => Promise.all([asha, ben, unproved].map(({ id }) => isModerator(db, id)));
  expect(await are()).toEqual([true, true, false]);
  await apply([]);
  // The second moderator was named by a command.
  expect(await are()).toEqual([false, true, false]);
  const { rows } = await sql<{ kind: string }>`
    SELECT kind FROM audit_entries WHERE member_id = ${asha.id} ORDER BY id`.execute(db);
  expect(rows.map(({ kind }) => kind)).toEqual(['moderator:added', 'moderator:removed']);
});

it('a member’s open pages get the role, and lose it, at once', async () => {
  const server = await startTestServer({ timings: { jobs: { pollMs: 100 } } });
  const member = await server.signUpConfirmed('Asha');
  const socket = await server.connect(member);
  const roles: (true | undefined)[] = [];
  socket.on('profile:changed', ({ is_moderator }) => roles.push(is_moderator));
  const command = (verb: string) =>
    runModeratorCommand({ db: server.database.db, clock: systemClock }, [verb, member.email]);
  await command('add');
  await eventually(() => expect(roles).toEqual([true]));
  await command('remove');
  await eventually(() => expect(roles).toEqual([true, undefined]));
  await server.close();
});

it('ending the role removes the notifications of reports, at once on open pages', async () => {
  await using server = await startTestServer({ timings: { jobs: { pollMs: 100 } } });
  const [member, asha, ben] = [
    await server.signUpConfirmed('Mod'),
    await server.signUp('Asha'),
    await server.signUp('Ben'),
  ];
  const command = (verb: string) =>
    runModeratorCommand({ db: server.database.db, clock: systemClock }, [verb, member.email]);
  await command('add');
  await reportTo(server, asha, { kind: 'member', id: ben.id });
  const listed = async () => (await server.call('GET /api/inbox', member.token)).body.data;
  const before = await listed();
  expect(before).toMatchObject({ unread: 1, items: [{ kind: 'report:received' }] });
  const socket = await server.connect(member);
  const versions: number[] = [];
  socket.on('inbox:changed', ({ version, unread }) => unread === 0 && versions.push(version));
  await command('remove');
  expect(await listed()).toMatchObject({ unread: 0, items: [] });
  // The page has missed at least one version, so it fetches the notifications again.
  await eventually(() => expect(versions.at(-1)).toBeGreaterThanOrEqual(before.version + 2));
});

// The embedded database has one connection.
it.runIf(inject('template').kind === 'postgres')(
  'a report at the moment of a role’s end leaves no notification behind',
  async () => {
    await using server = await startTestServer();
    const [member, asha, ben] = [
      await server.signUpConfirmed('Mod'),
      await server.signUp('Asha'),
      await server.signUp('Ben'),
    ];
    const deps = { db: server.database.db, clock: systemClock };
    await runModeratorCommand(deps, ['add', member.email]);
    // The report has listed the moderators, and waits for the second one's notifications.
    const held = await server.database.pool.connect();
    await held.query('BEGIN');
    await held.query(
      'INSERT INTO inboxes (user_id) VALUES ($1) ON CONFLICT (user_id) DO UPDATE SET version = inboxes.version',
      [member.id],
    );
    const reported = reportTo(server, asha, { kind: 'member', id: ben.id });
    await untilLocked(server.database);
    const ended = runModeratorCommand(deps, ['remove', member.email]);
    await untilLocked(server.database, 2);
    await held.query('ROLLBACK');
    held.release();
    await Promise.all([reported, ended]);
    expect((await server.call('GET /api/inbox', member.token)).body.data).toMatchObject({ unread: 0, items: [] });
  },
);
