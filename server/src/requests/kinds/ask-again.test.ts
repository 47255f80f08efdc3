import { dayMs } from '@sangam/shared/core/limits';
import { stoppedClock } from '@sangam/testing/clocks';
import { signInRemembered, signUpRemembered } from '@sangam/testing/members';
import { postProject } from '@sangam/testing/post-project';
import { type Reply, startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

const clock = stoppedClock();
let server: TestServer;
let asha: TestMember;
let bina: TestMember;
let project: number;

beforeAll(async () => {
  server = await startTestServer({ clock, timings: { jobs: { pollMs: 100 } } });
});
afterAll(() => server.close());
beforeEach(async () => {
  [asha, bina] = [await signUp(), await signUp()];
  project = await postProject(server, asha, { answer_days: 1 });
});

// Remembered sessions outlive most tests.
const signUp = () => signUpRemembered(server);
const pass = async (days: number) => {
  clock.atMs += days * dayMs;
  [asha, bina] = [await signInRemembered(server, asha), await signInRemembered(server, bina)];
};
const ask = () => server.call('POST /api/project-requests', bina.token, { project_id: project });
const connect = () => server.call(`POST /api/projects/${project}/connect`, bina.token);
const askForId = async (): Promise<number> => (await ask()).body.data.request.id;
const connected = async (): Promise<number> => (await connect()).body.data.connection.id;
const decide = (id: number, status: string) =>
  server.call(`PUT /api/project-requests/${id}/status`, asha.token, { status });
const withdraw = (id: number) => server.call(`DELETE /api/project-requests/${id}`, bina.token);
const withdrawInterest = (id: number) => server.call(`DELETE /api/projects/connections/${id}`, bina.token);
const page = async () => (await server.call(`GET /api/projects/${project}`, bina.token)).body;
/** Expects both kinds of requests to be refused for 7 days. */
const expectRefused = async () => {
  const until = new Date(clock.atMs + 7 * dayMs).toISOString();
  for (const call of [ask, connect])
    expect(await call()).toMatchObject({ status: 409, body: { code: 'ASK_AGAIN_LATER', until } });
  const { my_join_request, my_connection } = await page();
  expect([my_join_request?.ask_again_at, my_connection?.ask_again_at]).toContain(until);
};

describe('a member can’t ask the same project again for 7 days, neither for a seat nor with interest,', () => {
  it.each([
    ['a rejection', async () => decide(await askForId(), 'rejected')],
    [
      'a denial',
      async () => server.call(`PUT /api/projects/connections/${await connected()}`, asha.token, { status: 'denied' }),
    ],
    [
      'a removal',
      async () => {
        await decide(await askForId(), 'accepted');
        return server.call(`DELETE /api/projects/${project}/members/${bina.id}`, asha.token, {});
      },
    ],
    [
      'leaving',
      async () => {
        await decide(await askForId(), 'accepted');
        return server.call(`DELETE /api/projects/${project}/members/me`, bina.token);
      },
    ],
    [
      'a second withdrawal',
      async () => {
        await withdraw(await askForId());
        return withdraw(await askForId());
      },
    ],
    [
      'a second withdrawal, of the other kind',
      async () => {
        await withdraw(await askForId());
        return withdrawInterest(await connected());
      },
    ],
  ] satisfies [string, () => Promise<Reply>][])('after %s', async (_, end) => {
    expect((await end()).status).toBe(200);
    await expectRefused();
    clock.atMs += 7 * dayMs - 1;
    expect((await ask()).body.code).toBe('ASK_AGAIN_LATER');
    clock.atMs += 1;
    expect((await ask()).status).toBe(201);
  });
});

it('a member may ask again at once after the first withdrawal, and after the creator’s silence', async () => {
  await withdraw(await askForId());
  const second = await askForId();
  clock.atMs += dayMs;
  await expect.poll(async () => (await page()).my_join_request.ended_by, { timeout: 20_000 }).toBe('no_answer');
  expect(await askForId()).toBeGreaterThan(second);
});

it('a withdrawal counts for 30 days, even one that already caused a wait', async () => {
  await withdraw(await askForId());
  await pass(30);
  await withdraw(await askForId());
  expect((await page()).my_join_request.ask_again_at).toBeUndefined();
  await pass(20);
  await withdrawInterest(await connected());
  await expectRefused();
  await pass(15);
  // The second withdrawal no longer counts, the third one does.
  await withdraw(await askForId());
  await expectRefused();
});

it("a declined seat offer doesn't count as a withdrawal, neither as the last nor as an earlier one", async () => {
  const waitlisted = async () => {
    const id = await askForId();
    expect((await server.call(`PUT /api/project-requests/${id}/line`, asha.token)).body.success).toBe(true);
    return id;
  };
  const decline = (id: number) =>
    server.call(`PUT /api/project-requests/${id}/offer`, bina.token, { status: 'declined' });
  for (let n = 0; n < 3; n += 1) expect((await decline(await waitlisted())).status).toBe(200);
  await withdraw(await askForId());
  expect((await decline(await waitlisted())).status).toBe(200);
  expect((await page()).my_join_request.ask_again_at).toBeUndefined();
  await withdraw(await askForId());
  await expectRefused();
});

it('asking and withdrawing thirty times at once leaves two requests and one notification', async () => {
  for (let n = 0; n < 30; n += 1) {
    const { body } = await ask();
    if (body.success) await withdraw(body.data.request.id);
  }
  const { total } = (await server.call('GET /api/project-requests/mine', bina.token)).body.data;
  expect(total).toBe(2);
  const { items } = (await server.call('GET /api/inbox', asha.token)).body.data;
  expect(items).toMatchObject([{ kind: 'request:withdrawn', actor: { id: bina.id } }]);
});
