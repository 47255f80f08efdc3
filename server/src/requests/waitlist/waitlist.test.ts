import { dayMs } from '@sangam/shared/core/limits';
import type { NotificationItem } from '@sangam/shared/notices/notifications';
import type { JoinRequest, WaitlistMoves } from '@sangam/shared/requests/join-requests';
import { requestServerLimits } from '@sangam/shared/requests/limits';
import {
  REQUEST_STAGES,
  type RequestAct,
  type RequestStage,
  refusalAtStage,
  requestActs,
} from '@sangam/shared/requests/transitions';
import { stoppedClock } from '@sangam/testing/clocks';
import { eventually } from '@sangam/testing/eventually';
import { passTime, passTimeBeforeJobs } from '@sangam/testing/jobs-done';
import { postProject } from '@sangam/testing/post-project';
import { asha, bina, chitra, dev, server, stageForFile } from '@sangam/testing/stage';
import type { Reply, TestMember } from '@sangam/testing/test-server';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';

const clock = stoppedClock();
stageForFile(['Asha', 'Bina', 'Chitra', 'Dev'], { clock, timings: { jobs: { pollMs: 100 } } });

const call = (by: TestMember, name: string, body?: object) => server.call(name, by.token, body);
const create = (fields: object = {}): Promise<number> => postProject(server, asha, { max_members: 2, ...fields });
const ask = async (by: TestMember, project_id: number): Promise<number> =>
  (await call(by, 'POST /api/project-requests', { project_id })).body.data.request.id;
const decide = (id: number, status: string) => call(asha, `PUT /api/project-requests/${id}/status`, { status });
const addToWaitlist = (id: number, by = asha) => call(by, `PUT /api/project-requests/${id}/line`);
const offer = (by: TestMember, id: number, status: string) =>
  call(by, `PUT /api/project-requests/${id}/offer`, { status });
const withdraw = (by: TestMember, id: number) => call(by, `DELETE /api/project-requests/${id}`);
const leave = (by: TestMember, project: number) => call(by, `DELETE /api/projects/${project}/members/me`);
const resize = (project: number, max_members: number) => call(asha, `PATCH /api/projects/${project}`, { max_members });
const seatsOf = async (project: number) => {
  const { current_members, offered_seats } = (await call(asha, `GET /api/projects/${project}`)).body.project;
  return [current_members, offered_seats];
};
/** The member's own request, from their list. */
const mine = async (by: TestMember, id: number): Promise<JoinRequest | undefined> =>
  (await server.ask(by, 'GET /api/project-requests/mine')).data.requests.find((one) => one.id === id);
const notificationOf = async (member: TestMember, requestId: number): Promise<string | undefined> => {
  const items: NotificationItem[] = (await call(member, 'GET /api/inbox')).body.data.items;
  return items.find(({ subject_id }) => subject_id === requestId)?.kind;
};
const passed = (ms: number) => passTime(server.database, clock, ms);
const until = () => new Date(clock.atMs + requestServerLimits.seatOfferMs).toISOString();

/** Creates a full project with Bina in its team and pending requests by Chitra and Dev. */
async function fullProject(fields: object = {}) {
  const project = await create(fields);
  const [seat, first, second] = [await ask(bina, project), await ask(chitra, project), await ask(dev, project)];
  await decide(seat, 'accepted');
  return { project, seat, first, second };
}

/** Creates Chitra's request at this stage, in a full project whose other seat is Bina's. */
async function requestAt(stage: RequestStage): Promise<{ id: number; project: number }> {
  const { project, first: id } = await fullProject();
  if (stage === 'waitlisted' || stage === 'offered') await addToWaitlist(id);
  if (stage === 'offered') await leave(bina, project);
  if (stage === 'accepted') {
    await leave(bina, project);
    await decide(id, 'accepted');
  }
  if (stage === 'rejected') await decide(id, 'rejected');
  if (stage === 'withdrawn') await withdraw(chitra, id);
  return { id, project };
}

const calls = {
  accept: ({ id }) => decide(id, 'accepted'),
  reject: ({ id }) => decide(id, 'rejected'),
  add_to_waitlist: ({ id }) => addToWaitlist(id),
  take_offer: ({ id }) => offer(chitra, id, 'accepted'),
  decline_offer: ({ id }) => offer(chitra, id, 'declined'),
  withdraw: ({ id }) => withdraw(chitra, id),
  stay: ({ id }) => call(chitra, `PUT /api/project-requests/${id}/wait`),
} as const satisfies Partial<Record<RequestAct, (at: { id: number }) => Promise<Reply>>>;

describe('the table of what changes a request', () => {
  /** Requests at their stages that acts were refused at, which changes nothing. */
  const unchanged = new Map<RequestStage, { id: number; project: number }>();

  it.each(Object.keys(calls) as (keyof typeof calls)[])('%s, at every stage', async (act) => {
    for (const stage of REQUEST_STAGES) {
      if (stage === 'none') continue;
      const at = unchanged.get(stage) ?? (await requestAt(stage));
      unchanged.delete(stage);
      const stored = () =>
        server.database.db.selectFrom('join_requests').selectAll().where('id', '=', at.id).executeTakeFirst();
      const before = await stored();
      const { status, body } = await calls[act](at);
      // The other seat is taken.
      const refusal = refusalAtStage(act, stage) ?? (act === 'accept' ? 'PROJECT_FULL' : null);
      expect([stage, status < 300 ? null : body.code]).toEqual([stage, refusal]);
      const after = await stored();
      if (refusal !== null) {
        expect(after).toEqual(before);
        unchanged.set(stage, at);
      } else if (act === 'add_to_waitlist' || act === 'stay')
        expect(after).toMatchObject({ status: 'pending', line_place: 1, answer_by: null });
      else expect(after).toMatchObject({ status: requestActs[act].to, line_place: null, offered_until: null });
      const seats = await seatsOf(at.project);
      expect(seats[0] + seats[1]).toBeLessThanOrEqual(2);
    }
  });

  it('ends the waitlist with a finished or deleted project, and keeps it with a closed one', async () => {
    const { project, first, second } = await fullProject();
    await addToWaitlist(first);
    await addToWaitlist(second);
    const setState = (state: string) => call(asha, `PUT /api/projects/${project}/state`, { state });
    await setState('closed');
    expect(await mine(dev, second)).toMatchObject({ status: 'pending', place: 2 });
    await leave(bina, project);
    expect(await mine(chitra, first)).toMatchObject({ offered_until: until() });
    await setState('finished');
    for (const [member, id] of [
      [chitra, first],
      [dev, second],
    ] as const) {
      expect(await mine(member, id)).toMatchObject({ status: 'withdrawn', ended_by: 'project_finished' });
      expect(await notificationOf(member, id)).toBe('request:ended');
    }
    expect(await offer(chitra, first, 'accepted')).toMatchObject({ status: 409, body: { code: 'ALREADY_DECIDED' } });
  });
});

describe('a place on the waitlist', () => {
  it('is shown to both sides, live and in their lists, and ends the deadline', async () => {
    const { project, first, second } = await fullProject({ answer_days: 1 });
    const sockets = [await server.connect(asha), await server.connect(chitra), await server.connect(dev)];
    const received: [number, WaitlistMoves['moved']][] = [];
    for (const [n, socket] of sockets.entries())
      socket.on('join-request:line', ({ moved }) => received.push([n, moved]));
    expect((await addToWaitlist(first)).body.data.request).toMatchObject({ id: first, status: 'pending', place: 1 });
    expect((await addToWaitlist(second)).body.data.request).toMatchObject({ place: 2 });
    expect((await mine(chitra, first))?.answer_by).toBeUndefined();
    const incoming: JoinRequest[] = (await call(asha, `GET /api/project-requests/incoming?project_id=${project}`)).body
      .data.requests;
    expect(incoming.map(({ id, place }) => [id, place])).toEqual([
      [second, 2],
      [first, 1],
    ]);
    expect((await call(dev, `GET /api/projects/${project}`)).body.my_join_request).toMatchObject({ place: 2 });
    expect([await notificationOf(chitra, first), await notificationOf(dev, second)]).toEqual([
      'line:placed',
      'line:placed',
    ]);
    await withdraw(chitra, first);
    expect(await mine(dev, second)).toMatchObject({ place: 1 });
    await eventually(() => expect(received.filter(([n]) => n === 0)).toHaveLength(3));
    await eventually(() =>
      expect(received.filter(([n]) => n === 2)).toEqual([
        [2, [expect.objectContaining({ id: second, place: 2, waitlist_change: 2 })]],
        [2, [expect.objectContaining({ id: second, place: 1, waitlist_change: 3 })]],
      ]),
    );
    expect(received.filter(([n]) => n === 1)).toEqual([[1, [expect.objectContaining({ id: first, place: 1 })]]]);
    await passed(1.1 * dayMs);
    expect(await mine(dev, second)).toMatchObject({ status: 'pending', place: 1 });
  });

  it('is given by the creator only, and no other request gets a seat offer', async () => {
    const { project, first, second } = await fullProject();
    expect(await addToWaitlist(first, chitra)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    expect(await addToWaitlist(999_999)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    await addToWaitlist(second);
    await leave(bina, project);
    expect(await mine(dev, second)).toMatchObject({ offered_until: until() });
    expect(await mine(chitra, first)).toMatchObject({ status: 'pending' });
    expect(await offer(chitra, first, 'accepted')).toMatchObject({ status: 409, body: { code: 'NOT_OFFERED' } });
    expect(await offer(chitra, second, 'accepted')).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    expect(await seatsOf(project)).toEqual([1, 1]);
    // The reserved seat isn't free.
    expect(await decide(first, 'accepted')).toMatchObject({ status: 409, body: { code: 'PROJECT_FULL' } });
  });

  it('is limited to 50 requests', async () => {
    const { project, first } = await fullProject();
    await sql`
      WITH crowd AS (
        INSERT INTO users (name, email) SELECT 'Waitlisted', gen_random_uuid() || '@example.org'
        FROM generate_series(1, ${requestServerLimits.waitlistMax}::int) RETURNING id)
      INSERT INTO join_requests (project_id, creator_id, requester_id, message, line_place)
      SELECT ${project}, ${asha.id}, id, 'Hi', row_number() OVER () FROM crowd`.execute(server.database.db);
    expect(await addToWaitlist(first)).toMatchObject({ status: 409, body: { code: 'LINE_FULL' } });
    expect(await mine(chitra, first)).toMatchObject({ status: 'pending' });
    expect((await mine(chitra, first))?.place).toBeUndefined();
  });
});

describe('a free seat', () => {
  it('is offered to the first on the waitlist, whichever way it was freed, and only they can take it', async () => {
    const ways: ((project: number) => Promise<Reply>)[] = [
      (project) => leave(bina, project),
      (project) => call(asha, `DELETE /api/projects/${project}/members/${bina.id}`, {}),
      (project) => resize(project, 3),
    ];
    for (const free of ways) {
      const { project, first, second } = await fullProject();
      await addToWaitlist(second);
      await addToWaitlist(first);
      expect((await free(project)).status).toBe(200);
      // The first to ask, although the creator added them last.
      expect(await mine(chitra, first)).toMatchObject({ status: 'pending', offered_until: until() });
      expect((await mine(chitra, first))?.place).toBeUndefined();
      expect(await mine(dev, second)).toMatchObject({ place: 1 });
      expect(await notificationOf(chitra, first)).toBe('seat:offered');
      const { status, body } = await offer(chitra, first, 'accepted');
      expect([status, body.data.request.status]).toEqual([200, 'accepted']);
      expect(await seatsOf(project)).toEqual([body.data.current_members, 0]);
      expect(await notificationOf(asha, first)).toBe('seat:joined');
      expect(await mine(dev, second)).toMatchObject({ place: 1 });
    }
  });

  it('is offered to the next when its applicant declines, withdraws or is rejected', async () => {
    for (const [end, kind] of [
      [(id: number) => offer(chitra, id, 'declined'), 'seat:declined'],
      [(id: number) => withdraw(chitra, id), 'seat:declined'],
      [(id: number) => decide(id, 'rejected'), null],
    ] as const) {
      const { project, first, second } = await fullProject();
      await addToWaitlist(first);
      await addToWaitlist(second);
      await leave(bina, project);
      expect((await end(first)).status).toBe(200);
      expect(await mine(dev, second)).toMatchObject({ offered_until: until() });
      if (kind) expect(await notificationOf(asha, first)).toBe(kind);
      expect(await notificationOf(chitra, first)).toBe(kind ? undefined : 'request:rejected');
      expect(await seatsOf(project)).toEqual([1, 1]);
    }
  });

  it('stays reserved: a project cannot have fewer seats than are taken and offered', async () => {
    const { project, first } = await fullProject();
    await addToWaitlist(first);
    await resize(project, 3);
    const refused = await resize(project, 2);
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ field: 'max_members' }] } });
    expect(refused.body.errors[0].message).toBe('3 seats are taken or offered. Max members can’t be fewer.');
    await withdraw(chitra, first);
    expect((await resize(project, 2)).status).toBe(200);
  });

  it('is offered at once to a request that is put on the waitlist', async () => {
    const project = await create({ max_members: 3 });
    const id = await ask(bina, project);
    expect((await addToWaitlist(id)).body.data.request).toMatchObject({ status: 'pending', offered_until: until() });
    expect(await notificationOf(bina, id)).toBe('seat:offered');
    // One seat is reserved, the other is free.
    const other = await ask(chitra, project);
    expect((await decide(other, 'accepted')).status).toBe(200);
  });
});

describe('an unanswered seat offer', () => {
  it('expires after 48 hours, notifies both sides, and goes to the next request for 48 hours', async () => {
    const { project, first, second } = await fullProject();
    await addToWaitlist(first);
    await addToWaitlist(second);
    await leave(bina, project);
    await passed(requestServerLimits.seatOfferMs - 1);
    expect((await mine(chitra, first))?.status).toBe('pending');
    await passed(1);
    await eventually(async () => expect((await mine(chitra, first))?.status).toBe('withdrawn'));
    expect(await mine(chitra, first)).toMatchObject({ ended_by: 'offer_lapsed' });
    expect(await mine(dev, second)).toMatchObject({ offered_until: until() });
    expect([await notificationOf(chitra, first), await notificationOf(asha, first)]).toEqual([
      'seat:missed',
      'seat:lapsed',
    ]);
    expect(await notificationOf(dev, second)).toBe('seat:offered');
    // The applicant may ask again, now for the waitlist.
    const repeated = await call(chitra, 'POST /api/project-requests', { project_id: project, waitlist: true });
    expect(repeated.body.data.request.id).toBeGreaterThan(second);
  });

  it('expires on time even if the timer is late: it cannot be accepted, and the next action passes the seat on', async () => {
    const { project, first, second } = await fullProject();
    await addToWaitlist(first);
    await leave(bina, project);
    await passTimeBeforeJobs(server.database, clock, requestServerLimits.seatOfferMs);
    for (const answer of ['accepted', 'declined'])
      expect(await offer(chitra, first, answer)).toMatchObject({ status: 409, body: { code: 'OFFER_LAPSED' } });
    expect(await withdraw(chitra, first)).toMatchObject({ status: 409, body: { code: 'OFFER_LAPSED' } });
    for (const status of ['accepted', 'rejected'])
      expect(await decide(first, status)).toMatchObject({ status: 409, body: { code: 'ALREADY_DECIDED' } });
    // Nobody else is on the waitlist, so the seat is free.
    expect((await decide(second, 'accepted')).status).toBe(200);
    expect(await mine(chitra, first)).toMatchObject({ status: 'withdrawn', ended_by: 'offer_lapsed' });
    expect(await seatsOf(project)).toEqual([2, 0]);
  });
});
