import { randomUUID } from 'node:crypto';
import { formTeam, loseSeat, sayInTeam, type TestTeam, takeSeat } from '@sangam/testing/chat/team';
import { upload } from '@sangam/testing/chat/uploads';
import { eventually } from '@sangam/testing/eventually';
import { runsAll } from '@sangam/testing/runs';
import { asha, bina, chitra, dev, server, stageForEachTest } from '@sangam/testing/stage';
import type { TestMember } from '@sangam/testing/test-server';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';

let team: TestTeam;

stageForEachTest(['Asha Rao', 'Bina', 'Chitra', 'Dev']);
beforeEach(async () => {
  team = await formTeam(server, asha, [bina, chitra], 'Lunar rover');
});

const search = async (member: TestMember, q: string, more = '') => {
  const { status, body } = await server.call(
    `GET /api/search/messages?q=${encodeURIComponent(q)}${more}`,
    member.token,
  );
  expect(status).toBe(200);
  return body.data;
};
const excerpts = async (member: TestMember, q: string, more = ''): Promise<string[]> =>
  (await search(member, q, more)).messages.map(({ excerpt }: { excerpt: string }) => excerpt);
/** Runs the indexing job, which moves all of the team's messages into blocks. */
const indexed = async (member: TestMember) => {
  await search(member, 'anything');
  await eventually(async () => {
    const { rows } = await sql`SELECT FROM search_blocks b JOIN conversations c ON c.id = b.conversation_id
      WHERE c.id = ${team.conversationId} GROUP BY c.last_seq HAVING max(b.last_seq) = c.last_seq`.execute(
      server.database.db,
    );
    expect(rows).toHaveLength(1);
  });
};
const fill = (count: number) =>
  sayInTeam(
    server,
    team.conversationId,
    Array.from({ length: count }, (_, n) => [n % 2 === 0 ? asha : bina, `plain words number n${n}`] as const),
  );

describe('the messages of a team', () => {
  it('are found by all of its members with the project and the sender, and by nobody else', async () => {
    await sayInTeam(server, team.conversationId, [[bina, 'The wheels arrive on Monday']]);
    for (const member of [asha, bina, chitra])
      expect((await search(member, 'wheels')).messages).toEqual([
        {
          conversation_id: team.conversationId,
          other_name: 'Lunar rover',
          seq: 1,
          sender_id: bina.id,
          sender_name: 'Bina',
          excerpt: 'The wheels arrive on Monday',
          created_at: expect.any(String),
        },
      ]);
    expect(await excerpts(dev, 'wheels')).toEqual([]);
  });

  it.runIf(runsAll)(
    'are also found in blocks, by newcomers too, and no longer by former members',
    { timeout: 60_000 },
    async () => {
      await sayInTeam(server, team.conversationId, [[bina, 'The wheels arrive on Monday https://example.org']]);
      await fill(600);
      // A new member may have been indexed long before the team's messages were.
      await server.call('POST /api/messages', dev.token, { receiver_id: asha.id, content: 'wheels, you said' });
      await indexed(asha);
      expect(await excerpts(bina, 'wheels')).toEqual(['The wheels arrive on Monday https://example.org']);
      expect(await excerpts(asha, 'wheels')).toHaveLength(2);
      expect(await excerpts(bina, 'has:link')).toHaveLength(1);
      expect(await excerpts(dev, 'wheels')).toEqual(['wheels, you said']);
      await takeSeat(server, team, dev.id);
      expect(await excerpts(dev, 'wheels')).toHaveLength(2);
      await server.call(`PATCH /api/messages/c/${team.conversationId}/1`, bina.token, {
        content: 'Brakes',
        client_id: randomUUID(),
      });
      expect(await excerpts(dev, 'brakes')).toEqual(['Brakes']);
      expect(await excerpts(chitra, 'wheels')).toEqual([]);
      await loseSeat(server, team, dev.id);
      expect(await excerpts(dev, 'brakes')).toEqual([]);
      expect(await excerpts(dev, 'wheels', `&conversation_id=${team.conversationId}`)).toEqual([]);
    },
  );

  it('can be limited to a project by in:, to a member of it by from:, and to the conversation', async () => {
    await sayInTeam(server, team.conversationId, [
      [bina, 'solder in the room'],
      [chitra, 'solder by chitra'],
      [asha, 'solder by me'],
    ]);
    await server.call('POST /api/messages', bina.token, { receiver_id: asha.id, content: 'solder for two' });
    expect(await excerpts(asha, 'solder')).toHaveLength(4);
    expect((await excerpts(asha, 'solder in:rover')).toSorted()).toEqual([
      'solder by chitra',
      'solder by me',
      'solder in the room',
    ]);
    expect((await excerpts(asha, 'solder from:bina')).toSorted()).toEqual(['solder for two', 'solder in the room']);
    expect(await excerpts(asha, 'solder from:bina in:"lunar rover"')).toEqual(['solder in the room']);
    expect(await excerpts(asha, 'solder from:chitra')).toEqual(['solder by chitra']);
    expect(await excerpts(asha, 'solder from:me')).toEqual(['solder by me']);
    expect(await excerpts(asha, 'solder', `&conversation_id=${team.conversationId}`)).toHaveLength(3);
    expect(await excerpts(asha, 'solder', `&other_id=${bina.id}`)).toEqual(['solder for two']);
    expect(await excerpts(asha, 'solder from:rover')).toEqual([]);
    await loseSeat(server, team, chitra.id);
    // Her messages stay after she has left, and are found by her name.
    expect(await excerpts(asha, 'solder from:chitra')).toEqual(['solder by chitra']);
    expect(await excerpts(chitra, 'solder')).toEqual([]);
  });

  it('are found by their files', async () => {
    const { id } = await upload(server, bina, Buffer.from('plan'), 'plan.pdf');
    await sayInTeam(server, team.conversationId, [[bina, 'the plan', [id]]]);
    expect(await excerpts(asha, 'has:file')).toEqual(['the plan']);
    expect(await excerpts(asha, 'has:file in:rover')).toEqual(['the plan']);
    expect(await excerpts(asha, 'pdf has:file')).toEqual(['the plan']);
    expect(await excerpts(dev, 'has:file')).toEqual([]);
    const links = async (member: TestMember) =>
      (await server.call(`GET /api/attachments/links?ids=${id}`, member.token)).body.data.links;
    const [link] = await links(chitra);
    expect((await fetch(server.url + link.url)).status).toBe(200);
    expect(await links(dev)).toEqual([]);
    await loseSeat(server, team, chitra.id);
    expect(await links(chitra)).toEqual([]);
    expect((await fetch(server.url + link.url)).status).toBe(404);
  });
});
