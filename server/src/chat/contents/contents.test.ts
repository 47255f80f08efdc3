import { randomUUID } from 'node:crypto';
import { formTeam, loseSeat, sayInTeam, type TestTeam, takeSeat } from '@sangam/testing/chat/team';
import { upload } from '@sangam/testing/chat/uploads';
import { eventually } from '@sangam/testing/eventually';
import { runsAll } from '@sangam/testing/runs';
import { asha, bina, dev, server, stageForEachTest } from '@sangam/testing/stage';
import type { TestMember } from '@sangam/testing/test-server';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';

let team: TestTeam;

stageForEachTest(['Asha', 'Bina', 'Chitra', 'Dev']);
beforeEach(async () => {
  team = await formTeam(server, asha, [bina]);
});

const get = (member: TestMember, of: 'files' | 'links', id: number, query = '') =>
  server.call(`GET /api/messages/c/${id}/${of}${query}`, member.token);
/** Sends these texts from Asha to Bina; returns the id of their conversation. */
const writeToBina = async (...texts: string[]): Promise<number> => {
  let id = 0;
  for (const content of texts) {
    const { body } = await server.call('POST /api/messages', asha.token, { receiver_id: bina.id, content });
    id = body.data.conversation_id;
  }
  return id;
};
const seqs = (rows: readonly { seq: number }[]) => rows.map(({ seq }) => seq);

describe('the files of a conversation', () => {
  it('are listed for both members of a direct one, newest first, with sender and time', async () => {
    const id = await writeToBina('Hi');
    await server.call('POST /api/messages', bina.token, { receiver_id: asha.id, content: 'Hello' });
    const ids = [(await upload(server, asha, Buffer.from('a'), 'a.txt')).id];
    ids.push((await upload(server, asha, Buffer.from('b'), 'b.txt')).id);
    const sent = await server.call('POST /api/messages', asha.token, {
      receiver_id: bina.id,
      content: 'Two files',
      attachment_ids: ids,
    });
    for (const member of [asha, bina])
      expect((await get(member, 'files', id)).body.data).toEqual({
        files: [
          {
            seq: 3,
            sender_id: asha.id,
            sender_name: 'Asha',
            created_at: sent.body.data.created_at,
            attachments: sent.body.data.attachments,
          },
        ],
        next: null,
      });
    expect((await get(dev, 'files', id)).body.code).toBe('NOT_FOUND');
    await server.call(`DELETE /api/messages/c/${id}/3`, asha.token, { client_id: randomUUID() });
    expect((await get(bina, 'files', id)).body.data).toEqual({ files: [], next: null });
  });

  it('are paged, and open to current participants of a team only', async () => {
    for (const seq of [1, 2, 3, 4, 5]) {
      const { id } = await upload(server, asha, Buffer.from('plan'), `plan ${seq}.pdf`);
      await sayInTeam(server, team.conversationId, [seq === 4 ? [asha, 'without'] : [asha, 'Here', [id]]]);
    }
    const first = (await get(bina, 'files', team.conversationId, '?limit=2')).body.data;
    expect([seqs(first.files), first.next]).toEqual([[5, 3], 3]);
    const second = (await get(bina, 'files', team.conversationId, '?limit=2&before=3')).body.data;
    expect([seqs(second.files), second.next]).toEqual([[2, 1], null]);
    expect(second.files[0].attachments).toMatchObject([{ name: 'plan 2.pdf' }]);
    expect((await get(dev, 'files', team.conversationId)).body.code).toBe('NOT_FOUND');
    await takeSeat(server, team, dev.id);
    expect(seqs((await get(dev, 'files', team.conversationId)).body.data.files)).toEqual([5, 3, 2, 1]);
    await loseSeat(server, team, dev.id);
    for (const of of ['files', 'links'] as const)
      expect((await get(dev, of, team.conversationId)).body.code).toBe('NOT_FOUND');
  });
});

describe('the links of a conversation', () => {
  it('are listed newest first, as they are now', async () => {
    const id = await writeToBina(
      'See https://example.org/a and http://example.org/b.',
      'none',
      '[The plan](https://example.org/plan) in `https://example.org/code`',
      'https://you@example.org is no page, https:// neither',
    );
    const { body } = await get(bina, 'links', id);
    expect(body.data).toMatchObject({ next: null, is_indexing: false });
    expect(body.data.links).toEqual([
      {
        seq: 3,
        sender_id: asha.id,
        sender_name: 'Asha',
        created_at: expect.any(String),
        links: ['https://example.org/plan'],
      },
      expect.objectContaining({ seq: 1, links: ['https://example.org/a', 'http://example.org/b'] }),
    ]);
    expect((await get(dev, 'links', id)).body.code).toBe('NOT_FOUND');
  });

  it.runIf(runsAll)(
    'are found by the job in a long conversation, and stay right when messages change',
    {
      timeout: 60_000,
    },
    async () => {
      await sayInTeam(
        server,
        team.conversationId,
        Array.from({ length: 700 }, (_, n) => [asha, n % 100 === 0 ? `https://example.org/${n}` : 'words'] as const),
      );
      const all = [601, 501, 401, 301, 201, 101, 1];
      expect(seqs((await get(bina, 'links', team.conversationId)).body.data.links)).toEqual(all);
      await eventually(async () => {
        const { rows } = await sql<{ found_until: number }>`
        SELECT found_until FROM conversation_links WHERE conversation_id = ${team.conversationId}`.execute(
          server.database.db,
        );
        expect(rows).toMatchObject([{ found_until: 700 }]);
      });
      expect(seqs((await get(bina, 'links', team.conversationId)).body.data.links)).toEqual(all);
      const change = (method: string, seq: number, body: object = {}) =>
        server.call(`${method} /api/messages/c/${team.conversationId}/${seq}`, asha.token, {
          client_id: randomUUID(),
          ...body,
        });
      await change('PATCH', 2, { content: 'now with https://example.org/new' });
      await change('PATCH', 101, { content: 'without' });
      await change('DELETE', 201);
      await sayInTeam(server, team.conversationId, [[bina, 'and HTTPS://EXAMPLE.ORG/last']]);
      const page = async (query: string) => (await get(bina, 'links', team.conversationId, query)).body.data;
      expect(seqs((await page('')).links)).toEqual([701, 601, 501, 401, 301, 2, 1]);
      const seen: number[] = [];
      for (let next: number | null = 1_000; next !== null; ) {
        const { links, next: after }: { links: { seq: number }[]; next: number | null } = await page(
          `?limit=2&before=${next}`,
        );
        seen.push(...seqs(links));
        next = after;
      }
      expect(seen).toEqual([701, 601, 501, 401, 301, 2, 1]);
    },
  );
});
