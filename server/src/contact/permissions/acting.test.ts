import { setTimeout as sleep } from 'node:timers/promises';
import { QUARTERS_OF_WEEK } from '@sangam/shared/people/hours/week';
import { formTeam, joinTeam, sayInTeam } from '@sangam/testing/chat/team';
import { everyNth, runsFull } from '@sangam/testing/runs';
import { startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

/**
 * A member writes on one server while another suspends or deletes the account: everything that others can see was written before that, and
 * anything later is refused.
 */

const redis = inject('redisUrl') ?? '';
const env = { MESSAGE_REQUESTS: 'on', ...(redis === '' ? {} : { REDIS_URL: redis }) };
const ROUNDS = runsFull ? 12 : 2;
/** The number of simultaneous writes in each round. */
const AT_ONCE = 4;

let server: TestServer;
let second: TestServer;
let moderator: TestMember;
let witness: TestMember;
const sql = async (text: string, ...values: unknown[]) => (await server.database.pool.query(text, values)).rows;

/** The writes that others can see, which triggers record in order, together with the suspension or deletion. */
const noted: [table: string, when: string][] = [
  ['projects', 'INSERT'],
  ['projects', 'UPDATE OF title, creator_id'],
  ['project_members', 'INSERT'],
  ['project_offers', 'INSERT'],
  ['messages', 'INSERT'],
  ['messages', 'UPDATE OF content'],
  ['message_reactions', 'INSERT'],
  ['message_pins', 'INSERT'],
  ['join_requests', 'INSERT'],
  ['interests', 'INSERT'],
  ['reports', 'INSERT'],
  ['attachments', 'INSERT'],
  ['users', 'UPDATE OF name, headline'],
  ['project_roles', 'INSERT OR UPDATE'],
  ['invitations', 'INSERT'],
  ['message_mentions', 'INSERT'],
  ['member_hours', 'INSERT OR UPDATE'],
  ['blocks', 'INSERT'],
  ['blocks', 'DELETE'],
  ['memberships', 'UPDATE OF read_seq'],
];

beforeAll(async () => {
  server = await startTestServer({ env });
  second = await startTestServer({ env, beside: server });
  [moderator, witness] = [await server.signUp('Mod'), await server.signUp('Witness')];
  await sql('INSERT INTO moderators (user_id, by_setting) VALUES ($1, false)', moderator.id);
  await sql('CREATE TABLE journal (n bigserial, what text, sender_id int8)');
  await sql(`CREATE FUNCTION note_write() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      -- After a deletion the project is offered to its team, which is not the member's action.
      IF TG_ARGV[0] = 'project_offers' AND EXISTS (
        SELECT FROM projects WHERE id = (to_jsonb(NEW) ->> 'project_id')::int8 AND seeks_creator_until IS NOT NULL
      ) THEN RETURN NULL; END IF;
      INSERT INTO journal (what, sender_id) VALUES (TG_ARGV[0], (to_jsonb(coalesce(NEW, OLD)) ->> 'sender_id')::int8);
      RETURN NULL;
    END $$`);
  for (const [index, [table, when]] of noted.entries())
    await sql(
      `CREATE TRIGGER noted_${index} AFTER ${when} ON ${table} FOR EACH ROW EXECUTE FUNCTION note_write('${table}')`,
    );
  // Its name makes it run after `user_gone`, which waits for messages that are being written.
  await sql(`CREATE TRIGGER zz_noted_end AFTER UPDATE OF suspended_at, deleted_at ON users FOR EACH ROW
    WHEN (NEW.suspended_at IS NOT NULL OR NEW.deleted_at IS NOT NULL) EXECUTE FUNCTION note_write('end')`);
});
afterAll(async () => {
  await second.close();
  await server.close();
});

const call = (who: TestMember, name: string, body?: object, at = server) => at.call(name, who.token, body);
const key = () => crypto.randomUUID();
const fields = { title: 'Rover', description: 'D', category: 'other' };
const post = async (who: TestMember): Promise<number> =>
  (await call(who, 'POST /api/projects', fields)).body.data.project.id;
const write = (from: TestMember, to: TestMember, at = server) =>
  call(from, 'POST /api/messages', { receiver_id: to.id, content: 'Hi' }, at);

/** The two ways in which a member's activity ends. */
const ends: Record<string, (member: TestMember) => Promise<() => Promise<{ status: number }>>> = {
  async suspension(member) {
    const report = { kind: 'member', id: member.id, reason: 'spam' };
    const { id } = (await call(witness, 'POST /api/reports', report)).body.data;
    const decision = { decision: 'suspend', reason: 'spam', note: 'Seen' };
    return () => call(moderator, `PUT /api/moderation/reports/${id}/decision`, decision);
  },
  deletion: async (member) => () => call(member, 'DELETE /api/account', { current_password: member.password }),
};

/** The member's writes: each prepares a scene and returns the write, which runs several times at once. */
type Prepare = (member: TestMember, other: TestMember) => Promise<(n: number) => Promise<{ status: number }>>;
const late = (member: TestMember, name: string, body?: object) => call(member, name, body, second);
const talked = async (member: TestMember, other: TestMember) => {
  await write(other, member);
  await write(member, other);
};
/** Forms a team of both with two messages, the first by the member. */
const teamed = async (member: TestMember, other: TestMember) => {
  const { conversationId } = await formTeam(server, other, [member]);
  await sayInTeam(server, conversationId, [
    [member, 'One'],
    [other, 'Two'],
  ]);
  return { conversation_id: conversationId, path: `/api/messages/c/${conversationId}` };
};
const inThread = (other: TestMember, rest = '') => `/api/messages/conversation/${other.id}/2${rest}`;
const writes: Record<string, Prepare> = {
  'a project': async (member) => () => late(member, 'POST /api/projects', fields),
  async 'a project’s new text'(member) {
    const id = await post(member);
    return (n) => late(member, `PATCH /api/projects/${id}`, { title: `Rover ${n}` });
  },
  'a first message': async (member, other) => () => write(member, other, second),
  async 'a message in a conversation'(member, other) {
    await talked(member, other);
    // A server that knows the conversation writes in batches.
    await write(member, other, second);
    return () => write(member, other, second);
  },
  async 'an answer to a message that is just arriving'(member, other) {
    return (n) => (n % 2 === 0 ? write(other, member) : write(member, other, second));
  },
  async 'an edit'(member, other) {
    await talked(member, other);
    return (n) => late(member, `PATCH ${inThread(other)}`, { content: `Changed ${n}`, client_id: key() });
  },
  async 'a reaction'(member, other) {
    await talked(member, other);
    const emoji = ['👍', '🎉', '🚀', '👀'];
    return (n) => late(member, `PUT ${inThread(other, '/reactions')}`, { emoji: emoji[n], client_id: key() });
  },
  async 'a pin'(member, other) {
    await talked(member, other);
    return () => late(member, `PUT ${inThread(other, '/pin')}`, { client_id: key() });
  },
  async 'a join request'(member, other) {
    const ids = [await post(other), await post(other), await post(other), await post(other)];
    return (n) => late(member, 'POST /api/project-requests', { project_id: ids[n] });
  },
  async interest(member, other) {
    const ids = [await post(other), await post(other), await post(other), await post(other)];
    return (n) => late(member, `POST /api/projects/${ids[n]}/connect`);
  },
  async 'an accepted applicant'(member, other) {
    const { body } = await call(other, 'POST /api/project-requests', { project_id: await post(member) });
    const path = `PUT /api/project-requests/${body.data.request.id}/status`;
    return () => late(member, path, { status: 'accepted' });
  },
  async 'the offer of a transfer'(member, other) {
    const id = await post(member);
    await joinTeam(server, id, member, other);
    return () => late(member, `PUT /api/projects/${id}/offer`, { user_id: other.id });
  },
  async 'the acceptance of a transfer'(member, other) {
    const id = await post(other);
    await joinTeam(server, id, other, member);
    await call(other, `PUT /api/projects/${id}/offer`, { user_id: member.id });
    return () => late(member, `PUT /api/projects/${id}/offer/status`, { status: 'accepted' });
  },
  'a report': async (member, other) => () =>
    late(member, 'POST /api/reports', { kind: 'member', id: other.id, reason: 'spam' }),
  'a profile': async (member) => (n) =>
    late(member, 'PUT /api/users/profile', { name: `Another ${n}`, college: 'C', skills: ['S'], github_link: '' }),
  'a block': async (member, other) => () => late(member, `PUT /api/blocks/${other.id}`),
  async 'the end of a block'(member, other) {
    await call(member, `PUT /api/blocks/${other.id}`);
    return () => late(member, `DELETE /api/blocks/${other.id}`);
  },
  async 'a read mark'(member, other) {
    for (let n = 0; n < 5; n += 1) await write(other, member);
    return (n) => late(member, `PUT /api/messages/mark-read/${other.id}`, { up_to: n + 1 });
  },
  async 'a message to a team'(member, other) {
    const { conversation_id } = await teamed(member, other);
    // A server that knows the conversation writes in batches.
    await late(member, 'POST /api/messages', { conversation_id, content: 'Hi' });
    return () => late(member, 'POST /api/messages', { conversation_id, content: 'Hi' });
  },
  async 'a mention'(member, other) {
    const { conversation_id } = await teamed(member, other);
    const { id: user_id, user } = other;
    const content = `Hi @${user.name}`;
    const mentions = [{ user_id, name: user.name }];
    return () => late(member, 'POST /api/messages', { conversation_id, content, mentions });
  },
  async 'an edit in a team'(member, other) {
    const { path } = await teamed(member, other);
    return (n) => late(member, `PATCH ${path}/1`, { content: `Changed ${n}`, client_id: key() });
  },
  async 'a reaction in a team'(member, other) {
    const { path } = await teamed(member, other);
    const emoji = ['👍', '🎉', '🚀', '👀'];
    return (n) => late(member, `PUT ${path}/2/reactions`, { emoji: emoji[n], client_id: key() });
  },
  async 'a read mark in a team'(member, other) {
    const { conversation_id, path } = await teamed(member, other);
    await sayInTeam(server, conversation_id, [
      [other, 'Three'],
      [other, 'Four'],
    ]);
    return (n) => late(member, `PUT ${path}/read`, { up_to: n + 1 });
  },
  async 'an invitation'(member, other) {
    // Posting a project gives the other member a page.
    await post(other);
    const ids = [await post(member), await post(member), await post(member), await post(member)];
    return (n) => late(member, `POST /api/projects/${ids[n]}/invitations`, { user_id: other.id });
  },
  async 'an accepted invitation'(member, other) {
    await post(member);
    const invite = `POST /api/projects/${await post(other)}/invitations`;
    const { id } = (await call(other, invite, { user_id: member.id })).body.data.invitation;
    return () => late(member, `PUT /api/invitations/${id}/status`, { status: 'accepted' });
  },
  async 'the roles of a project'(member) {
    const id = await post(member);
    return (n) => late(member, `PATCH /api/projects/${id}`, { roles: [{ name: `Role ${n}`, seats: 1, skills: [] }] });
  },
  'a headline': async (member) => (n) => late(member, 'PATCH /api/users/profile', { headline: `Builder ${n}` }),
  'free hours': async (member) => (n) =>
    late(member, 'PUT /api/hours', { hours: `${n % 2}`.padStart(QUARTERS_OF_WEEK, '1'), zone: 'Asia/Kolkata' }),
  'an upload': async (member) => () => late(member, 'POST /api/attachments', { id: key(), name: 'a.txt', bytes: 10 }),
};

const cases = Object.keys(ends).flatMap((end) => Object.keys(writes).map((what) => [end, what] as const));

describe('after a member’s', () => {
  it.each(everyNth(7, cases))('%s nobody sees a later write of theirs: %s', { timeout: 120_000 }, async (end, what) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const [member, other] = [await server.signUp(), await server.signUp()];
      const act = await (writes[what] as Prepare)(member, other);
      const finish = await (ends[end] as (typeof ends)[string])(member);
      await sql('DELETE FROM journal');
      const started = Array.from({ length: AT_ONCE }, (_, n) => act(n));
      if (round > 0) await sleep(round);
      const [ended, ...answers] = await Promise.all([finish(), ...started]);
      expect(ended.status).toBe(200);
      // The other's own message at the same moment is either refused or delivered.
      const rows = await sql('SELECT what FROM journal WHERE sender_id IS DISTINCT FROM $1 ORDER BY n', other.id);
      const order = rows.map((row) => row.what as string);
      expect(
        order.slice(order.indexOf('end') + 1),
        `${order.join()} ${answers.map((one) => one.status).join()}`,
      ).toEqual([]);
      for (const { status } of answers) expect([200, 201, 400, 401, 403, 404, 409, 429]).toContain(status);
    }
  });
});
