import { randomUUID } from 'node:crypto';
import { formTeam, listenFor, loseSeat, sayInTeam, type TestTeam, takeSeat } from '@sangam/testing/chat/team';
import { eventually } from '@sangam/testing/eventually';
import { runsAll } from '@sangam/testing/runs';
import { asha, bina, chitra, dev, server, stageForEachTest } from '@sangam/testing/stage';
import type { TestMember } from '@sangam/testing/test-server';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { ownUpTo } from './read-marks.queries.js';

let team: TestTeam;

stageForEachTest(['Asha', 'Bina', 'Chitra', 'Dev']);
beforeEach(async () => {
  team = await formTeam(server, asha, [bina, chitra]);
});

const say = (...by: readonly TestMember[]) =>
  sayInTeam(
    server,
    team.conversationId,
    by.map((member, index) => [member, `message ${index}`]),
  );
const read = (by: TestMember, up_to?: number) =>
  server.call(`PUT /api/messages/c/${team.conversationId}/read`, by.token, up_to === undefined ? {} : { up_to });
const mark = (by: TestMember, seq: number) =>
  server.call(`PUT /api/messages/c/${team.conversationId}/unread`, by.token, { seq, client_id: randomUUID() });
const remove = (by: TestMember, seq: number) =>
  server.call(`DELETE /api/messages/c/${team.conversationId}/${seq}`, by.token, { client_id: randomUUID() });
const unread = async (by: TestMember) => (await read(by, 0)).body.data.conversation.unread_count;

/** The same as an unread count, counted one by one. */
const counted = async (by: TestMember) => {
  const { rows } = await sql<{ unread: number }>`
    SELECT count(*) AS unread FROM memberships m JOIN messages t ON t.conversation_id = m.conversation_id
    WHERE m.conversation_id = ${team.conversationId} AND m.user_id = ${by.id} AND t.sender_id <> m.user_id AND t.deleted_at IS NULL
      AND t.seq > m.joined_seq AND t.seq >= coalesce(m.unread_from, m.read_seq + 1)`.execute(server.database.db);
  return Number(rows[0]?.unread);
};

describe('marks in a team’s conversation', () => {
  it('count what others wrote, and leave the counts of direct conversations alone', async () => {
    await say(asha, bina, asha, chitra, asha);
    const { status, body } = await read(bina, 3);
    expect(status).toBe(200);
    expect(body.data).toEqual({
      unread_count: 0,
      unread_version: 0,
      conversation: { conversation_id: team.conversationId, unread_count: 2, unread_version: 6 },
    });
    await server.call('POST /api/messages', asha.token, { receiver_id: bina.id, content: 'Hi' });
    const count = await server.call('GET /api/messages/unread-count', bina.token);
    expect(count.body.data).toEqual({ unread_count: 1, unread_version: 1 });
    expect((await read(bina)).body.data).toMatchObject({ unread_count: 1, conversation: { unread_count: 0 } });
    const list = await server.call('GET /api/messages/conversations', bina.token);
    expect(list.body.data.conversations).toHaveLength(1);
    const bell = await server.call('GET /api/messages/notifications', bina.token);
    expect(bell.body.data.notifications).toMatchObject([{ content: 'Hi' }]);
  });

  it('make messages unread from another member’s message on, and are removed by reading', async () => {
    await say(asha, bina, bina, chitra, asha, bina);
    await read(bina);
    // For the member's own message: the next one by another member.
    const marked = await mark(bina, 2);
    expect(marked.body.data.conversation).toMatchObject({ unread_count: 2, unread_mark: { from: 4 } });
    expect((await mark(bina, 6)).body.data.conversation).toMatchObject({ unread_count: 1, unread_mark: { from: 5 } });
    expect((await mark(bina, 1)).body.data.conversation).toMatchObject({ unread_count: 3, unread_mark: { from: 1 } });
    await remove(asha, 1);
    expect(await unread(bina)).toBe(2);
    expect((await read(bina)).body.data.conversation).toMatchObject({ unread_count: 0, unread_mark: { from: null } });
    expect((await mark(dev, 1)).body.code).toBe('NOT_FOUND');
  });

  it('start at the last message for a newcomer, and where they were for a returning member', async () => {
    await say(asha, bina, asha);
    await takeSeat(server, team, dev.id);
    expect(await unread(dev)).toBe(0);
    await say(asha, dev, bina);
    expect(await unread(dev)).toBe(2);
    expect((await mark(dev, 1)).body.data.conversation).toMatchObject({ unread_count: 5 });
    await read(dev);
    expect(await unread(dev)).toBe(0);
  });

  it.runIf(runsAll)(
    'equal a count in 800 answers, after any member wrote, deleted, read and marked',
    { timeout: 120_000 },
    async () => {
      let seed = 7;
      const random = (below: number) => {
        seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
        return Math.floor((seed / 2_147_483_648) * below);
      };
      const people = [asha, bina, chitra] as const;
      const anybody = () => people[random(3)] ?? asha;
      // Long runs of one member, so that the walk has to go far.
      for (let run = 0; run < 12; run += 1) {
        const by = anybody();
        await say(...Array.from({ length: 1 + random(90) }, () => (random(20) === 0 ? anybody() : by)));
      }
      const { db } = server.database;
      const { last_seq } = await db
        .selectFrom('conversations')
        .select('last_seq')
        .where('id', '=', team.conversationId)
        .executeTakeFirstOrThrow();
      const of = {
        conversation: sql`m.conversation_id`,
        userId: sql`m.user_id`,
        slot: sql`m.slot`,
        seq: sql`k.seq`,
      };
      const seqs = Array.from({ length: 267 }, () => random(last_seq + 1));
      const { rows } = await sql<{ walked: number; counted: number }>`
      SELECT ${ownUpTo(of)} AS walked, (
        SELECT count(*) FROM messages t
        WHERE t.conversation_id = m.conversation_id AND t.seq <= k.seq AND t.sender_id = m.user_id) AS counted
      FROM memberships m, unnest(${seqs}::int8[]) AS k (seq) WHERE m.conversation_id = ${team.conversationId}`.execute(
        db,
      );
      expect(rows).toHaveLength(801);
      expect(rows.filter(({ walked, counted: exact }) => Number(walked) !== Number(exact))).toEqual([]);

      for (let turn = 0; turn < 25; turn += 1) {
        const by = anybody();
        const at = 1 + random(last_seq);
        const kind = random(3);
        if (kind === 0) await read(by, at);
        else if (kind === 1) await mark(by, at);
        else await remove(by, at);
        for (const one of people) expect([turn, await unread(one)]).toEqual([turn, await counted(one)]);
      }
    },
  );

  it('are sent together, and only between members who show theirs', async () => {
    await takeSeat(server, team, dev.id);
    await say(asha);
    const hide = await server.call('PATCH /api/notification-choices', dev.token, { shows_read_marks: false });
    expect(hide.status).toBe(200);
    const events = ['conversation:read', 'message:read'];
    const [ashaSocket, binaSocket, devSocket] = [
      await listenFor(server, asha, events),
      await listenFor(server, bina, events),
      await listenFor(server, dev, events),
    ];
    await Promise.all([read(bina), read(chitra), read(dev)]);
    const marks = () => ashaSocket.flatMap(([, { marks: of }]) => of as { user_id: number; read_seq: number }[]);
    await eventually(() =>
      expect(
        marks()
          .map(({ user_id }) => user_id)
          .toSorted(),
      ).toEqual([bina.id, chitra.id].toSorted()),
    );
    expect(marks().every(({ read_seq }) => read_seq === 1)).toBe(true);
    expect(
      ashaSocket.every(
        ([event, { conversation_id }]) => event === 'conversation:read' && conversation_id === team.conversationId,
      ),
    ).toBe(true);
    const own = () => binaSocket.filter(([event]) => event === 'message:read').map(([, payload]) => payload);
    await eventually(() =>
      expect(own()).toMatchObject([{ conversation_id: team.conversationId, reader_id: bina.id, up_to: 1 }]),
    );
    expect(own()[0]).not.toHaveProperty('other_id');
    // Dev's own devices receive theirs, and nothing about the others.
    await eventually(() =>
      expect(devSocket.map(([event, { reader_id }]) => [event, reader_id])).toEqual([['message:read', dev.id]]),
    );
  });

  it('are not shown across a block between two of them', async () => {
    await say(asha);
    await server.call(`PUT /api/blocks/${asha.id}`, bina.token);
    const received = await Promise.all(
      [asha, bina, chitra].map((one) => listenFor(server, one, ['conversation:read'])),
    );
    await Promise.all([read(bina), read(asha), read(chitra)]);
    const readers = (index: number) =>
      received[index]
        ?.flatMap(([, { marks }]) => (marks as { user_id: number }[]).map(({ user_id }) => user_id))
        .toSorted();
    await eventually(() => {
      expect(readers(2)).toEqual([asha.id, bina.id, chitra.id].toSorted());
      expect(readers(0)).toEqual([asha.id, chitra.id].toSorted());
      expect(readers(1)).toEqual([bina.id, chitra.id].toSorted());
    });
  });

  it('are exchanged with the others as soon as a member shows theirs again', async () => {
    const shows = (shows_read_marks: boolean) =>
      server.call('PATCH /api/notification-choices', chitra.token, { shows_read_marks });
    await say(asha);
    await shows(false);
    await Promise.all([read(bina), read(chitra)]);
    const [ashaSocket, chitraSocket] = [
      await listenFor(server, asha, ['conversation:read']),
      await listenFor(server, chitra, ['conversation:read']),
    ];
    await shows(true);
    const marks = [asha, bina, chitra].map(({ id: user_id }) => ({ user_id, read_seq: user_id === asha.id ? 0 : 1 }));
    for (const received of [ashaSocket, chitraSocket])
      await eventually(() =>
        // Marks that were gathered earlier may still arrive first.
        expect(received).toContainEqual(['conversation:read', { conversation_id: team.conversationId, marks }]),
      );
  });

  it('are shown again between two of them when a block ends', async () => {
    await say(chitra);
    await server.call(`PUT /api/blocks/${asha.id}`, bina.token);
    await Promise.all([read(asha), read(bina)]);
    const [ashaSocket, binaSocket] = [
      await listenFor(server, asha, ['conversation:read']),
      await listenFor(server, bina, ['conversation:read']),
    ];
    await server.call(`DELETE /api/blocks/${asha.id}`, bina.token);
    const seen = (received: typeof ashaSocket) =>
      received.flatMap(([, { marks }]) => (marks as { user_id: number }[]).map(({ user_id }) => user_id));
    await eventually(() => expect(seen(ashaSocket)).toContain(bina.id));
    await eventually(() => expect(seen(binaSocket)).toContain(asha.id));
  });

  it('stay where they are for members who have left', async () => {
    await say(asha);
    await loseSeat(server, team, bina.id);
    expect((await read(bina)).body.code).toBe('NOT_FOUND');
    await takeSeat(server, team, bina.id);
    expect((await read(bina)).status).toBe(200);
  });
});
