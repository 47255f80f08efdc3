import { untilLocked } from '@sangam/testing/database/lock-waits';
import { isOnServices } from '@sangam/testing/servers/faulty-servers';
import { startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hideReadMarksAround, showReadMarksAround } from './read-receipts.queries.js';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** Two members with a message between them, of whom one hides read marks. */
async function pairWithHiddenMarks(): Promise<[hiding: TestMember, other: TestMember]> {
  const [asha, bina] = [await server.signUp(), await server.signUp()];
  await server.call('POST /api/messages', asha.token, { receiver_id: bina.id, content: 'Hi' });
  await server.call('PATCH /api/notification-choices', bina.token, { shows_read_marks: false });
  return [asha, bina];
}
const choose = async (member: TestMember, shows_read_marks: boolean) =>
  (await server.call('PATCH /api/notification-choices', member.token, { shows_read_marks })).status;
const areHidden = async ({ id }: TestMember): Promise<boolean[]> => {
  const { rows } = await sql<{ is_hidden: boolean }>`
    SELECT told_read_seq IS NOT NULL AS is_hidden FROM memberships WHERE ${id} IN (user_id, other_id)`.execute(
    server.database.db,
  );
  return rows.map(({ is_hidden }) => is_hidden);
};

it.skipIf(!isOnServices)('hides read marks that the other member is about to show', async () => {
  const [asha, bina] = await pairWithHiddenMarks();
  const hidden = await server.database.db.transaction().execute(async (trx) => {
    await sql`UPDATE notification_choices SET shows_read_marks = true WHERE user_id = ${bina.id}`.execute(trx);
    await showReadMarksAround(trx, bina.id, new Date());
    const hiding = choose(asha, false);
    await untilLocked(server.database);
    return { hiding };
  });
  expect(await hidden.hiding).toBe(200);
  expect(await areHidden(asha)).toEqual([true, true]);
});

it.skipIf(!isOnServices)('shows no read marks that the other member is about to hide', async () => {
  const [asha, bina] = await pairWithHiddenMarks();
  await choose(asha, true);
  const shown = await server.database.db.transaction().execute(async (trx) => {
    await sql`INSERT INTO notification_choices (user_id, shows_read_marks) VALUES (${asha.id}, false)
      ON CONFLICT (user_id) DO UPDATE SET shows_read_marks = false`.execute(trx);
    await hideReadMarksAround(trx, asha.id);
    const showing = choose(bina, true);
    await untilLocked(server.database);
    return { showing };
  });
  expect(await shown.showing).toBe(200);
  expect(await areHidden(asha)).toEqual([true, true]);
});
