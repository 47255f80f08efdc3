import { hourMs } from '@sangam/shared/core/limits';
import { upload } from '@sangam/testing/chat/uploads';
import { eventually } from '@sangam/testing/eventually';
import { addMembers } from '@sangam/testing/members';
import { asha, bina, chitra, server, stageForEachTest } from '@sangam/testing/stage';
import type { TestMember } from '@sangam/testing/test-server';
import { notFoundBy, searchCases } from '@sangam/testing/words/cases';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';

stageForEachTest(['Asha Rao', 'Bina', 'Chitra']);

const write = async (from: TestMember, to: TestMember, content: string): Promise<number> => {
  const { status, body } = await server.call('POST /api/messages', from.token, { receiver_id: to.id, content });
  expect(status).toBe(201);
  return body.data.seq;
};
const search = async (member: TestMember, q: string, cursor = '') => {
  const { status, body } = await server.call(
    `GET /api/search/messages?q=${encodeURIComponent(q)}${cursor}`,
    member.token,
  );
  expect(status).toBe(200);
  return body.data;
};
const excerpts = async (member: TestMember, q: string): Promise<string[]> =>
  (await search(member, q)).messages.map(({ excerpt }: { excerpt: string }) => excerpt);

/** Stores `count` messages between the two, as if sent a minute apart, with the texts of `special` at these numbers. */
const fill = (count: number, special: Record<number, string> = {}) =>
  sql`WITH made AS (
        SELECT c.id, s AS seq, CASE s % 2 WHEN 0 THEN low_id ELSE high_id END AS sender_id, (s + 1) / 2 AS sender_seq,
               coalesce(${JSON.stringify(special)}::jsonb ->> s::text, 'plain words number n' || s) AS content,
               now() - (${count} - s) * interval '1 minute' AS at
        FROM conversations c, generate_series(c.last_seq + 1, ${count}) s
        WHERE low_id = ${Math.min(asha.id, bina.id)} AND high_id = ${Math.max(asha.id, bina.id)}
      ), added AS (
        INSERT INTO messages (conversation_id, seq, sender_id, sender_seq, content, created_at)
        SELECT id, seq, sender_id, sender_seq, content, at FROM made
      ), first AS (
        UPDATE messages SET created_at = now() - ${count} * interval '1 minute' WHERE seq = 1 AND conversation_id IN (SELECT id FROM made))
      UPDATE conversations SET last_seq = ${count}, sent = ARRAY[${count} / 2, ${count} / 2], last_message_at = now()
      WHERE id IN (SELECT id FROM made)`.execute(server.database.db);

/** Runs the indexing job, after which all messages are in blocks. */
const indexed = async (member: TestMember) => {
  await search(member, 'anything');
  await eventually(async () => {
    const { rows } = await sql`SELECT FROM search_members WHERE user_id = ${member.id}`.execute(server.database.db);
    expect(rows).toHaveLength(1);
  });
};

describe('messages of one conversation', () => {
  it('are found by the other member’s id, although another member has the same name', async () => {
    const other = await server.signUp('Bina');
    await write(asha, bina, 'the plan for one');
    await write(other, asha, 'the plan for two');
    const of = async (q: string, { id }: TestMember) =>
      (await search(asha, q, `&other_id=${id}`)).messages.map(({ excerpt }: { excerpt: string }) => excerpt);
    expect(await excerpts(asha, 'plan in:bina')).toEqual(['the plan for two', 'the plan for one']);
    expect([await of('plan', bina), await of('plan', other)]).toEqual([['the plan for one'], ['the plan for two']]);
    expect(await of('', other)).toEqual(['the plan for two']);
    expect([await of('plan', chitra), await of('plan in:chitra', bina), await of('plan from:me', other)]).toEqual([
      [],
      [],
      [],
    ]);
    // Other members' conversations aren't searched.
    expect((await search(chitra, 'plan', `&other_id=${bina.id}`)).messages).toEqual([]);
  });
});

describe('messages with these words', () => {
  it('are found by the beginnings of words, in any script, by both members and nobody else', async () => {
    await write(asha, bina, 'The wireframe of the shop');
    await write(bina, asha, 'नमस्ते, किताब कहाँ है?');
    await write(asha, bina, 'தமிழ் மொழி');
    await write(bina, asha, 'Résumé sent 👍🏽');
    for (const member of [asha, bina]) {
      expect(await excerpts(member, 'wire sho')).toEqual(['The wireframe of the shop']);
      expect(await excerpts(member, 'किता')).toEqual(['नमस्ते, किताब कहाँ है?']);
      expect(await excerpts(member, 'தமி')).toEqual(['தமிழ் மொழி']);
      expect(await excerpts(member, 'resume')).toEqual(['Résumé sent 👍🏽']);
      expect(await excerpts(member, '👍')).toEqual(['Résumé sent 👍🏽']);
      expect(await excerpts(member, 'frame')).toEqual([]);
    }
    expect(await excerpts(chitra, 'wireframe')).toEqual([]);
  });

  it('are filtered by sender, conversation and time', async () => {
    await write(asha, bina, 'plan one');
    await write(bina, asha, 'plan two');
    await write(chitra, asha, 'plan three');
    expect(await excerpts(asha, 'plan from:bina')).toEqual(['plan two']);
    expect(await excerpts(asha, 'plan from:me')).toEqual(['plan one']);
    expect(await excerpts(asha, 'plan in:bina')).toEqual(['plan two', 'plan one']);
    expect(await excerpts(asha, 'in:chitra')).toEqual(['plan three']);
    expect(await excerpts(bina, 'from:"asha rao"')).toEqual(['plan one']);
    expect(await excerpts(asha, 'plan from:nobody')).toEqual([]);
    expect(await excerpts(asha, 'plan before:2020')).toEqual([]);
    expect(await excerpts(asha, 'plan before:2100')).toHaveLength(3);
  });

  it('are found by an exact phrase, by a link, and after a time', async () => {
    await write(asha, bina, 'The *final* budget is done');
    await write(bina, asha, 'the final word on the budget');
    await write(asha, bina, '访问https://example.org/finals');
    expect(await excerpts(bina, '"final budget"')).toEqual(['The final budget is done']);
    expect(await excerpts(bina, '"final bud"')).toEqual([]);
    expect(await excerpts(bina, 'has:link in:asha')).toEqual(['访问https://example.org/finals']);
    expect(await excerpts(bina, 'has:link final')).toEqual(['访问https://example.org/finals']);
    expect(await excerpts(bina, 'budget after:2020')).toHaveLength(2);
    expect(await excerpts(bina, 'budget after:2100')).toEqual([]);
  });

  it('are found by a link and after a time in blocks, too', async () => {
    await write(asha, bina, 'start');
    await fill(1_500, { 3: 'old https://example.org', 1200: 'new https://example.org' });
    await indexed(bina);
    expect(await excerpts(bina, 'has:link')).toEqual(['new https://example.org', 'old https://example.org']);
    const { messages } = await search(bina, 'has:link');
    const day = new Date(Date.parse(messages[0].created_at) + 5.5 * hourMs).toISOString().slice(0, 10);
    const { messages: later, next } = await search(bina, `has:link after:${day}`);
    expect(later.map(({ excerpt }: { excerpt: string }) => excerpt)).toContain('new https://example.org');
    expect(next).toBeNull();
  });

  it('are found in one long conversation only, however far back', async () => {
    await write(bina, asha, 'first');
    await fill(64 * 66, { 5: 'the needle of Bina' });
    await write(chitra, asha, 'the needle of Chitra');
    await indexed(asha);
    const { messages } = await search(asha, 'needle', `&other_id=${bina.id}`);
    expect(messages).toMatchObject([{ seq: 5, excerpt: 'the needle of Bina' }]);
    expect(await excerpts(asha, 'needle')).toEqual(['the needle of Chitra', 'the needle of Bina']);
  });

  it('are found by all words of a long search in blocks', async () => {
    const said = 'the quick brown fox jumps over a lazy dog';
    await write(asha, bina, 'start');
    await fill(1_500, { 3: said, 1200: 'the quick brown fox jumps over no dog' });
    await indexed(bina);
    expect(await excerpts(bina, said)).toEqual([said]);
    expect(await excerpts(bina, 'a the dog quick brown jumps')).toEqual([said]);
    expect(await excerpts(bina, 'quick brown jumps over cat')).toEqual([]);
  });

  it('come with their place and an excerpt around the word', async () => {
    const seq = await write(asha, bina, `${'so many words before it '.repeat(20)}needle ${'and after '.repeat(40)}`);
    const { messages } = await search(bina, 'needle');
    expect(messages).toMatchObject([{ other_id: asha.id, other_name: 'Asha Rao', seq, sender_id: asha.id }]);
    expect(messages[0].excerpt).toContain('needle');
    expect(messages[0].excerpt.length).toBeLessThan(230);
  });

  it('come page by page from a long conversation, the newest first, whether it is in blocks or not', async () => {
    await write(asha, bina, 'plain words number n1');
    await fill(1_500, { 3: 'the needle', 700: 'a needle', 1499: 'needle' });
    const pages = async () => {
      const found: number[] = [];
      let cursor = '';
      for (let page = 0; page < 100; page += 1) {
        const { messages, next } = await search(asha, 'plain num', cursor);
        found.push(...messages.map(({ seq }: { seq: number }) => seq));
        if (!next) return found;
        cursor = `&before=${next.before}&before_id=${next.before_id}`;
      }
      throw new Error('no end');
    };
    const all = Array.from({ length: 1_500 }, (_, index) => 1_500 - index).filter(
      (seq) => ![3, 700, 1_499].includes(seq),
    );
    expect(await pages()).toEqual(all);
    await indexed(asha);
    expect(await pages()).toEqual(all);
    expect(await excerpts(bina, 'needle')).toEqual(['needle', 'a needle', 'the needle']);
    await write(bina, asha, 'needle after it');
    expect(await excerpts(asha, 'needle')).toEqual(['needle after it', 'needle', 'a needle', 'the needle']);
  });

  it('are found by an edited message’s current text at once, and never by its former text', async () => {
    await write(asha, bina, 'plain words number n1');
    await fill(600, { 10: 'secret' });
    await indexed(asha);
    const set = (content: string) =>
      sql`UPDATE messages SET content = ${content} WHERE seq = 10 AND conversation_id = (
        SELECT conversation_id FROM memberships WHERE user_id = ${asha.id})`.execute(server.database.db);
    const words = async () => {
      const { rows } = await sql<{ words: string }>`SELECT words::text FROM search_blocks
        WHERE conversation_id = (SELECT conversation_id FROM memberships WHERE user_id = ${asha.id}) AND block = 0`.execute(
        server.database.db,
      );
      return rows[0]?.words;
    };
    expect(await words()).toContain('secret');
    await set('known');
    expect(await words()).not.toContain('secret');
    expect(await excerpts(asha, 'secret')).toEqual([]);
    expect(await excerpts(asha, 'known')).toEqual(['known']);
  });

  it('are not found once they are deleted', async () => {
    const seq = await write(asha, bina, 'wrong window');
    await write(asha, bina, 'right window');
    const client_id = crypto.randomUUID();
    const deleted = await server.call(`DELETE /api/messages/conversation/${bina.id}/${seq}`, asha.token, { client_id });
    expect(deleted.status).toBe(200);
    expect(await excerpts(bina, 'window')).toEqual(['right window']);
    expect(await excerpts(bina, 'deleted')).toEqual([]);
    expect(await excerpts(asha, 'in:bina')).toEqual(['right window']);
  });
});

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe('messages with pictures and files', () => {
  const attach = async (from: TestMember, to: TestMember, content: string, ...files: [Buffer, string][]) => {
    const ids = await Promise.all(files.map(async ([bytes, name]) => (await upload(server, from, bytes, name)).id));
    const body = { receiver_id: to.id, content, client_id: crypto.randomUUID(), attachment_ids: ids };
    return (await server.ask(from, 'POST /api/messages', { body })).data.seq;
  };
  const text = Buffer.from('text');

  it('are found alone or with words, names and a time, by both members and nobody else, the newest first', async () => {
    await write(asha, bina, 'no plan here');
    await write(bina, asha, 'none here');
    await attach(asha, bina, 'the plan', [text, 'plan.pdf'], [PNG, 'sketch.png']);
    await attach(bina, asha, 'budget.xlsx', [text, 'budget.xlsx']);
    await write(chitra, asha, 'plan');
    for (const member of [asha, bina]) expect(await excerpts(member, 'has:file')).toEqual(['budget.xlsx', 'the plan']);
    expect(await excerpts(chitra, 'has:file')).toEqual([]);
    expect(await excerpts(asha, 'has:image')).toEqual(['the plan']);
    expect(await excerpts(asha, 'in:bina has:file plan')).toEqual(['the plan']);
    expect(await excerpts(asha, 'from:me has:file')).toEqual(['the plan']);
    expect(await excerpts(asha, 'has:file from:bina')).toEqual(['budget.xlsx']);
    expect(await excerpts(asha, 'in:chitra has:file')).toEqual([]);
    expect(await excerpts(asha, 'has:file before:2020')).toEqual([]);
    // Found by a file’s name that is not in the text.
    expect(await excerpts(asha, 'has:file sketch')).toEqual(['the plan']);
  });

  it('are not found once they are deleted', async () => {
    const seq = await attach(asha, bina, 'wrong one', [text, 'a.txt']);
    expect(await excerpts(bina, 'has:file')).toEqual(['wrong one']);
    const client_id = crypto.randomUUID();
    await server.call(`DELETE /api/messages/conversation/${bina.id}/${seq}`, asha.token, { client_id });
    for (const member of [asha, bina]) expect(await excerpts(member, 'has:file')).toEqual([]);
  });

  it('come page by page, each once, however many files each has', async () => {
    await write(asha, bina, 'one');
    await fill(700);
    // Two files each, and more than one search reads.
    await sql`INSERT INTO attachments (id, owner_id, name, bytes, received, stored_bytes, kind, conversation_id, seq)
      SELECT gen_random_uuid(), ${asha.id}, 'f' || m.seq || n, 1, 1, 1, 'file', m.conversation_id, m.seq
      FROM messages m, generate_series(1, 2) n WHERE m.seq BETWEEN 2 AND 401 AND m.conversation_id = (
        SELECT conversation_id FROM memberships WHERE user_id = ${asha.id})`.execute(server.database.db);
    const found: number[] = [];
    let cursor = '';
    for (;;) {
      const { messages, next } = await search(bina, 'has:file', cursor);
      found.push(...messages.map(({ seq }: { seq: number }) => seq));
      if (!next) break;
      cursor = `&before=${next.before}&before_id=${next.before_id}`;
    }
    expect(found).toEqual(Array.from({ length: 400 }, (_, index) => 401 - index));
  });
});

describe('search in very many conversations', () => {
  it('finds messages in old ones, too, by names and words', async () => {
    const count = 230;
    const others = await addMembers(server.database, count, server.jwtSecret);
    const ids = others.map(({ id }) => id);
    await sql`UPDATE users SET name = 'Zubin Old' WHERE id = ${ids[0]}`.execute(server.database.db);
    await sql`
      WITH made AS (
        INSERT INTO conversations (low_id, high_id, last_seq, sent, last_message_at)
        SELECT least(id, ${asha.id}::int8), greatest(id, ${asha.id}::int8), 1, ARRAY[(id < ${asha.id}::int8)::int, (id > ${asha.id}::int8)::int],
               now() - (${count}::int - n) * interval '1 hour'
        FROM unnest(${ids}::int8[]) WITH ORDINALITY AS o (id, n)
        RETURNING id, low_id, high_id, last_message_at
      ), joined AS (
        INSERT INTO memberships (user_id, other_id, conversation_id, slot)
        SELECT low_id, high_id, id, 1 FROM made UNION ALL SELECT high_id, low_id, id, 2 FROM made
      )
      INSERT INTO messages (conversation_id, seq, sender_id, sender_seq, content, created_at)
      SELECT id, 1, CASE ${asha.id}::int8 WHEN low_id THEN high_id ELSE low_id END, 1,
             CASE WHEN ${ids[0]}::int8 IN (low_id, high_id) THEN 'antique needle' ELSE 'hay' END, last_message_at
      FROM made`.execute(server.database.db);
    expect(await excerpts(asha, 'in:zubin')).toEqual(['antique needle']);
    expect(await excerpts(asha, 'from:zub ant')).toEqual(['antique needle']);
    const idOf = async (other: number | undefined) =>
      (await server.call(`GET /api/messages/conversation/${other}`, asha.token)).body.data.conversation_id;
    const inside = async (place: string) =>
      (await search(asha, 'needle', place)).messages.map(({ excerpt }: { excerpt: string }) => excerpt);
    for (const place of [`other_id=${ids[0]}`, `conversation_id=${await idOf(ids[0])}`])
      expect(await inside(`&${place}`)).toEqual(['antique needle']);
    for (const place of [`other_id=${ids[1]}`, `conversation_id=${await idOf(ids[1])}`])
      expect(await inside(`&${place}`)).toEqual([]);
    // Without a name it is found once all are in blocks; this search has queued the job.
    expect(await search(asha, 'needle')).toMatchObject({ messages: [], is_indexing: true });
    await indexed(asha);
    expect(await search(asha, 'needle')).toMatchObject({
      messages: [{ excerpt: 'antique needle' }],
      is_indexing: false,
    });
    const all: number[] = [];
    let cursor = '';
    for (let page = 0; page < 100; page += 1) {
      const { messages, next } = await search(asha, 'hay', cursor);
      all.push(...messages.map(({ other_id }: { other_id: number }) => other_id));
      if (!next) break;
      cursor = `&before=${next.before}&before_id=${next.before_id}`;
    }
    expect(all).toEqual(ids.slice(1).toReversed());
  });
});

describe('people and projects', () => {
  const people = async (member: TestMember, q: string): Promise<string[]> =>
    (await server.call(`GET /api/search/people?q=${q}`, member.token)).body.data.people.map(
      ({ name, has_conversation }: { name: string; has_conversation: boolean }) =>
        `${name}${has_conversation ? ' *' : ''}`,
    );

  it('finds known members by any letters, and others by words of their name; short words must match whole', async () => {
    const zoya = await server.signUp('Zoya Writes');
    expect(await people(asha, 'zo')).toEqual([]);
    expect(await people(asha, 'zoy')).toEqual(['Zoya Writes']);
    expect(await people(asha, 'writ')).toEqual(['Zoya Writes']);
    expect(await people(asha, 'rites')).toEqual([]);
    expect(await people(asha, 'wr')).toEqual([]);
    await write(zoya, asha, 'Hi');
    expect(await people(asha, 'wr')).toEqual(['Zoya Writes *']);
    expect(await people(asha, '')).toEqual(['Zoya Writes *']);
    expect(await people(asha, '%25%25%25')).toEqual([]);
  });

  it('finds members as the shared cases say, and lists names that begin with the word first', async () => {
    const known = new Map<string, Promise<TestMember>>();
    for (const [, name] of [...searchCases, ...notFoundBy]) if (!known.has(name)) known.set(name, server.signUp(name));
    await Promise.all(known.values());
    for (const [search, name] of searchCases)
      expect([search, await people(asha, encodeURIComponent(search))]).toEqual([
        search,
        expect.arrayContaining([name]),
      ]);
    for (const [search, name] of notFoundBy)
      expect([search, await people(asha, encodeURIComponent(search))]).not.toEqual([
        search,
        expect.arrayContaining([name]),
      ]);
    await server.signUp('Aditi Qadir');
    await server.signUp('Qadira Bose');
    expect(await people(asha, 'qadi')).toEqual(['Qadira Bose', 'Aditi Qadir']);
  });

  it('does not find by name members who blocked, are blocked or are gone', async () => {
    const yamini = await server.signUp('Yamini');
    expect(await people(asha, 'yamini')).toEqual(['Yamini']);
    const zubeda = await server.signUp('Zubeda');
    expect(await people(yamini, 'zubeda')).toEqual(['Zubeda']);
    await server.call(`PUT /api/blocks/${zubeda.id}`, yamini.token);
    expect(await people(zubeda, 'yamini')).toEqual([]);
    expect(await people(yamini, 'zubeda')).toEqual([]);
    await server.call(`DELETE /api/blocks/${zubeda.id}`, yamini.token);
    expect(await people(zubeda, 'yamini')).toEqual(['Yamini']);
    await sql`UPDATE users SET suspended_at = now() WHERE id = ${yamini.id}`.execute(server.database.db);
    expect(await people(asha, 'yamini')).toEqual([]);
  });

  it('leaves out a message request and its sender until it is accepted', async () => {
    const yash = await server.signUp('Yash Stranger');
    await write(yash, asha, 'The unusual proposal');
    const { id } = await upload(server, yash, Buffer.from('%PDF-1.7'), 'plans.pdf');
    const sent = { receiver_id: asha.id, content: 'plans.pdf', client_id: crypto.randomUUID(), attachment_ids: [id] };
    expect((await server.call('POST /api/messages', yash.token, sent)).status).toBe(201);
    const hold = (request: string | null) =>
      sql`UPDATE memberships SET request = ${request} WHERE user_id = ${asha.id} AND other_id = ${yash.id}`.execute(
        server.database.db,
      );
    for (const request of ['waiting', 'ignored']) {
      await hold(request);
      for (const q of ['unusual', 'in:yash', 'from:yash unusual', 'has:file'])
        expect(await excerpts(asha, q), q).toEqual([]);
      expect(await people(asha, '')).toEqual([]);
      // The sender still finds the request, and findable members are found by the start of their name.
      expect(await excerpts(yash, 'unusual')).toEqual(['The unusual proposal']);
      expect(await people(asha, 'yash')).toEqual(['Yash Stranger']);
    }
    await hold('accepted');
    expect(await excerpts(asha, 'unusual')).toEqual(['The unusual proposal']);
    expect(await excerpts(asha, 'has:file')).toEqual(['plans.pdf']);
    expect(await people(asha, '')).toEqual(['Yash Stranger *']);
  });

  it('finds the member’s own projects by words of their title', async () => {
    const body = { title: 'Solar Rover', description: 'D', category: 'other' };
    await server.call('POST /api/projects', asha.token, body);
    const projects = async (member: TestMember) =>
      (await server.call('GET /api/search/projects?q=rov', member.token)).body.data.projects;
    expect(await projects(asha)).toMatchObject([{ title: 'Solar Rover' }]);
    expect(await projects(bina)).toEqual([]);
  });
});
