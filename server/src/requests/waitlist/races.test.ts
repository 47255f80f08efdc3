import type { JoinRequest } from '@sangam/shared/requests/join-requests';
import { requestServerLimits } from '@sangam/shared/requests/limits';
import { stoppedClock } from '@sangam/testing/clocks';
import { eventually } from '@sangam/testing/eventually';
import { type Reply, startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';

/** Actions run concurrently on PostgreSQL, and one after another on the embedded database. */
const clock = stoppedClock();
let servers: TestServer[];
let count = 0;

beforeAll(async () => {
  const options = { clock, timings: { jobs: { pollMs: 20 } } };
  const first = await startTestServer(options);
  const beside = inject('template').kind === 'postgres' ? [await startTestServer({ ...options, beside: first })] : [];
  servers = [first, ...beside];
});
afterAll(async () => {
  for (const server of servers.toReversed()) await server.close();
});

/** Each call goes to the next server. */
const call = (by: TestMember, name: string, body?: object): Promise<Reply> => {
  count += 1;
  return (servers[count % servers.length] as TestServer).call(name, by.token, body);
};
const db = () => (servers[0] as TestServer).database.db;

interface Stored {
  id: number;
  requester_id: number;
  status: JoinRequest['status'];
  place: number | null;
  offered_until: Date | null;
}

async function read(project: number) {
  const { rows } = await sql<{ taken: number; seats: number; reserved: number; team: number[] }>`
    SELECT member_count AS taken, max_members AS seats, offered_seats AS reserved,
      (SELECT json_agg(user_id) FROM project_members WHERE project_id = ${project}) AS team
    FROM projects WHERE id = ${project}`.execute(db());
  const requests = await sql<Stored>`
    SELECT id, requester_id, status, line_place AS place, offered_until FROM join_requests
    WHERE project_id = ${project} ORDER BY line_place, id`.execute(db());
  const [seats] = rows;
  if (!seats) throw new Error('the project is gone');
  const waiting = requests.rows.filter(({ status, place }) => status === 'pending' && (place ?? 0) > 0);
  const offered = requests.rows.filter(({ status, offered_until }) => status === 'pending' && offered_until !== null);
  return { ...seats, requests: requests.rows, waiting, offered };
}
type State = Awaited<ReturnType<typeof read>>;

const idsOf = (list: readonly { id: number }[]) => list.map(({ id }) => id);

/** Checks the invariants of a state at rest, and those between two such states. */
function check(state: State, before: State): void {
  const { taken, seats, reserved, team, requests, waiting, offered } = state;
  expect(team.length).toBe(taken);
  expect(offered.length).toBe(reserved);
  expect(taken + offered.length).toBeLessThanOrEqual(seats);
  // No seat is free while anybody is on the waitlist.
  if (waiting.length > 0) expect(taken + offered.length).toBe(seats);
  expect(waiting.map(({ place }) => place)).toEqual(waiting.map((_, index) => index + 1));
  // Remaining requests keep their order, before all new ones.
  const stayed = idsOf(before.waiting).filter((id) => idsOf(waiting).includes(id));
  expect(idsOf(waiting).slice(0, stayed.length)).toEqual(stayed);
  // No request on the waitlist comes before a new seat offer.
  const offeredNow = idsOf(offered).filter((id) => idsOf(before.waiting).includes(id));
  for (const id of offeredNow) {
    const ahead = idsOf(before.waiting).slice(0, idsOf(before.waiting).indexOf(id));
    expect(ahead.filter((other) => stayed.includes(other))).toEqual([]);
  }
  for (const { status, place, offered_until } of requests)
    if (status !== 'pending') expect([place, offered_until]).toEqual([null, null]);
  // Every team member but the creator has one accepted request, and nobody else has one.
  const accepted = requests.filter(({ status }) => status === 'accepted').map(({ requester_id }) => requester_id);
  expect(accepted.toSorted()).toEqual(team.filter((id) => accepted.includes(id)).toSorted());
  expect(accepted.length).toBe(taken - 1);
  // Ended requests don't change, unless a member leaves.
  for (const { id, status } of before.requests)
    if (status === 'rejected' || status === 'withdrawn')
      expect(requests.find((request) => request.id === id)?.status).toBe(status);
}

const settled = () =>
  eventually(async () => {
    const jobs = db()
      .selectFrom('jobs')
      .select(({ fn }) => fn.countAll<number>().as('count'));
    const { count: left } = await jobs.where('due_at', '<=', new Date(clock.atMs)).executeTakeFirstOrThrow();
    expect(left).toBe(0);
  }, 60_000);

async function scene(seats: number, actors: number) {
  const [creator, ...others] = await Promise.all(
    Array.from({ length: actors + 1 }, () => (servers[0] as TestServer).signUp()),
  );
  if (!creator) throw new Error('nobody signed up');
  const body = { title: 'Race', description: 'To the seats', category: 'other', max_members: seats, answer_days: 14 };
  const project: number = (await call(creator, 'POST /api/projects', body)).body.data.project.id;
  return { creator, others, project };
}

const ask = (by: TestMember, project_id: number) => call(by, 'POST /api/project-requests', { project_id });
const decide = (creator: TestMember, id: number, status: string) =>
  call(creator, `PUT /api/project-requests/${id}/status`, { status });
const addToWaitlist = (creator: TestMember, id: number) => call(creator, `PUT /api/project-requests/${id}/line`);
const offer = (by: TestMember, id: number, status: string) =>
  call(by, `PUT /api/project-requests/${id}/offer`, { status });

it('keeps its invariants while members leave, take seats, withdraw and are accepted, all at once', async () => {
  const { creator, others, project } = await scene(3, 7);
  const ids: number[] = [];
  for (const member of others) ids.push((await ask(member, project)).body.data.request.id);
  const [inTeam, toLapse, first, second, third, plain, late] = ids as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  for (const id of [inTeam, toLapse]) await decide(creator, id, 'accepted');
  await call(others[1] as TestMember, `DELETE /api/projects/${project}/members/me`);
  // As if 7 days had passed.
  await db().updateTable('join_requests').set({ ask_again_at: null }).execute();
  const repeated = (await ask(others[1] as TestMember, project)).body.data.request.id;
  for (const id of [repeated, first, second, third, late]) await addToWaitlist(creator, id);
  const before = await read(project);
  expect([idsOf(before.offered), idsOf(before.waiting)]).toEqual([[repeated], [first, second, third, late]]);

  clock.atMs += requestServerLimits.seatOfferMs;
  const replies = await Promise.all([
    call(others[0] as TestMember, `DELETE /api/projects/${project}/members/me`),
    decide(creator, plain, 'accepted'),
    offer(others[1] as TestMember, repeated, 'accepted'),
    call(others[3] as TestMember, `DELETE /api/project-requests/${second}`),
    decide(creator, plain, 'accepted'),
  ]);
  await settled();
  expect(replies.map(({ status, body }) => body.code ?? status)).toEqual([
    ...[200, 'PROJECT_FULL', 'OFFER_LAPSED', 200, 'PROJECT_FULL'],
  ]);
  const after = await read(project);
  check(after, before);
  // The freed seat and the seat with the expired offer went to the first two on the waitlist.
  expect([idsOf(after.offered).toSorted(), idsOf(after.waiting)]).toEqual([[first, third].toSorted(), [late]]);
  // Each of them accepts their own offer, five times at once.
  const taken = await Promise.all(
    Array.from({ length: 5 }, () => [
      offer(others[2] as TestMember, first, 'accepted'),
      offer(others[4] as TestMember, third, 'accepted'),
    ]).flat(),
  );
  expect(taken.filter(({ status }) => status === 200)).toHaveLength(2);
  expect((await read(project)).team.length).toBe(3);
});

it('counts seat offers while they end in every way at once, and while seats are added and freed', async () => {
  const { creator, others, project } = await scene(10, 18);
  const [mod, ...people] = others as [TestMember, ...TestMember[]];
  await db().insertInto('moderators').values({ user_id: mod.id, by_setting: false }).execute();
  const ids: number[] = [];
  for (const member of people) ids.push((await ask(member, project)).body.data.request.id);
  const [leaving, removed, ...offered] = people as [TestMember, TestMember, ...TestMember[]];
  const [ofLeaver, ofRemoved, ...added] = ids as [number, number, ...number[]];
  for (const id of [ofLeaver, ofRemoved]) await decide(creator, id, 'accepted');
  for (const id of added) await addToWaitlist(creator, id);
  const before = await read(project);
  expect([before.reserved, idsOf(before.offered), before.waiting.length]).toEqual([7, added.slice(0, 7), 8]);
  const [taker, decliner, withdrawer, , blocker, deleted, suspended] = offered as [
    ...[TestMember, TestMember, TestMember, TestMember, TestMember, TestMember, TestMember],
  ];
  const [ofTaker, ofDecliner, ofWithdrawer, ofRejected] = added as [number, number, number, number];
  const report = { kind: 'member', id: suspended.id, reason: 'spam' };
  const reported = (await call(decliner, 'POST /api/reports', report)).body.data.id;
  const decision = { decision: 'suspend', reason: 'spam', note: 'Seen' };
  const replies = await Promise.all([
    offer(taker, ofTaker, 'accepted'),
    offer(decliner, ofDecliner, 'declined'),
    call(withdrawer, `DELETE /api/project-requests/${ofWithdrawer}`),
    decide(creator, ofRejected, 'rejected'),
    call(blocker, `PUT /api/blocks/${creator.id}`),
    call(deleted, 'DELETE /api/account', { current_password: deleted.password }),
    call(mod, `PUT /api/moderation/reports/${reported}/decision`, decision),
    call(leaving, `DELETE /api/projects/${project}/members/me`),
    call(creator, `DELETE /api/projects/${project}/members/${removed.id}`),
    call(creator, `PATCH /api/projects/${project}`, { max_members: 11 }),
  ]);
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
  await settled();
  const after = await read(project);
  // All eight who waited have an offer now.
  check(after, before);
  expect([after.taken, idsOf(after.offered), after.waiting]).toEqual([2, added.slice(7), []]);

  clock.atMs += requestServerLimits.seatOfferMs;
  await settled();
  expect(await read(project)).toMatchObject({ reserved: 0, offered: [] });
});

it.each(['closed', 'finished', 'deleted'])(
  'counts seat offers of a project that is %s in the meantime',
  async (how) => {
    const { creator, others, project } = await scene(4, 3);
    const ids: number[] = [];
    for (const member of others) ids.push((await ask(member, project)).body.data.request.id);
    for (const id of ids) await addToWaitlist(creator, id);
    expect((await read(project)).reserved).toBe(3);
    await Promise.all([
      offer(others[0] as TestMember, ids[0] ?? 0, 'declined'),
      how === 'deleted'
        ? call(creator, `DELETE /api/projects/${project}`)
        : call(creator, `PUT /api/projects/${project}/state`, { state: how }),
    ]);
    await settled();
    const { reserved, offered } = await read(project);
    expect([offered.length, reserved]).toEqual(how === 'closed' ? [2, 2] : [0, 0]);
  },
);

it('keeps the order of asking, and gives no seat twice, while 30 members ask and a seat is freed', async () => {
  const { creator, others, project } = await scene(3, 31);
  const [leaving, ...asking] = others as [TestMember, ...TestMember[]];
  const seated = (await ask(leaving, project)).body.data.request.id;
  await decide(creator, seated, 'accepted');
  const taken = (await ask(asking[0] as TestMember, project)).body.data.request.id;
  await decide(creator, taken, 'accepted');
  const applicants = asking.slice(1);
  const forWaitlist = (by: TestMember) =>
    call(by, 'POST /api/project-requests', { project_id: project, waitlist: true });
  const before = await read(project);
  const replies = await Promise.all([
    ...applicants.slice(0, 15).map(forWaitlist),
    call(leaving, `DELETE /api/projects/${project}/members/me`),
    ...applicants.slice(15).map(forWaitlist),
  ]);
  expect(replies.map(({ status }) => status).filter((status) => status >= 300)).toEqual([]);
  await settled();
  check(await read(project), before);
  const asked = replies.flatMap(({ body }): JoinRequest[] => (body.data?.request ? [body.data.request] : []));
  const ids = idsOf(asked).toSorted((a, b) => a - b);
  // Nobody had been added when the seat became free, so requests from then on were ordinary ones.
  const plain = new Set(idsOf(asked.filter(({ waitlist }) => waitlist === undefined)));
  expect(ids.map((id) => plain.has(id))).toEqual(ids.map((id) => plain.has(id)).toSorted());

  // The creator adds them in any order, while seats are added and places are given back.
  const shuffled = ids.toSorted((a, b) => ((a * 7919) % 31) - ((b * 7919) % 31));
  await Promise.all([
    ...shuffled.map((id) => addToWaitlist(creator, id)),
    call(creator, `PATCH /api/projects/${project}`, { max_members: 4 }),
  ]);
  await settled();
  const after = await read(project);
  check(after, await read(project));
  expect(after.offered).toHaveLength(2);
  expect(idsOf(after.waiting)).toEqual(idsOf(after.waiting).toSorted((a, b) => a - b));
  expect([...idsOf(after.offered), ...idsOf(after.waiting)].toSorted((a, b) => a - b)).toEqual(ids);
  // All free seats from now on go to the first to ask.
  await call(creator, `PATCH /api/projects/${project}`, { max_members: 9 });
  const last = await read(project);
  const offeredNow = idsOf(last.offered).filter((id) => idsOf(after.waiting).includes(id));
  expect(offeredNow.toSorted((a, b) => a - b)).toEqual(idsOf(after.waiting).slice(0, 5));
  check(last, after);
});
