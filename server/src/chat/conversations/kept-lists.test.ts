import { changeMessage } from '@sangam/testing/chat/change-message';
import { plainMessage } from '@sangam/testing/chat/plain-message';
import { openTestDatabase, type TestDatabase } from '@sangam/testing/test-database';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { countForMember } from '../../app/dashboard/queries.js';
import { insertBatch } from '../messages/batch.js';
import type { PendingMessage } from '../messages/pending-message.js';
import { MESSAGES_VERSION } from '../refresh.js';
import * as unread from '../unread/queries.js';
import { moveReadMark, setMark } from '../unread/read-marks.queries.js';
import { createConversationKeys } from './conversations.js';
import { slotOf } from './kinds.js';
import { listConversations } from './list.queries.js';
import { hideReadMarksAround, showReadMarksAround } from './read-receipts.queries.js';

const nothingToRefuse = { locks: [], refuse: async () => null };

/** The same number as in migration 0046. */
const KEPT_ABOVE = 200;

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());

const run = async <R>(statement: ReturnType<typeof sql<R>>) => (await statement.execute(opened.database.db)).rows;

/** A member who has written to this many others, of whom every second one has answered. */
async function memberWith(conversations: number): Promise<{ id: number; others: number[] }> {
  const [{ id } = { id: 0 }, ...others] = await run(
    sql<{ id: number }>`
    INSERT INTO users (name, email) SELECT 'Member', gen_random_uuid() || '@example.org' FROM generate_series(0, ${conversations}::int)
    RETURNING id`,
  );
  await run(sql`
    WITH made AS (
      INSERT INTO conversations (low_id, high_id, last_seq, sent, last_message_at)
      SELECT ${id}, id, 1 + id % 2, ARRAY[1, id % 2], to_timestamp(1e9 + id % 7) FROM unnest(${others.map((other) => other.id)}::int8[]) AS t (id)
      RETURNING id, low_id, high_id, last_seq
    ), joined AS (
      INSERT INTO memberships (user_id, other_id, conversation_id, slot)
      SELECT low_id, high_id, id, 1 FROM made UNION ALL SELECT high_id, low_id, id, 2 FROM made
    )
    INSERT INTO messages (conversation_id, seq, sender_id, sender_seq, client_id, content, created_at)
    SELECT id, n, CASE n WHEN 1 THEN low_id ELSE high_id END, 1, gen_random_uuid(), 'Hi', now() FROM made, generate_series(1, last_seq) n`);
  return { id, others: others.map((other) => other.id) };
}

const conversations = () => createConversationKeys(opened.database.db);

/** Writes one batch, with a message from and to each of these members. */
async function send(pairs: readonly (readonly [from: number, to: number])[]): Promise<void> {
  const pending = await Promise.all(
    pairs.map(async ([from, to]): Promise<PendingMessage> => {
      const conversation = await conversations().open(from, to, nothingToRefuse);
      if (!conversation.ok) throw new Error('no conversation');
      const slot = slotOf(conversation.value, from) ?? 0;
      return { ...plainMessage, conversation: conversation.value, slot, sender_id: from, receiver_id: to };
    }),
  );
  pending.sort((a, b) => a.conversation.id - b.conversation.id);
  await insertBatch(opened.database.run, pending, Date.now());
}
const read = (reader: number, other: number) => moveReadMark(opened.database.db, reader, { user_id: other }, null);
const markUnread = (user_id: number, other_id: number, from: number) =>
  opened.database.db.transaction().execute(async (trx) => {
    const { conversation_id } = await trx
      .selectFrom('memberships')
      .select('conversation_id')
      .where('user_id', '=', user_id)
      .where('other_id', '=', other_id)
      .executeTakeFirstOrThrow();
    return setMark(trx, { user_id, conversation_id }, { from, read: 0 });
  });
const rename = (id: number) => run(sql`UPDATE users SET name = name || '.' WHERE id = ${id}`);

const isKept = async (id: number) => (await run(sql`SELECT FROM kept_lists WHERE user_id = ${id}`)).length > 0;

/** A member's rows in `kept_conversations`, and the same computed from the conversations. */
async function keptAndTrue(id: number) {
  const columns = sql`other_id::int, received::int, read_received::int, last_message_at::text`;
  const sums = sql`sum(messages)::int AS messages, sum(received)::int AS received, sum(read_received)::int AS read_received, sum(version)::int AS version`;
  const truth = sql`
    SELECT m.other_id, c.last_seq - c.sent[m.slot] AS received, m.read_received,
      c.last_message_at, c.last_seq AS messages, c.last_seq + c.last_change + m.read_seq + m.mark_changes + o.read_seq + u.profile_version AS version
    FROM memberships m JOIN conversations c ON c.id = m.conversation_id
    JOIN memberships o ON o.user_id = m.other_id AND o.other_id = m.user_id JOIN users u ON u.id = m.other_id
    WHERE m.user_id = ${id}`;
  return {
    kept: {
      list: await run(sql`SELECT ${columns} FROM kept_conversations WHERE user_id = ${id} ORDER BY other_id`),
      totals: await run(sql`SELECT ${sums} FROM kept_totals WHERE user_id = ${id}`),
    },
    true: {
      list: await run(sql`SELECT ${columns} FROM (${truth}) AS t ORDER BY other_id`),
      totals: await run(sql`SELECT ${sums} FROM (${truth}) AS t`),
    },
  };
}

/** The answers that a member gets. */
async function answers(id: number) {
  const { db } = opened.database;
  const at = new Date();
  const list = await listConversations(db, { userId: id, limit: 10, at });
  const last = list.at(-1);
  return {
    list,
    next: await listConversations(db, {
      userId: id,
      limit: 50,
      at,
      before: last?.last_message_at ?? undefined,
      before_id: last?.other_id,
    }),
    bell: await unread.listNotifications(db, { userId: id, limit: 10 }),
    nextOfBell: await unread.listNotifications(db, { userId: id, limit: 50, before: list[5]?.other_id }),
    unread: await unread.unreadTotal(db, id),
    pairs: await unread.unreadOf(db, [[id, last?.other_id ?? 0]]),
    versions: await run(
      sql.raw<Record<string, number>>(`SELECT ${MESSAGES_VERSION} FROM (SELECT ${id}::int8 AS user_id) AS s`),
    ),
    messages: (await countForMember(db, id, { weekAgo: new Date(), monthAgo: new Date() })).totalMessages,
  };
}

it('writes nothing to a kept list when read marks are hidden and shown', async () => {
  const { id } = await memberWith(20);
  await run(sql`SELECT begin_kept_list(${id})`);
  const stored = () =>
    run(sql`SELECT other_id, xmin::text FROM kept_conversations WHERE user_id = ${id} ORDER BY other_id`);
  const before = await stored();
  await opened.database.db.transaction().execute(async (trx) => {
    await hideReadMarksAround(trx, id);
    await showReadMarksAround(trx, id, new Date());
  });
  expect(before).toHaveLength(20);
  expect(await stored()).toEqual(before);
});

it('writes nothing to a membership whose read mark is hidden already', async () => {
  const { id } = await memberWith(3);
  const hideAll = () => opened.database.db.transaction().execute((trx) => hideReadMarksAround(trx, id));
  const stored = () =>
    run(sql`SELECT user_id, other_id, told_read_seq, xmin::text FROM memberships
      WHERE ${id} IN (user_id, other_id) ORDER BY user_id, other_id`);
  await hideAll();
  const before = await stored();
  await hideAll();
  expect(before).toHaveLength(6);
  expect(await stored()).toEqual(before);
});

it('keeps a list once it becomes long, and answers as before', async () => {
  const { id, others } = await memberWith(KEPT_ABOVE);
  for (const other of others.slice(0, 20)) await read(id, other);
  expect(await isKept(id)).toBe(false);
  const before = await answers(id);
  const { id: newcomer } = await memberWith(0);
  await conversations().open(newcomer, id, nothingToRefuse);
  expect(await isKept(id)).toBe(true);
  expect(await answers(id)).toEqual(before);
  const { kept, true: are } = await keptAndTrue(id);
  expect(kept).toEqual(are);
  expect(kept.list).toHaveLength(KEPT_ABOVE + 1);
});

it('keeps the list equal to the conversations after every kind of change', async () => {
  const { id, others } = await memberWith(KEPT_ABOVE + 1);
  const { id: second } = await memberWith(KEPT_ABOVE + 1);
  const [first = 0, next = 0, last = 0] = [others[0], others[1], others.at(-1)];
  await send([
    [id, first],
    [next, id],
    [next, id],
    [last, first],
  ]);
  await send([[id, second]]);
  await send([[second, id]]);
  await read(id, next);
  await markUnread(id, next, 1);
  await run(
    sql`UPDATE memberships SET archived_until = 1, mark_changes = mark_changes + 1 WHERE user_id = ${id} AND other_id = ${last}`,
  );
  await read(first, id);
  await read(second, id);
  await changeMessage(opened.database, [id, next], 1, 'Hello');
  await rename(first);
  await rename(second);
  for (let n = 0; n < 60; n += 1) await send([[others[n % 7] ?? 0, id]]);
  for (const one of [id, second]) {
    const { kept, true: are } = await keptAndTrue(one);
    expect(kept).toEqual(are);
  }
  await run(sql`SELECT fold_kept_totals(${id})`);
  const { kept, true: are } = await keptAndTrue(id);
  expect(kept.totals).toEqual(are.totals);
  expect(await run(sql`SELECT FROM kept_totals WHERE user_id = ${id}`)).toHaveLength(1);
});

it('loses nothing and counts nothing twice when a list becomes long under concurrent writes', async () => {
  const { id, others } = await memberWith(KEPT_ABOVE - 3);
  const { others: newcomers } = await memberWith(8);
  const some = others.slice(0, 12);
  await Promise.all([
    ...newcomers.map((newcomer) => send([[newcomer, id]])),
    ...some.map((other) => send([[other, id]])),
    ...some.map((other) => read(id, other)),
    ...some.map((other) => read(other, id)),
    ...some.map((other) => rename(other)),
    ...newcomers.map((newcomer) => rename(newcomer)),
  ]);
  await Promise.all([
    ...newcomers.map((newcomer) => read(id, newcomer)),
    ...some.map((other, index) =>
      send([
        [id, other],
        [newcomers[index % 8] ?? 0, id],
      ]),
    ),
    ...Array.from({ length: 4 }, () => run(sql`SELECT fold_kept_totals(${id})`)),
  ]);
  expect(await isKept(id)).toBe(true);
  const { kept, true: are } = await keptAndTrue(id);
  expect(kept).toEqual(are);
});
