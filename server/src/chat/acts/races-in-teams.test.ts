import { randomUUID } from 'node:crypto';
import { answered } from '@sangam/testing/answered';
import { formTeam, sayInTeam } from '@sangam/testing/chat/team';
import { one, stageTwoServers, two } from '@sangam/testing/servers/two-servers';
import type { TestMember } from '@sangam/testing/test-server';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';

stageTwoServers();

const members = async (...names: string[]) => {
  const signedUp: TestMember[] = [];
  for (const name of names) signedUp.push(await one.signUp(name));
  return signedUp as [TestMember, TestMember, TestMember];
};
const at = (n: number) => (n % 2 === 0 ? one : two);
const act = (n: number, by: TestMember, method: string, path: string, body: object = {}) => {
  const sent = { client_id: randomUUID(), ...body };
  return answered(() => at(n).call(`${method} /api/messages/c/${path}`, by.token, sent));
};
const read = (n: number, by: TestMember, conversationId: number, up_to: number) =>
  answered(() => at(n).call(`PUT /api/messages/c/${conversationId}/read`, by.token, { up_to }));

describe('at the same time', () => {
  it('a removed member can no longer change or save anything', { timeout: 60_000 }, async () => {
    const [asha, bina, chitra] = await members('Asha', 'Bina', 'Chitra');
    const team = await formTeam(one, asha, [bina, chitra]);
    await sayInTeam(
      one,
      team.conversationId,
      Array.from({ length: 20 }, (_, n) => [n % 2 === 0 ? asha : bina, 'Hello'] as const),
    );
    const { db } = one.database;
    const state = async () => {
      const { rows } = await sql`
        SELECT c.last_change, m.read_seq, m.read_received, m.mark_changes, (
          SELECT count(*) FROM saved_messages s WHERE s.user_id = m.user_id AND s.conversation_id = c.id) AS saved
        FROM conversations c JOIN memberships m ON m.conversation_id = c.id
        WHERE c.id = ${team.conversationId} AND m.user_id = ${bina.id}`.execute(db);
      return rows[0];
    };
    const acts = Array.from({ length: 200 }, (_, n) => {
      const seq = 1 + (n % 20);
      if (n % 5 === 0) return () => act(n, bina, 'PUT', `${team.conversationId}/${seq}/saved`);
      if (n % 5 === 1) return () => act(n, bina, 'PUT', `${team.conversationId}/${seq}/reactions`, { emoji: '👍' });
      if (n % 5 === 2) return () => act(n, bina, 'PUT', `${team.conversationId}/unread`, { seq });
      if (n % 5 === 3) return () => read(n, bina, team.conversationId, seq);
      return () => act(n, bina, 'PUT', `${team.conversationId}/${seq}/pin`);
    });
    const running = acts.slice(0, 160).map((run) => run());
    const removed = await answered(() =>
      one.call(`DELETE /api/projects/${team.projectId}/members/${bina.id}`, asha.token, {}),
    );
    expect(removed.status).toBe(200);
    const after = await state();
    expect(after).toMatchObject({ saved: 0 });
    const answers = await Promise.all([...running, ...acts.slice(160).map((run) => run())]);
    expect(answers.slice(-40).every(({ body }) => body.code === 'NOT_FOUND')).toBe(true);
    expect(answers.every(({ status }) => [200, 404].includes(status))).toBe(true);
    expect(await state()).toEqual(after);
  });

  it('deletions and read marks leave every count right', { timeout: 60_000 }, async () => {
    const [asha, bina, chitra] = await members('Asha', 'Bina', 'Chitra');
    const team = await formTeam(one, asha, [bina, chitra]);
    await sayInTeam(
      one,
      team.conversationId,
      Array.from({ length: 60 }, (_, n) => [[asha, bina, chitra][n % 3] ?? asha, 'Hello'] as const),
    );
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, n) => {
        const seq = 60 - n;
        const by = [asha, bina, chitra][(seq - 1) % 3] ?? asha;
        const reader = [bina, chitra, asha][n % 3] ?? asha;
        return [
          n % 2 === 0
            ? act(n, by, 'DELETE', `${team.conversationId}/${seq}`)
            : act(n, reader, 'PUT', `${team.conversationId}/unread`, { seq }),
          read(n + 1, reader, team.conversationId, n),
        ];
      }).flat(),
    );
    expect(answers.every(({ status }) => status < 500)).toBe(true);
    const { rows } = await sql`
      SELECT m.user_id FROM memberships m JOIN conversations c ON c.id = m.conversation_id
      WHERE c.id = ${team.conversationId} AND c.last_seq - c.sent[m.slot] - m.read_received <> (
        SELECT count(*) FROM messages t WHERE t.conversation_id = c.id AND t.sender_id <> m.user_id AND t.deleted_at IS NULL
          AND t.seq >= coalesce(m.unread_from, m.read_seq + 1))`.execute(one.database.db);
    expect(rows).toEqual([]);
  });
});
