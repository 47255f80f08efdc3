import { Agent } from 'node:http';
import type { Database } from '@sangam/server/platform/db/database';
import { childrenOf, threadCpuSeconds } from '@sangam/testing/servers/process-usage';
import type { TemporaryPostgres } from '@sangam/testing/servers/temporary-postgres';
import { sql } from 'kysely';
import { fillMembers, fillMessages, THREAD } from './fill.js';
import { ask, versionsIn, withoutMessages } from './refresh.js';
import type { BenchSettings } from './settings.js';
import { startSangam } from './subject.js';
import { median, printTable } from './table.js';

const FILLED_MEMBERS = 3_000;
const CONVERSATIONS = 2_000;
const ROOMS = 200;
const SIZE = 20;
/** The number of messages in a room: one by each member. */
const MESSAGES = SIZE;
const WARMUP_BLOCKS = 4;
const BLOCKS = 20;
const CALLS_PER_BLOCK = 25;

/** The calls of a member with 200 rooms, compared with those of one with none; both have as many direct conversations. */
export async function benchManyRooms({ directs }: BenchSettings, postgres: TemporaryPostgres) {
  const rows = [];
  for (const count of directs.filter((number) => number > 0)) rows.push(...(await compareWithRooms(count, postgres)));
  if (rows.length > 0) printTable(rows);
  return rows;
}

async function compareWithRooms(directs: number, postgres: TemporaryPostgres) {
  const subject = await startSangam({
    members: 3,
    postgres,
    prepare: async (database) => {
      await fillMembers(database, FILLED_MEMBERS);
      await fillMessages(database, FILLED_MEMBERS, CONVERSATIONS * THREAD);
      await fillDirectConversations(database, directs);
      await fillRooms(database);
    },
  });
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  // The first member's conversations belong to other benches.
  const [, without, withRooms] = subject.peers;
  const members = { without, withRooms };
  const versions = {
    without: versionsIn(await ask(agent, subject, '/api/refresh', without)),
    withRooms: versionsIn(await ask(agent, subject, '/api/refresh', withRooms)),
  };
  const calls: Record<string, (member: keyof typeof members) => string> = {
    'refresh, nothing new': (member) => `/api/refresh?${versions[member]}`,
    'refresh, everything new': () => '/api/refresh',
    'refresh, new messages': (member) => `/api/refresh?${withoutMessages(versions[member])}`,
    'list of conversations': () => '/api/messages/conversations',
    'unread total': () => '/api/messages/unread-count',
  };
  const cpuUsed = () => ({
    database: childrenOf(postgres.pid()).reduce((sum, pid) => sum + threadCpuSeconds(pid), 0),
    server: threadCpuSeconds(subject.pids[0] ?? 0),
  });
  const rows = [];
  for (const [call, pathFor] of Object.entries(calls)) {
    const blocks: Record<keyof typeof members, { server: number; database: number }[]> = { without: [], withRooms: [] };
    for (let block = 0; block < WARMUP_BLOCKS + BLOCKS; block += 1)
      for (const member of block % 2 === 0
        ? (['without', 'withRooms'] as const)
        : (['withRooms', 'without'] as const)) {
        const before = cpuUsed();
        for (let n = 0; n < CALLS_PER_BLOCK; n += 1) await ask(agent, subject, pathFor(member), members[member]);
        const after = cpuUsed();
        const ms = (cpuS: number) => (cpuS / CALLS_PER_BLOCK) * 1_000;
        if (block >= WARMUP_BLOCKS)
          blocks[member].push({
            server: ms(after.server - before.server),
            database: ms(after.database - before.database),
          });
      }
    const medianOf = (member: keyof typeof members, figure: 'server' | 'database') =>
      median(blocks[member].map((block) => block[figure]));
    const total = (member: keyof typeof members) => medianOf(member, 'server') + medianOf(member, 'database');
    rows.push({
      call,
      directs,
      'no rooms: server + database ms': `${medianOf('without', 'server').toFixed(2)} + ${medianOf('without', 'database').toFixed(2)}`,
      '200 rooms': `${medianOf('withRooms', 'server').toFixed(2)} + ${medianOf('withRooms', 'database').toFixed(2)}`,
      ratio: (total('withRooms') / total('without')).toFixed(2),
      'of the database': (medianOf('withRooms', 'database') / medianOf('without', 'database')).toFixed(2),
    });
  }
  agent.destroy();
  await subject.stop();
  return rows;
}

/** Adds direct conversations of both measured members, who already have one each. */
async function fillDirectConversations({ db }: Database, count: number): Promise<void> {
  await sql`
    WITH made AS (
      INSERT INTO conversations (low_id, high_id, last_seq, low_sent, high_sent, last_message_at)
      SELECT low_id, 100 + n, 20, 10, 10, now() - n * interval '1 minute'
      FROM (VALUES (2), (3)) AS member (low_id), generate_series(2, ${count}::int) n
      RETURNING id, low_id, high_id
    ), joined AS (
      INSERT INTO memberships (user_id, other_id, conversation_id, read_seq, read_received)
      SELECT low_id, high_id, id, 10, 5 FROM made UNION ALL SELECT high_id, low_id, id, 10, 5 FROM made
    )
    INSERT INTO messages (conversation_id, seq, sender_id, sender_seq, client_id, content, created_at)
    SELECT id, n, CASE n % 2 WHEN 1 THEN low_id ELSE high_id END, (n + 1) / 2, gen_random_uuid(),
           'A message as long as most of them are', now()
    FROM made, generate_series(1, 20) n`.execute(db);
}

/** Fills the rooms. The third member has a seat in each. */
async function fillRooms({ db }: Database): Promise<void> {
  await sql`
    WITH made AS (
      INSERT INTO projects (creator_id, title, description, category, max_members, member_count)
      SELECT 100 + n, 'Team ' || n, 'It talks', 'other', ${sql.lit(SIZE)}, ${sql.lit(SIZE)} FROM generate_series(1, ${ROOMS}::int) n
      RETURNING id, creator_id
    )
    INSERT INTO project_members (project_id, user_id)
    SELECT id, creator_id FROM made UNION ALL SELECT id, 3 FROM made
    UNION ALL SELECT id, 1000 + (creator_id * 17 + n) % 1900 FROM made, generate_series(1, ${sql.lit(SIZE - 2)}) n`.execute(
    db,
  );
  await sql`
    INSERT INTO messages (conversation_id, seq, sender_id, sender_seq, client_id, content, created_at)
    SELECT c.id, m.slot, m.user_id, 1, gen_random_uuid(), 'A message as long as most of them are', now()
    FROM conversations c JOIN memberships m ON m.conversation_id = c.id WHERE c.low_id IS NULL`.execute(db);
  await sql`
    UPDATE conversations
    SET sent = array_fill(1, ARRAY[${sql.lit(SIZE)}]), checked = NULL, last_seq = ${sql.lit(MESSAGES)}, last_message_at = now()
    WHERE low_id IS NULL`.execute(db);
  await sql`
    UPDATE memberships SET read_seq = 10, read_received = 10 - (slot <= 10)::int WHERE other_id IS NULL`.execute(db);
  await sql`VACUUM ANALYZE`.execute(db);
}
