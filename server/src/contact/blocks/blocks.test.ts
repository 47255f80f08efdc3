import { contactServerLimits } from '@sangam/shared/contact/limits';
import type { Presence } from '@sangam/shared/people/users';
import { expectContactRefused as expectRefused, startBlockTest } from '@sangam/testing/blocks';
import { eventually } from '@sangam/testing/eventually';
import type { AddedMember } from '@sangam/testing/members';
import { postProject } from '@sangam/testing/post-project';
import { sql } from 'kysely';
import { afterAll, describe, expect, inject, it } from 'vitest';

const { server, second, pair, block, unblock, acquaint, close } = await startBlockTest(50);
afterAll(close);

describe('PUT, DELETE and GET /api/blocks', () => {
  it('list the blocked members to the blocker alone', async () => {
    const [a, b] = pair();
    const [c] = pair();
    await block(a, b);
    expect((await block(a, c)).body.data).toEqual({ user_id: c.id, is_blocked: true });
    const entry = ({ id }: AddedMember) => ({ id, name: expect.any(String), created_at: expect.any(String) });
    const blockedBy = async ({ token }: AddedMember) => (await server.call('GET /api/blocks', token)).body.data.blocked;
    expect(await blockedBy(a)).toEqual([entry(c), entry(b)]);
    expect((await block(a, b)).status).toBe(200);
    expect(await blockedBy(a)).toEqual([entry(c), entry(b)]);
    expect(await blockedBy(b)).toEqual([]);
    expect((await unblock(a, c)).body.data).toEqual({ user_id: c.id, is_blocked: false });
    expect(await blockedBy(a)).toEqual([entry(b)]);
  });

  it('refuse blocks beyond the limit, but accept a member who is blocked already', async () => {
    const [a, b] = pair();
    const [c] = pair();
    await block(a, b);
    await sql`INSERT INTO blocks (blocker_id, blocked_id, created_at)
      SELECT ${a.id}, id, now() FROM users WHERE id NOT IN (${a.id}, ${b.id}, ${c.id})`.execute(server.database.db);
    const missing =
      contactServerLimits.blockedMax - (await server.call('GET /api/blocks', a.token)).body.data.blocked.length;
    await sql`WITH added AS (
        INSERT INTO users (name, email) SELECT 'Many ' || n, 'many' || n || '@example.org' FROM generate_series(1, ${missing}::int) n
        RETURNING id)
      INSERT INTO blocks (blocker_id, blocked_id, created_at) SELECT ${a.id}, id, now() FROM added`.execute(
      server.database.db,
    );
    const one = await block(a, c);
    expect([one.status, one.body.message]).toEqual([400, 'You can block at most 1000 members. Unblock one first.']);
    expect((await block(a, b)).body.data).toEqual({ user_id: b.id, is_blocked: true });
  });

  it('refuse blocks beyond the limit when several are sent at once', async () => {
    const [a] = pair();
    const others = [...pair(), ...pair()];
    await sql`WITH added AS (
        INSERT INTO users (name, email) SELECT 'Much ' || n, 'much' || n || '@example.org'
        FROM generate_series(1, ${contactServerLimits.blockedMax - 1}::int) n RETURNING id)
      INSERT INTO blocks (blocker_id, blocked_id, created_at) SELECT ${a.id}, id, now() FROM added`.execute(
      server.database.db,
    );
    const statuses = await Promise.all(others.map(async (other) => (await block(a, other)).status));
    expect(statuses.toSorted()).toEqual([200, 400, 400, 400]);
  });

  it('refuse the member’s own id and an unknown one', async () => {
    const [a] = pair();
    for (const id of [a.id, 999_999])
      expect((await server.call(`PUT /api/blocks/${id}`, a.token)).body.code).toBe('USER_NOT_FOUND');
  });
});

describe('a block, on any server', () => {
  const post = (creator: AddedMember): Promise<number> => postProject(server, creator);
  const ask = (who: AddedMember, project_id: number, at = server) =>
    at.call('POST /api/project-requests', who.token, { project_id });
  const connect = (who: AddedMember, project: number, at = server) =>
    at.call(`POST /api/projects/${project}/connect`, who.token);

  it('refuses requests and interest between the two', async () => {
    const [a, b] = pair();
    const [ofA, ofB] = [await post(a), await post(b)];
    await block(a, b);
    for (const [who, project] of [
      [b, ofA],
      [a, ofB],
    ] as const) {
      expectRefused(await ask(who, project, second));
      expectRefused(await connect(who, project));
    }
    await unblock(a, b);
    expect((await ask(b, ofA, second)).status).toBe(201);
  });

  it("ends pending requests and interest, live: the blocker's as withdrawals, the other's as an unavailable project", async () => {
    const [a, b] = pair();
    const [ofA, ofB] = [await post(a), await post(b)];
    const asked = (await ask(b, ofA)).body.data.request.id;
    await connect(b, ofA);
    await ask(a, ofB);
    await connect(a, ofB);
    const received: string[] = [];
    for (const who of [a, b]) (await second.connect(who)).onAny((event) => received.push(event));
    await block(a, b, second);
    const notifications: Record<number, string[]> = {};
    for (const [who, ofRequest, ofInterest] of [
      [a, undefined, 'withdrawn'],
      [b, 'project_deleted', 'project_deleted'],
    ] as const) {
      const mine = (await server.call('GET /api/project-requests/mine', who.token)).body.data;
      expect(mine.requests).toMatchObject([{ status: 'withdrawn' }]);
      expect(mine.requests[0].ended_by).toBe(ofRequest);
      const connections = (await server.call('GET /api/projects/connections/mine', who.token)).body.data.connections;
      expect(connections).toMatchObject([{ status: 'denied', ended_by: ofInterest }]);
      expect((await server.call('GET /api/project-requests/incoming', who.token)).body.data.total).toBe(0);
      const { items } = (await server.call('GET /api/inbox', who.token)).body.data;
      notifications[who.id] = items.map(({ kind }: { kind: string }) => kind).toSorted();
    }
    // The blocker's own notifications are gone; the other member gets withdrawals, and projects that are no longer available.
    const unavailable = ['project:unavailable', 'project:unavailable'];
    expect(notifications).toEqual({ [a.id]: [], [b.id]: ['interest:withdrawn', ...unavailable, 'request:withdrawn'] });
    const late = await server.call(`PUT /api/project-requests/${asked}/status`, a.token, { status: 'accepted' });
    expect(late.body.code).toBe('ALREADY_DECIDED');
    // Each of the four ends reaches both sides.
    await eventually(() =>
      expect(received.filter((event) => /^(join-request|connection)/u.test(event)).toSorted()).toEqual([
        ...Array.from({ length: 4 }, () => 'connection:decided'),
        ...Array.from({ length: 4 }, () => 'join-request:withdrawn'),
      ]),
    );
  });

  it('ends a pending transfer, and leaves the team', async () => {
    const [a, b] = pair();
    const project = await post(a);
    const { id } = (await ask(b, project)).body.data.request;
    await server.call(`PUT /api/project-requests/${id}/status`, a.token, { status: 'accepted' });
    const offer = () => server.call(`PUT /api/projects/${project}/offer`, a.token, { user_id: b.id });
    expect((await offer()).status).toBe(200);
    await block(b, a);
    expect((await server.call('GET /api/projects/offers', b.token)).body.data.offers).toEqual([]);
    const { body } = await server.call('GET /api/inbox', b.token);
    expect(body.data.items.filter((item: { kind: string }) => item.kind.startsWith('offer:'))).toEqual([]);
    expectRefused(await offer());
    expect((await server.call(`GET /api/projects/${project}`, b.token)).body.is_member).toBe(true);
  });

  it('ends blocked applicants’ requests and interest on a transfer, and shows the new creator none of them', async () => {
    const [creator, heir] = pair();
    const [applicant, other] = pair();
    const project = await post(creator);
    const { id } = (await ask(heir, project)).body.data.request;
    await server.call(`PUT /api/project-requests/${id}/status`, creator.token, { status: 'accepted' });
    for (const who of [applicant, other]) {
      await ask(who, project);
      await connect(who, project);
    }
    await block(applicant, heir);
    const [received, receivedByHeir]: [string[], string[]] = [[], []];
    (await second.connect(applicant)).onAny((event) => received.push(event));
    (await second.connect(heir)).onAny((event, payload) => receivedByHeir.push(JSON.stringify([event, payload])));
    await server.call(`PUT /api/projects/${project}/offer`, creator.token, { user_id: heir.id });
    const taken = await second.call(`PUT /api/projects/${project}/offer/status`, heir.token, { status: 'accepted' });
    expect(taken.status).toBe(200);
    const waiting = async (path: string, list: string) =>
      (await server.call(`GET ${path}`, heir.token)).body.data[list].map(
        (row: Record<string, number>) => row.user_id ?? row.requester_id,
      );
    expect(await waiting('/api/project-requests/incoming', 'requests')).toEqual([other.id]);
    expect(await waiting('/api/projects/connections/incoming', 'connections')).toEqual([other.id]);
    const mine = (await server.call('GET /api/project-requests/mine', applicant.token)).body.data.requests;
    expect(mine).toMatchObject([{ status: 'withdrawn', ended_by: 'project_deleted' }]);
    const shown = (await server.call('GET /api/projects/connections/mine', applicant.token)).body.data.connections;
    expect(shown).toMatchObject([{ status: 'denied', ended_by: 'project_deleted' }]);
    for (const who of [creator, heir]) {
      const { items } = (await server.call('GET /api/inbox', who.token)).body.data;
      expect(items.filter(({ actor }: { actor: { id: number } | null }) => actor?.id === applicant.id)).toEqual([]);
    }
    await eventually(() =>
      expect(received.filter((event) => /^(join-request|connection)/u.test(event)).toSorted()).toEqual([
        'connection:decided',
        'join-request:withdrawn',
      ]),
    );
    expect(receivedByHeir.filter((event) => event.includes(`"requester_id":${applicant.id}`))).toEqual([]);
  });

  it('makes a transfer give a free seat to the next applicant instead of a blocked one', async () => {
    const [creator, heir] = pair();
    const [first, next] = pair();
    const [blocked, last] = pair();
    const project = await postProject(server, creator, { max_members: 3 });
    const answer = (id: number, status: string) =>
      server.call(`PUT /api/project-requests/${id}/status`, creator.token, { status });
    const asked = async (who: AddedMember): Promise<number> => (await ask(who, project)).body.data.request.id;
    const requests = new Map<AddedMember, number>();
    for (const who of [heir, first, next, blocked, last]) requests.set(who, await asked(who));
    const idOf = (who: AddedMember) => requests.get(who) as number;
    for (const who of [heir, first]) expect((await answer(idOf(who), 'accepted')).status).toBe(200);
    for (const who of [next, blocked, last])
      expect((await server.call(`PUT /api/project-requests/${idOf(who)}/line`, creator.token)).status).toBe(200);
    await server.call(`DELETE /api/projects/${project}/members/me`, first.token);
    for (const who of [next, blocked]) await block(who, heir);
    await server.call(`PUT /api/projects/${project}/offer`, creator.token, { user_id: heir.id });
    await server.call(`PUT /api/projects/${project}/offer/status`, heir.token, { status: 'accepted' });
    const requestOf = async (who: AddedMember) =>
      (await server.call('GET /api/project-requests/mine', who.token)).body.data.requests[0];
    expect(await requestOf(last)).toMatchObject({ status: 'pending', offered_until: expect.any(String) });
    for (const who of [next, blocked]) expect(await requestOf(who)).toMatchObject({ status: 'withdrawn' });
    const { items } = (await server.call('GET /api/inbox', blocked.token)).body.data;
    expect(items.filter(({ kind }: { kind: string }) => kind.startsWith('seat:'))).toEqual([]);
  });

  it('ends or refuses a request that is being sent', async () => {
    for (const at of [server, second]) {
      const [a, b] = pair();
      const project = await post(a);
      const [asked, blocked] = await Promise.all([ask(b, project), block(a, b, at)]);
      expect(blocked.status).toBe(200);
      if (asked.status !== 201) expectRefused(asked);
      expect((await server.call('GET /api/project-requests/incoming', a.token)).body.data.total).toBe(0);
    }
  });

  it('is shown in the thread to the blocker, and hides presence from both', async () => {
    const [a, b] = pair();
    await acquaint(a, b);
    for (const who of [a, b]) await server.connect(who);
    const shownTo = async (who: AddedMember, other: AddedMember) => {
      const { user } = (await server.call(`GET /api/messages/conversation/${other.id}`, who.token)).body.data;
      const { conversations } = (await server.call('GET /api/messages/conversations', who.token)).body.data;
      return [
        user.is_blocked,
        user.is_online,
        user.last_active,
        conversations[0].is_online,
        conversations[0].last_active,
      ];
    };
    const online = [undefined, true, expect.any(String), true, expect.any(String)];
    await eventually(async () => expect(await shownTo(a, b)).toEqual(online));
    await eventually(async () => expect(await shownTo(b, a)).toEqual(online));
    await block(a, b);
    expect(await shownTo(a, b)).toEqual([true, false, null, false, null]);
    expect(await shownTo(b, a)).toEqual([undefined, false, null, false, null]);
  });

  it('stops presence events to a member who watched the other', async () => {
    const [a, b] = pair();
    const [c] = pair();
    const socket = await server.connect(a);
    await socket.timeout(20_000).emitWithAck('presence:watch', { userIds: [b.id, c.id] });
    const online: number[] = [];
    socket.on('presence:changed', ({ id, is_online }) => void (is_online && online.push(id)));
    await block(b, a);
    await server.connect(b);
    const status = () => server.call(`GET /api/users/${b.id}/status`, c.token);
    await eventually(async () => expect((await status()).body.data.is_online).toBe(true));
    await server.connect(c);
    await eventually(() => expect(online).toContain(c.id));
    expect(online).not.toContain(b.id);
  });

  it('shows each member as offline to the other at once, and live presence again after an unblock', async () => {
    const [a, b] = pair();
    // Without Redis, a broadcast reaches only the sockets of its own server.
    const other = inject('redisUrl') === null ? server : second;
    const [socketA, socketB] = [await server.connect(a), await other.connect(b)];
    const watch = async (socket: typeof socketA, { id }: AddedMember): Promise<Presence[]> => {
      const answer = await socket.timeout(20_000).emitWithAck('presence:watch', { userIds: [id] });
      const received = answer.ok ? answer.data : [];
      socket.on('presence:changed', (presence) => received.push(presence));
      return received;
    };
    const [byA, byB] = [await watch(socketA, b), await watch(socketB, a)];
    // Expected long before the periodic review.
    const expectLast = (ofB: object, ofA: object) =>
      eventually(() => expect([byA.at(-1), byB.at(-1)]).toMatchObject([ofB, ofA]), 5_000);
    const online = { is_online: true, last_active: expect.any(String) };
    const hidden = { is_online: false, last_active: null };
    await expectLast({ id: b.id, ...online }, { id: a.id, ...online });
    for (const at of [other, server]) {
      await block(a, b, at);
      await expectLast({ id: b.id, ...hidden }, { id: a.id, ...hidden });
      await unblock(a, b, at);
      await expectLast({ id: b.id, ...online }, { id: a.id, ...online });
    }
    for (const socket of [socketA, socketB])
      await socket.emitWithAck('presence:report', { isActive: false, lastActive: new Date().toISOString() });
    const away = { is_online: false, last_active: expect.any(String) };
    await expectLast({ id: b.id, ...away }, { id: a.id, ...away });
  });

  it('shows presence as never seen, and sends no typing events', async () => {
    const [a, b] = pair();
    await acquaint(a, b);
    const [socketA, socketB] = [await server.connect(a), await server.connect(b)];
    const watch = (socket: typeof socketA, { id }: AddedMember) =>
      socket.timeout(20_000).emitWithAck('presence:watch', { userIds: [id] });
    const online = ({ id }: AddedMember) => ({ ok: true, data: [expect.objectContaining({ id, is_online: true })] });
    const hidden = ({ id }: AddedMember) => ({ id, is_online: false, last_active: null });
    await eventually(async () => expect(await watch(socketA, b)).toEqual(online(b)));
    await eventually(async () => expect(await watch(socketB, a)).toEqual(online(a)));
    const received: unknown[] = [];
    socketA.on('typing', ({ typing }) => typing && received.push(typing));
    await block(a, b, second);
    for (const [socket, who, other] of [
      [socketA, a, b],
      [socketB, b, a],
    ] as const) {
      expect(await watch(socket, other)).toEqual({ ok: true, data: [hidden(other)] });
      expect((await second.call(`GET /api/users/${other.id}/status`, who.token)).body.data).toEqual(hidden(other));
      const { body } = await server.call('POST /api/users/status', who.token, { userIds: [other.id, who.id] });
      expect(body.data).toContainEqual(hidden(other));
      expect(body.data).toContainEqual(expect.objectContaining({ id: who.id, is_online: true }));
    }
    const type = () => socketB.timeout(20_000).emitWithAck('typing', { receiver_id: a.id, typing: true });
    expect(await type()).toEqual({ ok: true, data: {} });
    await unblock(a, b);
    expect(await type()).toEqual({ ok: true, data: {} });
    // Events arrive in order, so this shows that only the second was sent.
    await eventually(() => expect(received).toHaveLength(1));
  });

  it('ends the typing indicator that the blocker sees at once, and sends the other no event', async () => {
    const [a, b] = pair();
    await acquaint(a, b);
    const sockets = [await server.connect(a), await server.connect(b)] as const;
    const received: string[][] = [[], []];
    for (const [n, socket] of sockets.entries())
      socket.on('typing', ({ typing }) => received[n]?.push(typing ? 'types' : 'stops'));
    await sockets[0].emitWithAck('typing', { receiver_id: b.id, typing: true });
    await sockets[1].emitWithAck('typing', { receiver_id: a.id, typing: true });
    await eventually(() => expect(received).toEqual([['types'], ['types']]));
    // Servers without Redis don't notify each other.
    await block(a, b, inject('redisUrl') === null ? server : second);
    await eventually(() => expect(received[0]).toEqual(['types', 'stops']), 2_000);
    const choices: unknown[] = [];
    sockets[1].on('choices:changed', (change) => choices.push(change));
    await server.call('PATCH /api/notification-choices', b.token, { mail_shows_text: true });
    // Events arrive in order, so nothing was received before this.
    await eventually(() => expect(choices).toHaveLength(1));
    expect(received[1]).toEqual(['types']);
  });

  it('sends no typing event if the two have no conversation', async () => {
    const [a, b] = pair();
    const received: string[] = [];
    const socket = await server.connect(a);
    socket.onAny((event) => received.push(event));
    await block(a, b);
    await unblock(a, b);
    await server.call('PATCH /api/notification-choices', a.token, { shows_typing: false });
    await eventually(() => expect(received).toContain('choices:changed'));
    expect(received).not.toContain('typing');
  });
});
