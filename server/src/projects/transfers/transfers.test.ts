import { dayMs } from '@sangam/shared/core/limits';
import type { NotificationItem } from '@sangam/shared/notices/notifications';
import type { JoinRequest } from '@sangam/shared/requests/join-requests';
import { stoppedClock } from '@sangam/testing/clocks';
import { eventually } from '@sangam/testing/eventually';
import { postProject } from '@sangam/testing/post-project';
import { type Reply, startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

const clock = stoppedClock();
let server: TestServer;
/** Asha is the creator, Bina and Chitra have seats, Dev has a request and an interest. */
let asha: TestMember;
let bina: TestMember;
let chitra: TestMember;
let dev: TestMember;
let id = 0;
let request = 0;
let interest = 0;

beforeAll(async () => {
  server = await startTestServer({ clock, timings: { jobs: { pollMs: 100 } } });
});
afterAll(() => server.close());

const call = (member: TestMember, name: string, body?: object) => server.call(name, member.token, body);
const ask = async (member: TestMember): Promise<number> =>
  (await call(member, 'POST /api/project-requests', { project_id: id })).body.data.request.id;
const decide = (member: TestMember, requestId: number, status = 'accepted') =>
  call(member, `PUT /api/project-requests/${requestId}/status`, { status });
const offer = (member: TestMember, to: TestMember) => call(member, `PUT /api/projects/${id}/offer`, { user_id: to.id });
const takeBack = (member: TestMember) => call(member, `DELETE /api/projects/${id}/offer`);
const answer = (member: TestMember, status: 'accepted' | 'declined') =>
  call(member, `PUT /api/projects/${id}/offer/status`, { status });
const page = async (member: TestMember) => (await call(member, `GET /api/projects/${id}`)).body;
const transfersTo = async (member: TestMember) => (await call(member, 'GET /api/projects/offers')).body.data.offers;
const incoming = async (member: TestMember): Promise<JoinRequest[]> =>
  (await call(member, `GET /api/project-requests/incoming?project_id=${id}`)).body.data.requests;
const mine = async (member: TestMember, status: string): Promise<JoinRequest[]> =>
  (await call(member, `GET /api/project-requests/mine?status=${status}`)).body.data.requests;
const interested = async (member: TestMember) =>
  (await call(member, `GET /api/projects/connections/incoming?project_id=${id}`)).body.data.connections;
const notificationsOf = async (member: TestMember): Promise<string[]> =>
  (await server.ask(member, 'GET /api/inbox')).data.items
    .map(({ kind, actor, read }) => `${kind} by ${actor?.name}${read ? ', read' : ''}`)
    .toSorted();

beforeEach(async () => {
  const names = ['Asha', 'Bina', 'Chitra', 'Dev'];
  const signed: TestMember[] = [];
  for (const name of names) signed.push(await server.signUp(name));
  [asha, bina, chitra, dev] = signed as [TestMember, TestMember, TestMember, TestMember];
  id = await postProject(server, asha, { max_members: 5, answer_days: 4 });
  for (const member of [bina, chitra]) expect((await decide(asha, await ask(member))).status).toBe(200);
  request = await ask(dev);
  interest = (await call(dev, `POST /api/projects/${id}/connect`)).body.data.connection.id;
  for (const member of signed) await call(member, 'PUT /api/inbox/read-all');
});

describe('a transfer', () => {
  it('is offered to a member of the team, one at a time, and shown only to its two sides', async () => {
    expect(await offer(asha, dev)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    expect(await offer(asha, asha)).toMatchObject({ status: 403, body: { code: 'OWN_PROJECT' } });
    expect((await offer(asha, bina)).body.data.offer).toMatchObject({ project_title: 'Rover', user_name: 'Bina' });
    expect(await offer(asha, chitra)).toMatchObject({ status: 409, body: { code: 'ALREADY_OFFERED' } });
    for (const member of [asha, bina]) expect((await page(member)).offer).toMatchObject({ user_id: bina.id });
    for (const member of [chitra, dev]) expect((await page(member)).offer).toBeNull();
    expect((await server.call(`GET /api/projects/${id}`)).body.offer).toBeNull();
    expect(await transfersTo(bina)).toMatchObject([{ project_id: id, creator_name: 'Asha' }]);
    expect(await transfersTo(asha)).toEqual([]);
    for (const member of [asha, chitra, dev])
      expect(await answer(member, 'accepted')).toMatchObject({ status: 409, body: { code: 'OFFER_GONE' } });
  });

  const receivedBy = async (member: TestMember): Promise<string[]> => {
    const received: string[] = [];
    const socket = await server.connect(member);
    socket.on('offer:changed', ({ status }) => received.push(status));
    return received;
  };

  it('can be withdrawn, declined and offered again; withdrawing it removes its notification', async () => {
    const received = [await receivedBy(asha), await receivedBy(bina)];
    await offer(asha, bina);
    expect(await notificationsOf(bina)).toContain('offer:received by Asha');
    expect((await takeBack(asha)).status).toBe(200);
    expect((await notificationsOf(bina)).filter((line) => line.startsWith('offer'))).toEqual([]);
    expect(await answer(bina, 'accepted')).toMatchObject({ body: { code: 'OFFER_GONE' } });
    expect(await takeBack(asha)).toMatchObject({ body: { code: 'OFFER_GONE' } });
    await offer(asha, bina);
    expect((await answer(bina, 'declined')).body.data.project.creator_id).toBe(asha.id);
    expect(await notificationsOf(asha)).toContain('offer:declined by Bina');
    expect((await notificationsOf(bina)).filter((line) => line.startsWith('offer:received'))).toEqual([]);
    await offer(asha, bina);
    expect(await notificationsOf(bina)).toContain('offer:received by Asha');
    const all = ['pending', 'taken_back', 'pending', 'declined', 'pending'];
    await eventually(() => expect(received).toEqual([all, all]));
    await call(asha, 'PUT /api/inbox/read-all');
    expect((await answer(bina, 'declined')).status).toBe(200);
    expect(await notificationsOf(asha)).toContain('offer:declined by Bina');
    expect((await call(asha, 'GET /api/inbox')).body.data.unread).toBe(1);
  });

  const aboutTransfers = async (member: TestMember) => {
    const items: NotificationItem[] = (await call(member, 'GET /api/inbox')).body.data.items;
    return items
      .filter(({ kind }) => /^offer|taken_over$/u.test(kind))
      .map(({ kind, quiet }) => [kind, quiet ?? false]);
  };

  it('that is offered and withdrawn 15 times notifies once; later offers only appear in the list', async () => {
    for (let n = 0; n < 15; n += 1) {
      await offer(asha, bina);
      expect(await aboutTransfers(bina)).toEqual([['offer:received', n > 0]]);
      await takeBack(asha);
      expect(await aboutTransfers(bina)).toEqual([]);
    }
    const { db } = server.database;
    const rows = db.selectFrom('notifications').select('key').where('user_id', '=', bina.id);
    expect(await rows.where('key', 'like', 'transfer:%').execute()).toHaveLength(1);
  });

  it('back and forth leaves the team one notification, about the last creator', async () => {
    for (const [from, to] of [
      [asha, bina],
      [bina, asha],
      [asha, bina],
    ] as const) {
      await offer(from, to);
      expect((await answer(to, 'accepted')).status).toBe(200);
    }
    expect(await aboutTransfers(chitra)).toEqual([['project:taken_over', true]]);
    expect(await notificationsOf(chitra)).toContain('project:taken_over by Bina');
  });

  it.each([
    ['leaving', () => call(bina, `DELETE /api/projects/${id}/members/me`)],
    ['being removed', () => call(asha, `DELETE /api/projects/${id}/members/${bina.id}`)],
  ])('ends with the seat, by %s', async (_, act) => {
    const received = [await receivedBy(asha), await receivedBy(bina)];
    await offer(asha, bina);
    expect((await act()).status).toBe(200);
    expect((await page(asha)).offer).toBeNull();
    expect(await transfersTo(bina)).toEqual([]);
    expect((await notificationsOf(bina)).filter((line) => line.startsWith('offer'))).toEqual([]);
    await eventually(() => expect(received).toEqual(Array(2).fill(['pending', 'ended'])));
    expect((await offer(asha, chitra)).status).toBe(200);
  });
});

describe('an accepted transfer', () => {
  it('makes the recipient the creator, and the former creator a member like others', async () => {
    await offer(asha, bina);
    const { body } = await answer(bina, 'accepted');
    expect(body.data.project).toMatchObject({ creator_id: bina.id, creator_name: 'Bina', current_members: 3 });
    const now = await page(asha);
    expect(now).toMatchObject({ is_member: true, offer: null, my_join_request: { status: 'accepted' } });
    expect(now.team.map(({ name }: { name: string }) => name)).toEqual(['Bina', 'Asha', 'Chitra']);
    expect(await mine(asha, 'accepted')).toMatchObject([{ project_id: id }]);
    expect(await mine(bina, 'accepted')).toEqual([]);
    expect(await mine(bina, 'withdrawn')).toMatchObject([{ project_id: id, ended_by: 'took_over' }]);
    const created = async (member: TestMember) => (await call(member, 'GET /api/projects/mine')).body.data.total;
    expect([await created(asha), await created(bina)]).toEqual([0, 1]);
    // A search finds it by the new creator's name.
    const name = `Bina ${id}`;
    await call(bina, 'PUT /api/users/profile', { name, college: 'IIT', skills: ['Go'] });
    const found = await server.call(`GET /api/projects?search=${encodeURIComponent(name)}`);
    expect(found.body.data.projects).toMatchObject([{ id, creator_name: name }]);
    expect((await call(asha, `PATCH /api/projects/${id}`, { title: 'Mine' })).status).toBe(403);
    expect((await call(bina, `DELETE /api/projects/${id}/members/me`)).body.code).toBe('OWN_PROJECT');
    expect((await call(asha, `DELETE /api/projects/${id}/members/me`)).status).toBe(200);
    expect(await mine(asha, 'withdrawn')).toHaveLength(1);
  });

  it('removes the notification about the new creator for applicants who withdraw', async () => {
    await offer(asha, bina);
    await answer(bina, 'accepted');
    expect(await notificationsOf(dev)).toHaveLength(2);
    expect((await call(dev, `DELETE /api/project-requests/${request}`)).status).toBe(200);
    expect((await call(dev, `DELETE /api/projects/connections/${interest}`)).status).toBe(200);
    expect(await notificationsOf(dev)).toEqual([]);
  });

  it('moves pending requests and interest; their deadlines stay, but leave the new creator at least a day', async () => {
    const [before] = await incoming(asha);
    clock.atMs += 3 * dayMs;
    await offer(asha, bina);
    await answer(bina, 'accepted');
    expect([await incoming(asha), await interested(asha)]).toEqual([[], []]);
    const [moved] = await incoming(bina);
    expect(moved?.id).toBe(request);
    expect(moved?.answer_by).toBe(before?.answer_by);
    expect(Date.parse(moved?.answer_by ?? '') - clock.atMs).toBe(dayMs);
    expect((await page(dev)).my_join_request.answer_by).toBe(moved?.answer_by);
    expect(await interested(bina)).toMatchObject([{ id: interest }]);
    expect((await notificationsOf(dev)).toSorted()).toEqual(['interest:moved by Bina', 'request:moved by Bina']);
    for (const line of ['request:received by Dev', 'interest:received by Dev']) {
      expect(await notificationsOf(bina)).toContain(line);
      expect((await notificationsOf(asha)).filter((one) => one.startsWith(line))).toEqual([]);
    }
    const decideInterest = (member: TestMember) =>
      call(member, `PUT /api/projects/connections/${interest}`, { status: 'approved' });
    expect([(await decide(asha, request)).status, (await decideInterest(asha)).status]).toEqual([403, 403]);
    clock.atMs += dayMs / 2;
    await eventually(async () => expect(await notificationsOf(bina)).toContain('request:last_day by Dev'));
    expect([(await decideInterest(bina)).status, (await decide(bina, request)).status]).toEqual([200, 200]);
    expect(await notificationsOf(dev)).toEqual(['interest:approved by Bina', 'request:accepted by Bina']);
  });

  it('extends no deadline by transferring back and forth', async () => {
    const deadlines = async () => {
      const [asked, shown] = [(await page(dev)).my_join_request, (await page(dev)).my_connection];
      return [asked.answer_by, shown.answer_by].map((by) => Date.parse(by) - clock.atMs);
    };
    clock.atMs += 3.5 * dayMs;
    expect(await deadlines()).toEqual([dayMs / 2, dayMs / 2]);
    const transfer = async (from: TestMember, to: TestMember) => {
      await offer(from, to);
      expect((await answer(to, 'accepted')).status).toBe(200);
    };
    await transfer(asha, bina);
    expect(await deadlines()).toEqual([dayMs, dayMs]);
    clock.atMs += dayMs / 2;
    await transfer(bina, asha);
    await transfer(asha, bina);
    expect(await deadlines()).toEqual([dayMs / 2, dayMs / 2]);
    await transfer(bina, chitra);
    expect(await deadlines()).toEqual([dayMs, dayMs]);
    clock.atMs += dayMs - 1;
    await transfer(chitra, asha);
    expect(await deadlines()).toEqual([1, 1]);
    clock.atMs += 1;
    await eventually(async () =>
      expect(await notificationsOf(dev)).toEqual(['interest:unanswered by Asha', 'request:unanswered by Asha']),
    );
  });

  it('is shown at once to the whole team, and to applicants with the deadline', async () => {
    const received: string[] = [];
    for (const member of [asha, bina, chitra, dev]) {
      const socket = await server.connect(member);
      socket.on('project:taken-over', ({ creator_name, former_name }) =>
        received.push(`${member.user.name}: ${creator_name} from ${former_name}`),
      );
      socket.on('join-request:mine', ({ status }) => received.push(`${member.user.name}: own request ${status}`));
    }
    await offer(asha, bina);
    await answer(bina, 'accepted');
    const team = ['Asha', 'Bina', 'Chitra'].map((name) => `${name}: Bina from Asha`);
    const requests = ['Asha: own request accepted', 'Dev: own request pending'];
    await eventually(() => expect(received.toSorted()).toEqual([...team, ...requests].toSorted()));
    for (const member of [asha, chitra]) expect(await notificationsOf(member)).toContain('project:taken_over by Bina');
    expect((await notificationsOf(bina)).filter((line) => /^(offer|project)/u.test(line))).toEqual([]);
  });

  it('can be transferred back', async () => {
    await offer(asha, bina);
    await answer(bina, 'accepted');
    expect(await interested(bina)).toHaveLength(1);
    await offer(bina, asha);
    expect((await answer(asha, 'accepted')).status).toBe(200);
    expect((await page(asha)).team[0].name).toBe('Asha');
    // The same notifications are sent again.
    expect(await notificationsOf(asha)).toContain('request:received by Dev');
    expect(await mine(bina, 'accepted')).toHaveLength(1);
  });
});

describe('at the same moment', () => {
  async function stored() {
    const { rows } = await sql<Record<string, number>>`
      SELECT creator_id AS creator, p.member_count::int AS counted,
        (SELECT count(*)::int FROM project_members WHERE project_id = p.id) AS team,
        (SELECT count(*)::int FROM project_members WHERE project_id = p.id AND user_id = p.creator_id) AS leads,
        (SELECT count(*)::int FROM join_requests WHERE project_id = p.id AND status = 'accepted') AS accepted,
        (SELECT count(*)::int FROM project_offers WHERE project_id = p.id) AS offers,
        (SELECT count(*)::int FROM join_requests WHERE project_id = p.id AND creator_id <> p.creator_id) AS strays
      FROM projects p WHERE id = ${id}`.execute(server.database.db);
    return rows[0] ?? {};
  }
  const TWICE = 'the offer is accepted twice';
  const others: [string, () => Promise<Reply>][] = [
    ['the former creator accepts a request', () => decide(asha, request)],
    ['the new creator accepts a request', () => decide(bina, request)],
    ['who asked withdraws', () => call(dev, `DELETE /api/project-requests/${request}`)],
    ['the new creator leaves', () => call(bina, `DELETE /api/projects/${id}/members/me`)],
    ['the new creator is removed', () => call(asha, `DELETE /api/projects/${id}/members/${bina.id}`)],
    ['the project is finished', () => call(asha, `PUT /api/projects/${id}/state`, { state: 'finished' })],
    ['the project is deleted', () => call(asha, `DELETE /api/projects/${id}`)],
    ['the offer is taken back', () => takeBack(asha)],
    ['the offer is declined', () => answer(bina, 'declined')],
    [TWICE, () => answer(bina, 'accepted')],
    ['it is offered to another', () => offer(asha, chitra)],
    ['it is offered back', () => offer(bina, asha)],
  ];
  it.each(others)('as %s', async (name, act) => {
    await offer(asha, bina);
    const [taken, other] = await Promise.all([answer(bina, 'accepted'), act()]);
    for (const { status } of [taken, other]) expect(status).toBeLessThan(500);
    // Either of two acceptances may be first.
    const isTaken = taken.status === 200 || (name === TWICE && other.status === 200);
    const { creator, counted, team, accepted, leads, strays, offers } = await stored();
    expect(creator).toBe(isTaken ? bina.id : asha.id);
    expect([counted, team, leads, strays]).toEqual([team, (accepted ?? 0) + 1, 1, 0]);
    // A transfer is pending only if another was offered after this one was accepted.
    expect(offers).toBe(isTaken && other.body.data?.offer && other.body.data.offer.user_id !== bina.id ? 1 : 0);
  });
});
