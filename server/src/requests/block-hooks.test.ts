import { secondMs } from '@sangam/shared/core/limits';
import { stoppedClock } from '@sangam/testing/clocks';
import { passTime } from '@sangam/testing/jobs-done';
import { type AddedMember, addMembers, takeFrom } from '@sangam/testing/members';
import { postProject } from '@sangam/testing/post-project';
import { startTestServer, type TestServer } from '@sangam/testing/test-server';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const clock = stoppedClock();
let server: TestServer;
let pool: AddedMember[];
beforeAll(async () => {
  server = await startTestServer({ clock, timings: { jobs: { pollMs: 100 } } });
  pool = await addMembers(server.database, 6, server.jwtSecret);
});
afterAll(() => server.close());

/**
 * Creates an applicant with a pending request, and a block by the creator that fails after its commit. Returns both, and the request's
 * status.
 */
async function blockInterrupted() {
  const [creator, applicant] = takeFrom(pool, 2);
  const project_id = await postProject(server, creator);
  expect((await server.call('POST /api/project-requests', applicant.token, { project_id })).status).toBe(201);
  const { db } = server.database;
  await sql`CREATE FUNCTION interrupt() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'interrupted'; END $$`.execute(
    db,
  );
  await sql`CREATE TRIGGER interrupt BEFORE UPDATE ON join_requests EXECUTE FUNCTION interrupt()`.execute(db);
  const block = await server.call(`PUT /api/blocks/${applicant.id}`, creator.token);
  await sql`DROP FUNCTION interrupt CASCADE`.execute(db);
  const { blocked } = (await server.call('GET /api/blocks', creator.token)).body.data;
  expect([block.status, blocked.length]).toEqual([500, 1]);
  const status = async () =>
    (await server.call('GET /api/project-requests/mine', applicant.token)).body.data.requests[0].status;
  expect(await status()).toBe('pending');
  return { creator, applicant, status };
}

describe('a block whose server fails after its commit', () => {
  it('still ends pending requests', async () => {
    const { status } = await blockInterrupted();
    await passTime(server.database, clock, 10 * secondMs);
    expect(await status()).toBe('withdrawn');
  });

  it('ends nothing once the block is removed', async () => {
    const { creator, applicant, status } = await blockInterrupted();
    expect((await server.call(`DELETE /api/blocks/${applicant.id}`, creator.token)).status).toBe(200);
    await passTime(server.database, clock, 10 * secondMs);
    expect(await status()).toBe('pending');
  });
});
