import { dayMs } from '@sangam/shared/core/limits';
import { shiftedClock } from '@sangam/testing/clocks';
import { eventually } from '@sangam/testing/eventually';
import { sweepServer } from '@sangam/testing/sweep';
import { startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { TRUST_PROXY: 'on' }, timings: { jobs: { pollMs: 100, retryFirstMs: 20 } } });
});
afterAll(() => server.close());

const activityOf = async ({ token }: Pick<TestMember, 'token'>, query = '') =>
  (await server.call(`GET /api/account/activity${query}`, token)).body.data;
const kindsOf = async (member: Pick<TestMember, 'token'>) =>
  (await activityOf(member)).entries.map(({ kind }: { kind: string }) => kind);
const login = async ({ email, password }: TestMember) =>
  (await server.call('POST /api/auth/login', null, { email, password }, { 'user-agent': FIREFOX })).body.token;

describe('the account activity', () => {
  it('lists sign-ins with device and network, newest first', async () => {
    const member = await server.signUp();
    await login(member);
    const { entries, has_more } = await activityOf(member);
    expect(entries).toEqual([
      {
        id: expect.any(Number),
        at: expect.stringMatching(/Z$/u),
        kind: 'session:begun',
        by_other: false,
        device: 'Firefox on Windows',
        network: '127.0.0.1',
        details: { way: 'password' },
      },
      expect.objectContaining({ kind: 'session:begun', details: { way: 'sign-up' } }),
    ]);
    expect(has_more).toBe(false);
  });

  it('lists logged-out devices and changed passwords', async () => {
    const member = await server.signUp();
    const [second] = [await login(member), await login(member)];
    const { sessions } = (await server.call('GET /api/account', second)).body.data;
    const { id } = sessions.find(({ is_this }: { is_this: boolean }) => is_this);
    await server.call(`DELETE /api/account/sessions/${id}`, member.token);
    await server.call('DELETE /api/account/sessions', member.token);
    const body = { current_password: member.password, password: 'Another-horse-8' };
    await server.call('PUT /api/account/password', member.token, body);
    const [changed, others, one] = (await activityOf(member)).entries;
    expect(changed).toMatchObject({ kind: 'password:changed', details: {} });
    expect(others).toMatchObject({ kind: 'session:ended', details: { ended: 1 } });
    expect(one).toMatchObject({ kind: 'session:ended', details: { ended: 1 } });
  });

  it('leaves out refused actions and actions without an effect', async () => {
    const member = await server.signUp();
    await server.call('DELETE /api/account/sessions', member.token);
    const body = { current_password: 'not-mine', password: 'Another-horse-8' };
    await server.call('PUT /api/account/password', member.token, body);
    expect(await kindsOf(member)).toEqual(['session:begun']);
  });

  it('lists sign-ins with a wrong password, one per address and hour, and none for an address without an account', async () => {
    const member = await server.signUp();
    const guess = (email: string, network: string) =>
      server.call(
        'POST /api/auth/login',
        null,
        { email, password: 'Wrong-horse-1' },
        { 'user-agent': FIREFOX, 'x-forwarded-for': network },
      );
    const waitForJobs = () =>
      eventually(async () => {
        const { rows } = await server.database.pool.query("SELECT 1 FROM jobs WHERE kind = 'sign-in:failed'");
        expect(rows).toEqual([]);
      });
    for (const network of ['203.0.113.1', '203.0.113.1', '203.0.113.2']) {
      expect((await guess(member.email, network)).status).toBe(401);
      await waitForJobs();
    }
    await guess('nobody@example.org', '203.0.113.1');
    await waitForJobs();
    expect((await activityOf(member)).entries).toMatchObject([
      { kind: 'session:refused', device: 'Firefox on Windows', network: '203.0.113.2' },
      { kind: 'session:refused', network: '203.0.113.1' },
      { kind: 'session:begun' },
    ]);
  });

  it('comes in pages, and is visible to the member only', async () => {
    const [member, other] = [await server.signUp(), await server.signUp()];
    for (let n = 0; n < 3; n += 1) await login(member);
    const first = await activityOf(member, '?limit=3');
    const second = await activityOf(member, `?limit=3&before=${first.entries.at(-1).id}`);
    expect([first.entries.length, first.has_more, second.entries.length, second.has_more]).toEqual([3, true, 1, false]);
    expect((await activityOf(other)).entries).toHaveLength(1);
  });
});

describe('the audit trail', () => {
  const query = (text: string, values: unknown[] = []) => server.database.pool.query(text, values);
  const add = async (memberId: number, at: string): Promise<number> =>
    (
      await query(`INSERT INTO audit_entries (member_id, kind, at) VALUES ($1, 'session:begun', ${at}) RETURNING id`, [
        memberId,
      ])
    ).rows[0].id;

  it('cannot be changed, and keeps its entries for a year', async () => {
    const member = await server.signUp();
    const id = await add(member.id, `now() - interval '364 days'`);
    const refused = /neither changed nor deleted/u;
    await expect(query('UPDATE audit_entries SET device = NULL WHERE id = $1', [id])).rejects.toThrow(refused);
    await expect(query('DELETE FROM audit_entries WHERE id = $1', [id])).rejects.toThrow(refused);
    for (const table of ['audit_entries', 'audit_entries, jobs'])
      await expect(query(`TRUNCATE ${table}`)).rejects.toThrow(/never emptied/u);
    const old = await add(member.id, `now() - interval '2 years'`);
    await expect(query('UPDATE audit_entries SET device = NULL WHERE id = $1', [old])).rejects.toThrow(refused);
  });

  it("keeps entries for a year, even if a server's clock is ahead", async () => {
    const member = await server.signUp();
    const kept = await add(member.id, `now() - interval '364 days'`);
    const old = await add(member.id, `now() - interval '367 days'`);
    const clock = shiftedClock();
    clock.aheadMs = 10 * dayMs;
    await sweepServer(server, clock);
    const remaining = await sql<{ id: number }>`SELECT id FROM audit_entries WHERE id IN (${kept}, ${old})`.execute(
      server.database.db,
    );
    expect(remaining.rows).toEqual([{ id: kept }]);
  });
});
