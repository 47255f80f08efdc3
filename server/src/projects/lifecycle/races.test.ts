import { answered } from '@sangam/testing/answered';
import { postProject } from '@sangam/testing/post-project';
import { runsFull } from '@sangam/testing/runs';
import { type Reply, startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';

/** Actions run concurrently on PostgreSQL, and one after another on the embedded database. */
const ACTORS = 20;
const ACTS = runsFull ? 160 : 80;
const SEEDS = runsFull ? [1, 2, 3, 4] : [1, 2];

let server: TestServer;
let actors: TestMember[];

beforeAll(async () => {
  server = await startTestServer();
  actors = [];
  for (let n = 0; n < ACTORS; n += 1) actors.push(await server.signUp());
});
afterAll(() => server.close());

/** Returns a generator of numbers from 0 to 1, the same for the same seed. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

async function seats(id: number) {
  const { rows } = await sql<{ state: string; counted: number; max: number; team: number; accepted: number }>`
    SELECT p.state, p.member_count AS counted, p.max_members AS max,
      (SELECT count(*) FROM project_members WHERE project_id = p.id) AS team,
      (SELECT count(*) FROM join_requests WHERE project_id = p.id AND status = 'accepted') AS accepted,
      (SELECT count(*) FROM join_requests WHERE project_id = p.id AND status = 'pending')
        + (SELECT count(*) FROM interests WHERE project_id = p.id AND status = 'pending') AS pending
    FROM projects p WHERE p.id = ${id}`.execute(server.database.db);
  return rows[0] as { state: string; counted: number; max: number; team: number; accepted: number; pending: number };
}

it.each(SEEDS)(
  'keeps seats, requests and state consistent while 20 members act at random (%i)',
  { timeout: 60_000 },
  async (seed) => {
    const next = numbers(seed);
    const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T;
    const [creator, ...others] = actors as [TestMember, ...TestMember[]];
    const id = await postProject(server, creator, { title: 'Race', max_members: 4 });
    const requests: number[] = [];
    const acts: (() => Promise<Reply>)[] = [
      () => server.call(`PATCH /api/projects/${id}`, pick(actors).token, { max_members: 2 + Math.floor(next() * 5) }),
      () => server.call(`PUT /api/projects/${id}/state`, creator.token, { state: pick(['open', 'closed']) }),
      () => server.call(`DELETE /api/projects/${id}`, creator.token),
      () => server.call(`DELETE /api/projects/${id}/members/${pick(actors).id}`, creator.token),
      () => server.call(`DELETE /api/projects/${id}/members/me`, pick(actors).token),
      () => server.call(`POST /api/projects/${id}/connect`, pick(others).token),
    ];
    const ask = async () => {
      const requested = await server.call('POST /api/project-requests', pick(others).token, { project_id: id });
      if (requested.status === 201) requests.push(requested.body.data.request.id);
      return requested;
    };
    const decide = () =>
      server.call(`PUT /api/project-requests/${pick(requests) ?? 1}/status`, creator.token, {
        status: pick(['accepted', 'accepted', 'rejected']),
      });
    await Promise.all(Array.from({ length: ACTORS }, ask));
    const replies = await Promise.all(
      Array.from({ length: ACTS }, () => pick([...acts.filter((_, n) => n !== 2), ask, decide, decide])()),
    );
    const running = await seats(id);
    expect(running.counted).toBe(running.team);
    expect(running.team).toBe(running.accepted + 1);
    expect(running.counted).toBeLessThanOrEqual(running.max);

    // The project ends while others still ask and are accepted.
    const end = () => server.call(`PUT /api/projects/${id}/state`, creator.token, { state: 'finished' });
    const last = await Promise.all([
      ask(),
      decide(),
      end(),
      ask(),
      decide(),
      end(),
      acts[2]?.() ?? end(),
      ask(),
      decide(),
    ]);
    await answered(end);
    // Calls that got BUSY did nothing.
    expect([...replies, ...last].filter(({ status }) => status >= 500 && status !== 503)).toEqual([]);
    const over = await seats(id);
    expect(['finished', 'deleted']).toContain(over.state);
    expect(over.pending).toBe(0);
    expect(over.team).toBe(over.state === 'deleted' ? 0 : over.accepted + 1);
  },
);
