import { dayMs } from '@sangam/shared/core/limits';
import { stoppedClock } from '@sangam/testing/clocks';
import { eventually } from '@sangam/testing/eventually';
import { postProject } from '@sangam/testing/post-project';
import { startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findUnread } from '../../notices/unread-changes/unread-words.js';

const clock = stoppedClock();
let server: TestServer;
/** Asha is the creator, Bina and Chitra have seats, Dev and Eka have asked: Eka is on the waitlist. Dev is interested, too. */
let asha: TestMember;
let bina: TestMember;
let chitra: TestMember;
let dev: TestMember;
let eka: TestMember;
let id = 0;

beforeAll(async () => {
  server = await startTestServer({ clock, timings: { jobs: { pollMs: 100, retryFirstMs: 20 } } });
});
afterAll(() => server.close());

const sql = async (text: string, ...values: unknown[]) => (await server.database.pool.query(text, values)).rows;
const call = (member: TestMember, name: string, body?: object) => server.call(name, member.token, body);
const ask = async (member: TestMember): Promise<number> =>
  (await call(member, 'POST /api/project-requests', { project_id: id })).body.data.request.id;
const accept = async (member: TestMember) => {
  const path = `PUT /api/project-requests/${await ask(member)}/status`;
  expect((await call(asha, path, { status: 'accepted' })).status).toBe(200);
};
const answer = (member: TestMember, status = 'accepted') =>
  call(member, `PUT /api/projects/${id}/offer/status`, { status });
const page = async (member: TestMember) => (await call(member, `GET /api/projects/${id}`)).body;
const notificationsOf = async (member: TestMember): Promise<string[]> =>
  (await call(member, 'GET /api/inbox')).body.data.items.map(({ kind }: { kind: string }) => kind);
const jobsDone = (kind: string, key: number) =>
  eventually(async () =>
    expect(await sql('SELECT 1 FROM jobs WHERE kind = $1 AND key = $2', kind, String(key))).toEqual([]),
  );
const remove = async (member: TestMember) => {
  expect((await call(member, 'DELETE /api/account', { current_password: member.password })).status).toBe(200);
};
/** Signs in again, after the session has expired. */
const signIn = async (member: TestMember): Promise<TestMember> => {
  const { email, password } = member;
  return { ...member, token: (await server.call('POST /api/auth/login', null, { email, password })).body.token };
};
const comeBack = ({ email, password }: TestMember) =>
  server.call('POST /api/auth/login', null, { email, password, come_back: true });
const listed = async () =>
  (await server.call(`GET /api/projects?ids=${id}&active=yes`)).body.data.projects.map((one: { id: number }) => one.id);
const stored = async () => {
  const [row] = await sql(
    `SELECT creator_id AS creator, state, member_count::int AS counted, seeks_creator_until AS until,
       (SELECT count(*)::int FROM project_members WHERE project_id = p.id) AS team,
       (SELECT count(*)::int FROM project_offers WHERE project_id = p.id) AS offers,
       (SELECT count(*)::int FROM join_requests WHERE project_id = p.id AND status = 'accepted') AS accepted
     FROM projects p WHERE id = $1`,
    id,
  );
  return row;
};

beforeEach(async () => {
  const signed: TestMember[] = [];
  for (const name of ['Asha', 'Bina', 'Chitra', 'Dev', 'Eka']) signed.push(await server.signUp(name));
  [asha, bina, chitra, dev, eka] = signed as [TestMember, TestMember, TestMember, TestMember, TestMember];
  id = await postProject(server, asha, { max_members: 4 });
  for (const member of [bina, chitra]) await accept(member);
  await ask(dev);
  await call(dev, `POST /api/projects/${id}/connect`);
  const line = `PUT /api/project-requests/${await ask(eka)}/line`;
  await call(asha, `PATCH /api/projects/${id}`, { max_members: 3 });
  expect((await call(asha, line)).status).toBe(200);
  for (const member of signed) await call(member, 'PUT /api/inbox/read-all');
});

describe('the project of a creator who deletes their account', () => {
  it('is offered to its team with a deadline, and the email names the deadline and the reason', async () => {
    await remove(asha);
    const emailed = async (): Promise<unknown[]> => {
      const rows = await sql(`SELECT id FROM notifications WHERE user_id = $1 AND kind = 'offer:leaving'`, bina.id);
      const found = rows.map(({ id: item }) =>
        findUnread(server.database.db, bina.id, `inbox:${item}`, new Date(clock.atMs)),
      );
      return (await Promise.all(found)).map((unread) => [unread?.act, unread?.answerBy]);
    };
    const act = 'is leaving Sangam and is looking for a new creator for Rover';
    await eventually(async () => expect(await emailed()).toEqual([[act, (await stored())?.until]]));
  });

  it('shows the end of each offer only to its recipient, with the creator who left', async () => {
    await remove(asha);
    await eventually(async () => expect((await stored())?.offers).toBe(2));
    const received: string[] = [];
    for (const member of [bina, chitra])
      (await server.connect(member)).on('offer:changed', ({ offer, status }) =>
        received.push(`${member.user.name}: ${offer.creator_name} to ${offer.user_name}, ${status}`),
      );
    expect((await answer(bina)).status).toBe(200);
    await eventually(() => expect(received).toHaveLength(2));
    await eventually(async () => expect(await notificationsOf(chitra)).toContain('project:taken_over'));
    expect(received.toSorted()).toEqual(['Bina: Asha to Bina, accepted', 'Chitra: Asha to Chitra, ended']);
  });

  it('ends everything pending, live and with a notification, in all lists', async () => {
    const received: string[] = [];
    for (const member of [dev, eka]) {
      const socket = await server.connect(member);
      socket.on('join-request:withdrawn', (end) => received.push(`${member.user.name}: request ${end.ended_by}`));
      socket.on('connection:decided', (end) => received.push(`${member.user.name}: interest ${end.ended_by}`));
    }
    await remove(asha);
    await eventually(() =>
      expect(received.toSorted()).toEqual([
        'Dev: interest project_deleted',
        'Dev: request project_deleted',
        'Eka: request project_deleted',
      ]),
    );
    expect(await notificationsOf(dev)).toEqual(['project:unavailable', 'project:unavailable']);
    expect(await notificationsOf(eka)).toContain('project:unavailable');
    for (const member of [dev, eka]) {
      const mine = (await call(member, 'GET /api/project-requests/mine')).body.data.requests;
      expect(mine).toMatchObject([{ status: 'withdrawn', ended_by: 'project_deleted' }]);
    }
    const shown = (await call(dev, 'GET /api/projects/connections/mine')).body.data.connections;
    expect(shown).toMatchObject([{ status: 'denied', ended_by: 'project_deleted' }]);
  });

  it('is offered to all of its team for 7 days, stays open, and leaves the lists of those who could not join', async () => {
    const received: string[] = [];
    for (const member of [bina, chitra])
      (await server.connect(member)).on('offer:changed', ({ offer, status }) =>
        received.push(`${member.user.name} ${status} ${offer.answer_by}`),
      );
    expect(await listed()).toEqual([id]);
    await remove(asha);
    const until = new Date(clock.atMs + 7 * dayMs).toISOString();
    await eventually(() => expect(received.toSorted()).toEqual([`Bina pending ${until}`, `Chitra pending ${until}`]));
    for (const member of [bina, chitra]) {
      expect(await page(member)).toMatchObject({
        offer: { user_id: member.id, creator_name: 'Asha', answer_by: until },
        project: { state: 'open', seeks_creator_until: until },
      });
      expect((await call(member, 'GET /api/projects/offers')).body.data.offers).toMatchObject([{ project_id: id }]);
      expect(await notificationsOf(member)).toContain('offer:leaving');
    }
    expect((await page(dev)).offer).toBeNull();
    expect(await listed()).toEqual([]);
    expect((await call(dev, 'POST /api/project-requests', { project_id: id })).status).toBe(403);
  });

  it('belongs to the first member who accepts, and the former creator has no seat in it', async () => {
    const received: string[] = [];
    (await server.connect(chitra)).on('project:taken-over', ({ creator_name }) => received.push(creator_name));
    (await server.connect(chitra)).on('offer:changed', ({ status }) => received.push(status));
    await remove(asha);
    expect((await answer(bina)).body.data.project).toMatchObject({ creator_id: bina.id, state: 'open' });
    expect(await answer(chitra)).toMatchObject({ status: 409, body: { code: 'OFFER_GONE' } });
    await eventually(() => expect(received.toSorted()).toEqual(['Bina', 'ended', 'pending']));
    const { project, team } = await page(chitra);
    expect([project.current_members, project.seeks_creator_until]).toEqual([2, undefined]);
    expect(team.map(({ name }: { name: string }) => name)).toEqual(['Bina', 'Chitra']);
    expect(await notificationsOf(chitra)).toContain('project:taken_over');
    expect(await notificationsOf(chitra)).not.toContain('offer:leaving');
    expect(await listed()).toEqual([id]);
    // A creator who restores the account later finds the project with another creator.
    await comeBack(asha);
    await jobsDone('account:came-back', asha.id);
    expect(await stored()).toMatchObject({ creator: bina.id, team: 2, counted: 2, offers: 0, until: null });
    expect(await ask(dev)).toBeGreaterThan(0);
  });

  it('belongs to one member if several accept at the same moment', async () => {
    await remove(asha);
    const statuses = (await Promise.all([answer(bina), answer(chitra)])).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 409]);
    const creator = statuses[0] === 200 ? bina.id : chitra.id;
    expect(await stored()).toEqual({
      creator,
      state: 'open',
      team: 2,
      counted: 2,
      accepted: 1,
      offers: 0,
      until: null,
    });
  });

  it("stays the creator's if they restore the account first", async () => {
    await remove(asha);
    await comeBack(asha);
    expect(await answer(bina)).toMatchObject({ status: 409, body: { code: 'OFFER_GONE' } });
    await jobsDone('account:came-back', asha.id);
    for (const member of [bina, chitra]) {
      expect((await page(member)).offer).toBeNull();
      expect(await notificationsOf(member)).toContain('offer:taken_back');
    }
    expect(await stored()).toMatchObject({ creator: asha.id, state: 'open', team: 3, offers: 0, until: null });
    expect(await listed()).toEqual([id]);
    // A second deletion has its own deadline.
    clock.atMs += 3 * dayMs;
    await remove(await signIn(asha));
    clock.atMs += 5 * dayMs;
    expect((await answer(await signIn(bina))).status).toBe(200);
  });

  it('has one creator if the account is restored while a member accepts', async () => {
    await remove(asha);
    const [accepted, back] = await Promise.all([answer(bina), comeBack(asha)]);
    expect(back.status).toBe(200);
    await jobsDone('account:came-back', asha.id);
    expect(await stored()).toMatchObject(
      accepted.status === 200
        ? { creator: bina.id, team: 2, counted: 2, offers: 0, until: null }
        : { creator: asha.id, team: 3, counted: 3, offers: 0, until: null },
    );
  });

  it('refuses a member after 7 days even if the timer is late, then closes and notifies the team', async () => {
    await remove(asha);
    await sql("UPDATE jobs SET due_at = 'infinity' WHERE kind = 'project:succession-end' AND key = $1", String(id));
    clock.atMs += 7 * dayMs;
    const late = await signIn(bina);
    for (const status of ['accepted', 'declined'])
      expect(await answer(late, status)).toMatchObject({ status: 409, body: { code: 'OFFER_GONE' } });
    expect(await stored()).toMatchObject({ creator: asha.id, offers: 2 });
    await sql("UPDATE jobs SET due_at = now() WHERE kind = 'project:succession-end' AND key = $1", String(id));
    await eventually(async () => expect(await stored()).toMatchObject({ state: 'closed', offers: 0, until: null }));
    for (const member of [late, await signIn(chitra)]) {
      const kinds = await notificationsOf(member);
      expect([kinds.includes('project:left'), kinds.includes('offer:leaving')]).toEqual([true, false]);
    }
    // A creator who restores the account within 30 days can open the project again.
    const { token } = (await comeBack(asha)).body;
    expect((await server.call(`PUT /api/projects/${id}/state`, token, { state: 'open' })).status).toBe(200);
  });

  it.each<[string, (member: TestMember) => Promise<unknown>]>([
    ['declined', (member) => answer(member, 'declined')],
    ['left', (member) => call(member, `DELETE /api/projects/${id}/members/me`)],
    ['deleted their accounts', remove],
  ])('closes at once when all have %s', async (_, act) => {
    await remove(asha);
    await act(bina);
    expect(await stored()).toMatchObject({ state: 'open', offers: 1 });
    await act(chitra);
    await eventually(async () => expect(await stored()).toMatchObject({ state: 'closed', offers: 0, until: null }));
    expect(await listed()).toEqual([]);
    // A job that repeats the deletion's work would offer it again.
    await sql("UPDATE jobs SET due_at = now() WHERE kind = 'account:leave-all' AND key = $1", String(asha.id));
    await jobsDone('account:leave-all', asha.id);
    expect(await stored()).toMatchObject({ state: 'closed', offers: 0, until: null });
  });

  it('is offered to the whole team even if a transfer to one member was pending, or a member has blocked the creator', async () => {
    await call(asha, `PUT /api/projects/${id}/offer`, { user_id: chitra.id });
    await remove(asha);
    expect((await call(bina, `PUT /api/blocks/${asha.id}`)).status).toBe(200);
    expect(await stored()).toMatchObject({ offers: 2 });
    expect((await notificationsOf(chitra)).filter((kind) => kind.startsWith('offer'))).toEqual(['offer:leaving']);
    expect((await answer(bina)).status).toBe(200);
  });

  it('stays closed for the new creator if it was closed', async () => {
    await call(asha, `PUT /api/projects/${id}/state`, { state: 'closed' });
    await remove(asha);
    expect((await notificationsOf(dev)).filter((kind) => kind === 'project:unavailable')).toHaveLength(2);
    expect((await answer(chitra)).body.data.project).toMatchObject({ creator_id: chitra.id, state: 'closed' });
  });

  it('closes at once without other members, but stays finished if it was finished', async () => {
    await call(asha, `PUT /api/projects/${id}/state`, { state: 'finished' });
    const alone = await postProject(server, asha, { title: 'Own' });
    await call(dev, 'POST /api/project-requests', { project_id: alone });
    await remove(asha);
    expect(await stored()).toMatchObject({ state: 'finished', offers: 0, until: null });
    expect(await sql('SELECT state, seeks_creator_until FROM projects WHERE id = $1', alone)).toEqual([
      { state: 'closed', seeks_creator_until: null },
    ]);
    expect(await notificationsOf(dev)).toContain('project:unavailable');
  });
});
