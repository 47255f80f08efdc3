import { dayMs } from '@sangam/shared/core/limits';
import type { NotificationItem } from '@sangam/shared/notices/notifications';
import type { Invitation } from '@sangam/shared/requests/invitations';
import type { JoinRequest } from '@sangam/shared/requests/join-requests';
import { eventually } from '@sangam/testing/eventually';
import { type AddedMember, addMembers } from '@sangam/testing/members';
import { type Reply, startTestServer, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../platform/lib/clock.js';

let nowMs = systemClock.nowMs();
let server: TestServer;
let pool: AddedMember[];
let asha: AddedMember;
let bina: AddedMember;

beforeAll(async () => {
  const clock = { ...systemClock, nowMs: () => nowMs };
  server = await startTestServer({ clock, timings: { jobs: { pollMs: 20 } }, env: { RATE_LIMIT: 'on' } });
  pool = await addMembers(server.database, 200, server.jwtSecret, 365);
  await list();
});
afterAll(() => server.close());
beforeEach(() => {
  [asha, bina] = people(2) as [AddedMember, AddedMember];
});

/** Lists all members, so that everybody sees their pages. */
const list = () => server.database.pool.query('UPDATE users SET listed = true, active_on = current_date');

const people = (count: number): AddedMember[] => pool.splice(0, count);
const call = (by: AddedMember, name: string, body?: object): Promise<Reply> => server.call(name, by.token, body);
const post = async (by = asha, fields: object = {}): Promise<number> => {
  const body = { title: 'Rover', description: 'On Mars', category: 'other', ...fields };
  return (await call(by, 'POST /api/projects', body)).body.data.project.id;
};
const invite = (project: number, whom = bina, by = asha, message?: string) =>
  call(by, `POST /api/projects/${project}/invitations`, { user_id: whom.id, ...(message && { message }) });
const invited = async (project: number, whom = bina, by = asha): Promise<number> => {
  const { status, body } = await invite(project, whom, by);
  expect([status, body]).toMatchObject([201, {}]);
  return body.data.invitation.id;
};
const answer = (id: number, status: string, by = bina) => call(by, `PUT /api/invitations/${id}/status`, { status });
const withdraw = (id: number, by = asha) => call(by, `DELETE /api/invitations/${id}`);
const received = async (by = bina): Promise<Invitation[]> =>
  (await call(by, 'GET /api/invitations/received')).body.data.invitations;
const sent = async (by = asha): Promise<Invitation[]> =>
  (await call(by, 'GET /api/invitations/sent')).body.data.invitations;
const told = async (who: AddedMember): Promise<string[]> =>
  (await call(who, 'GET /api/inbox')).body.data.items.map(({ kind }: NotificationItem) => kind);
const ask = (project: number, by = bina, fields: object = {}) =>
  call(by, 'POST /api/project-requests', { project_id: project, ...fields });
const decide = (id: number, status: string, by = asha) =>
  call(by, `PUT /api/project-requests/${id}/status`, { status });
const ofTeam = async (project: number, by: AddedMember): Promise<number[]> =>
  (await call(by, `GET /api/projects/${project}`)).body.team.map(({ id }: { id: number }) => id);
const team = (project: number) => ofTeam(project, asha);
const left = async (by: AddedMember, towards: AddedMember) =>
  (await call(by, `GET /api/knocks?user_id=${towards.id}`)).body.data.requests_left;
const codeOf = ({ status, body }: Reply) => body.code ?? status;

it('is the only card of a member who accepts it, who has not asked', async () => {
  const project = await post();
  await answer(await invited(project), 'accepted');
  for (const [by, other] of [
    [asha, bina],
    [bina, asha],
  ] as const) {
    const { data } = (await call(by, `GET /api/conversations/${other.id}/requests`)).body;
    expect(data).toMatchObject({ requests: [], invitations: [{ project_id: project, status: 'accepted' }] });
    const { conversations } = (await call(by, 'GET /api/conversations/requests')).body.data;
    expect(conversations).toMatchObject([{ id: other.id, kind: 'invitation', own: by === asha }]);
  }
  expect((await call(bina, 'GET /api/project-requests/mine')).body.data.requests).toMatchObject([
    { status: 'accepted', unasked: true },
  ]);
  await call(bina, `DELETE /api/projects/${project}/members/me`);
  expect((await call(asha, 'GET /api/project-requests/decided')).body.data).toMatchObject({ requests: [], total: 0 });
});

describe('an invitation', () => {
  it('shows its sentence to the invited member, who accepts it and has the seat', async () => {
    const project = await post();
    const { body } = await invite(project, bina, asha, 'Your Go would help us');
    const { id } = body.data.invitation;
    expect(body.data.invitation).toMatchObject({
      status: 'pending',
      user_id: bina.id,
      message: 'Your Go would help us',
    });
    expect(await received()).toMatchObject([{ id, message: 'Your Go would help us', creator_id: asha.id }]);
    expect((await received())[0]?.answer_by).toBe(new Date(nowMs + 7 * dayMs).toISOString());
    expect((await call(bina, `GET /api/projects/${project}`)).body.my_invitation).toMatchObject({ id });
    expect(await told(bina)).toEqual(['invitation:received']);
    const accepted = await answer(id, 'accepted');
    expect(accepted.body.data).toMatchObject({ invitation: { id, status: 'accepted' }, current_members: 2 });
    expect(await team(project)).toEqual([asha.id, bina.id]);
    expect(await received()).toEqual([]);
    expect([await told(asha), await told(bina)]).toEqual([['invitation:accepted'], []]);
    // A second press changes nothing.
    expect(codeOf(await answer(id, 'accepted'))).toBe('ALREADY_DECIDED');
    expect(codeOf(await withdraw(id))).toBe('ALREADY_DECIDED');
    expect(codeOf(await call(bina, `DELETE /api/projects/${project}/members/me`))).toBe(200);
    expect(codeOf(await invite(project))).toBe('ALREADY_INVITED');
  });

  it('is declined for good, unless the member asks later', async () => {
    const project = await post();
    const id = await invited(project);
    expect((await answer(id, 'declined')).body.data.invitation.status).toBe('declined');
    expect(await sent()).toMatchObject([{ id, status: 'declined' }]);
    expect([await told(asha), await told(bina)]).toEqual([['invitation:declined'], []]);
    expect(codeOf(await invite(project))).toBe('ALREADY_INVITED');
    const request = (await ask(project)).body.data.request.id;
    await call(bina, `DELETE /api/project-requests/${request}`);
    expect(codeOf(await invite(project))).toBe(201);
  });

  it('can be withdrawn by its sender, and is one per project and member all the same', async () => {
    const project = await post();
    const id = await invited(project);
    expect(codeOf(await withdraw(id, bina))).toBe('NOT_FOUND');
    expect((await withdraw(id)).body.data.invitation.status).toBe('withdrawn');
    expect([await received(), await told(bina)]).toEqual([[], []]);
    expect(codeOf(await answer(id, 'accepted'))).toBe('ALREADY_DECIDED');
    expect(codeOf(await invite(project))).toBe('ALREADY_INVITED');
  });

  it('is sent by the creator of an open project with a free seat only, to nobody of its team', async () => {
    const [dev] = people(1) as [AddedMember];
    const project = await post();
    expect(codeOf(await invite(project, dev, bina))).toBe('FORBIDDEN');
    expect(codeOf(await invite(project, asha))).toBe('ALREADY_MEMBER');
    await answer(await invited(project), 'accepted');
    expect(codeOf(await invite(project, bina))).toBe('ALREADY_MEMBER');
    await call(asha, `PATCH /api/projects/${project}`, { max_members: 2 });
    expect(codeOf(await invite(project, dev))).toBe('PROJECT_FULL');
    await call(asha, `PUT /api/projects/${project}/state`, { state: 'closed' });
    expect(codeOf(await invite(project, dev))).toBe('PROJECT_CLOSED');
    expect(codeOf(await invite(9_999_999, dev))).toBe('PROJECT_NOT_FOUND');
  });

  it('is refused with the same answer for a block, a suspended or deleted account, a member who accepts nobody new or has no page for the creator, and a number of nobody', async () => {
    const [blocker, suspended, deleted, shy] = people(4) as [AddedMember, AddedMember, AddedMember, AddedMember];
    const project = await post();
    await call(blocker, `PUT /api/blocks/${asha.id}`);
    const { pool: rows } = server.database;
    await rows.query('UPDATE users SET suspended_at = now() WHERE id = $1', [suspended.id]);
    await rows.query('UPDATE users SET deleted_at = now() WHERE id = $1', [deleted.id]);
    await call(shy, 'PATCH /api/notification-choices', { contact_from: 'nobody' });
    const unseen = { ...bina, id: (await server.signUp()).id };
    const nobody = { ...bina, id: 9_999_999 };
    const answers = [];
    for (const whom of [blocker, suspended, deleted, shy, unseen, nobody]) {
      const { status, body } = await invite(project, whom);
      answers.push([status, { ...body, request_id: '' }]);
    }
    expect(new Set(answers.map((each) => JSON.stringify(each))).size).toBe(1);
    expect(answers[0]).toMatchObject([403, { code: 'CONTACT_REFUSED', message: 'You can’t invite this member.' }]);
  });

  it('is reminded of, and expires 7 days after its delivery, whether or not the timer has run', async () => {
    const project = await post();
    const id = await invited(project);
    nowMs += 3.5 * dayMs;
    await eventually(async () => expect(await told(bina)).toEqual(['invitation:reminder']));
    nowMs += 2.5 * dayMs;
    await eventually(async () => expect(await told(bina)).toEqual(['invitation:last_day']));
    nowMs += dayMs;
    expect(codeOf(await answer(id, 'accepted'))).toBe('ALREADY_DECIDED');
    expect(await received()).toEqual([]);
    await eventually(async () => expect(await sent()).toMatchObject([{ status: 'withdrawn', ended_by: 'no_answer' }]));
    expect([await told(asha), await told(bina)]).toEqual([['invitation:lapsed'], ['invitation:unanswered']]);
  });

  it('lets the invited member write to its sender, who gets no such right from it', async () => {
    await call(asha, 'PATCH /api/notification-choices', { contact_from: 'teams' });
    const write = (from: AddedMember, to: AddedMember) =>
      call(from, 'POST /api/messages', { receiver_id: to.id, content: 'Hi', client_id: crypto.randomUUID() });
    expect(codeOf(await write(bina, asha))).toBe('CONTACT_REFUSED');
    const id = await invited(await post());
    expect(codeOf(await write(bina, asha))).toBe(201);
    await withdraw(id);
    const cards = (await call(bina, `GET /api/conversations/${asha.id}/requests`)).body.data.invitations;
    expect(cards).toMatchObject([{ id, status: 'withdrawn' }]);
  });
});

it('is one per project and member also for one who became its creator and gave it back', async () => {
  const project = await post();
  await answer(await invited(project), 'accepted');
  const transfer = async (from: AddedMember, to: AddedMember) => {
    await call(from, `PUT /api/projects/${project}/offer`, { user_id: to.id });
    expect(codeOf(await call(to, `PUT /api/projects/${project}/offer/status`, { status: 'accepted' }))).toBe(200);
  };
  await transfer(asha, bina);
  await transfer(bina, asha);
  expect(codeOf(await call(bina, `DELETE /api/projects/${project}/members/me`))).toBe(200);
  expect(codeOf(await invite(project))).toBe('ALREADY_INVITED');
});

describe('the sender’s contact limit', () => {
  it('is taken by an invitation, and given back by each end', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 5; n += 1) ids.push(await invited(await post(), people(1)[0] as AddedMember));
    const project = await post();
    expect(await left(asha, bina)).toBe(0);
    const refused = await invite(project);
    expect(refused.body).toMatchObject({ code: 'ANSWER_AWAITED' });
    expect(refused.body.message).toMatch(/^5 of your requests and invitations are pending\. /u);
    expect(await received()).toEqual([]);
    await withdraw(ids[0] as number);
    expect(codeOf(await invite(project))).toBe(201);
  });

  it('holds under parallel invitations', async () => {
    const projects = await Promise.all(Array.from({ length: 12 }, () => post()));
    const whom = people(12);
    const replies = await Promise.all(projects.map((project, n) => invite(project, whom[n] as AddedMember)));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(5);
    expect(replies.filter(({ body }) => body.code === 'ANSWER_AWAITED')).toHaveLength(7);
  });
});

describe('the queue', () => {
  const flood = async (count: number) => {
    const creators = people(count);
    const ids: number[] = [];
    for (const by of creators) ids.push(await invited(await post(by), bina, by));
    return { creators, ids };
  };

  it('delivers five, and the next in order as places free up; its sender sees no difference', async () => {
    const { creators, ids } = await flood(7);
    const [first, , , , fifth, sixth, seventh] = ids as [number, number, number, number, number, number, number];
    expect((await received()).map(({ id }) => id).toSorted()).toEqual(ids.slice(0, 5).toSorted());
    const [delivered, queued] = [await sent(creators[4]), await sent(creators[5])];
    const shape = (list: Invitation[]) => list.map((item) => [Object.keys(item), item.status]);
    expect(shape(queued)).toEqual(shape(delivered));
    expect(codeOf(await answer(sixth, 'accepted'))).toBe('NOT_FOUND');
    const cards = (await call(bina, `GET /api/conversations/${creators[5]?.id}/requests`)).body.data.invitations;
    expect(cards).toEqual([]);
    await answer(first, 'declined');
    await eventually(async () => expect((await received()).map(({ id }) => id)).toContain(sixth));
    expect((await received()).map(({ id }) => id)).not.toContain(seventh);
    expect(codeOf(await withdraw(seventh, creators[6]))).toBe(200);
    await answer(fifth, 'declined');
    expect((await received()).map(({ id }) => id).toSorted()).toEqual([...ids.slice(1, 4), sixth].toSorted());
  });

  it('holds the five under parallel invitations', async () => {
    const creators = people(12);
    const projects = await Promise.all(creators.map((by) => post(by)));
    const replies = await Promise.all(projects.map((project, n) => invite(project, bina, creators[n])));
    expect(replies.map(codeOf)).toEqual(replies.map(() => 201));
    expect(await received()).toHaveLength(5);
    const answers = await Promise.all((await received()).map(({ id }) => answer(id, 'declined')));
    expect(answers.map(codeOf)).toEqual(answers.map(() => 200));
    await eventually(async () => expect(await received()).toHaveLength(5));
  });

  /** Everything that tells a sender of their invitation. */
  const seenBy = async (by: AddedMember, whom: AddedMember) => {
    const cards = (await call(by, `GET /api/conversations/${whom.id}/requests`)).body.data.invitations;
    const plain = (list: Invitation[]) => list.map(({ status, ended_by }) => [status, ended_by]);
    // Their projects are taken off the list one by one, after a month.
    const notices = (await told(by)).filter((kind) => kind !== 'project:unlisted');
    return {
      ...{ sent: plain(await sent(by)), cards: plain(cards), told: notices, left: await left(by, asha) },
      ...{ again: codeOf(await invite((await sent(by))[0]?.project_id ?? 0, whom, by)) },
    };
  };

  it('is unknown to a sender: theirs ends 7 days after it was sent, whenever it is delivered, declined or over', async () => {
    const pair = () => people(2) as [AddedMember, AddedMember];
    const [atOnce, later, never] = [pair(), pair(), pair()];
    const blockers: [AddedMember, number][] = [];
    for (const [, whom] of [later, never])
      for (const by of people(5)) blockers.push([whom, await invited(await post(by), whom, by)]);
    const senders = [atOnce, later, never];
    const ids: number[] = [];
    for (const [by, whom] of senders) ids.push(await invited(await post(by), whom, by));
    const heard = senders.map(() => [] as string[]);
    for (const [n, [by]] of senders.entries())
      (await server.connect(by)).on('invitation:changed', ({ status, ended_by }) =>
        heard[n]?.push(`${status} ${ended_by}`),
      );
    const version = async () => (await call(later[0], 'GET /api/refresh')).body.data.incoming_requests.version;
    const before = await version();
    const expectSame = async () => {
      const [first, ...others] = await Promise.all(senders.map(([by, whom]) => seenBy(by, whom)));
      for (const other of others) expect(other).toEqual(first);
      return first;
    };
    nowMs += 3 * dayMs;
    // A place is free for the second, on the third day.
    await answer(blockers[0]?.[1] as number, 'declined', later[1]);
    await eventually(async () => expect((await received(later[1])).map(({ id }) => id)).toContain(ids[1]));
    expect(await version()).toBe(before);
    expect(await expectSame()).toMatchObject({ sent: [['pending', undefined]], left: 4, again: 'ALREADY_INVITED' });
    nowMs += 4 * dayMs;
    await eventually(async () => {
      for (const [by] of senders) expect(await told(by)).toEqual(['invitation:lapsed']);
    });
    await eventually(() => expect(heard).toEqual(Array(3).fill(['withdrawn no_answer'])));
    expect(await expectSame()).toMatchObject({
      sent: [['withdrawn', 'no_answer']],
      left: 5,
      told: ['invitation:lapsed'],
    });
    // The late one is still the member's to decline, which its sender doesn't see.
    nowMs += dayMs;
    expect(await received(later[1])).toMatchObject([{ id: ids[1] }]);
    expect(codeOf(await answer(ids[1] as number, 'declined', later[1]))).toBe(200);
    await expectSame();
    nowMs += 40 * dayMs;
    await expectSame();
    expect(heard).toEqual(Array(3).fill(['withdrawn no_answer']));
    const replies = await Promise.all(senders.map(([by], n) => withdraw(ids[n] as number, by)));
    expect(replies.map(codeOf)).toEqual([200, 200, 200]);
    expect(await expectSame()).toMatchObject({ sent: [['withdrawn', undefined]] });
    expect(codeOf(await withdraw(ids[0] as number, atOnce[0]))).toBe('ALREADY_DECIDED');
  });

  it('lets a late one be accepted after it has ended for its sender, who can withdraw it before that', async () => {
    const [chitra] = people(1) as [AddedMember];
    const { ids } = await flood(5);
    const [project, other] = [await post(), await post(chitra)];
    const [kept, withdrawn] = [await invited(project), await invited(other, bina, chitra)];
    nowMs += 6 * dayMs;
    for (const id of ids.slice(0, 2)) await answer(id, 'declined');
    await eventually(async () => expect((await received()).map(({ id }) => id)).toContain(withdrawn));
    nowMs += 2 * dayMs;
    await eventually(async () => expect(await sent()).toMatchObject([{ id: kept, ended_by: 'no_answer' }]));
    expect(codeOf(await withdraw(withdrawn, chitra))).toBe(200);
    expect(codeOf(await answer(withdrawn, 'accepted'))).toBe('ALREADY_DECIDED');
    expect(codeOf(await answer(kept, 'accepted'))).toBe(200);
    expect(await sent()).toMatchObject([{ id: kept, status: 'accepted' }]);
    expect(await told(asha)).toEqual(['invitation:accepted']);
    expect(await team(project)).toEqual([asha.id, bina.id]);
  });

  it('lets a member who asked after that be invited again, whether or not the first one is still theirs', async () => {
    await flood(5);
    const project = await post();
    const first = await invited(project);
    nowMs += 8 * dayMs;
    await eventually(async () => expect(await sent()).toMatchObject([{ id: first, ended_by: 'no_answer' }]));
    await eventually(async () => expect((await received()).map(({ id }) => id)).toEqual([first]));
    expect(codeOf(await invite(project))).toBe('ALREADY_INVITED');
    await call(bina, `POST /api/projects/${project}/connect`);
    const again = await invited(project);
    expect((await received()).map(({ id }) => id)).toEqual([again]);
    expect(codeOf(await answer(again, 'accepted'))).toBe(200);
  });

  it('expires 7 days after the delivery, not after sending', async () => {
    const { ids } = await flood(6);
    const last = ids[5] as number;
    nowMs += 6 * dayMs;
    await answer(ids[0] as number, 'declined');
    await eventually(async () => expect((await received()).map(({ id }) => id)).toContain(last));
    nowMs += 6 * dayMs;
    expect((await received()).map(({ id }) => id)).toEqual([last]);
    expect(codeOf(await answer(last, 'accepted'))).toBe(200);
  });
});

describe('an invitation and a request of the same member', () => {
  it('become one membership when the member asks, whether or not the invitation was delivered; its sender sees the same', async () => {
    const seen: unknown[] = [];
    for (const others of [0, 5]) {
      const [by, whom] = people(2) as [AddedMember, AddedMember];
      for (const other of people(others)) await invited(await post(other), whom, other);
      const project = await post(by);
      const heard: unknown[] = [];
      const events = ['invitation:changed', 'join-request:created', 'join-request:decided'] as const;
      for (const event of events)
        (await server.connect(by)).on(event, ({ status }: { status: string }) => heard.push([event, status]));
      const id = await invited(project, whom, by);
      const asked = await ask(project, whom, { message: 'May I?' });
      expect([asked.status, asked.body.data.request]).toMatchObject([201, { status: 'accepted', user_id: whom.id }]);
      expect(await ofTeam(project, by)).toEqual([by.id, whom.id]);
      expect([await received(whom).then((list) => list.length), codeOf(await answer(id, 'accepted', whom))]).toEqual([
        others,
        'ALREADY_DECIDED',
      ]);
      const cards = (await call(whom, `GET /api/conversations/${by.id}/requests`)).body.data;
      expect(cards.invitations).toMatchObject([{ id, status: 'accepted' }]);
      expect(codeOf(await ask(project, whom))).toBe('ALREADY_MEMBER');
      await eventually(() => expect(heard.length).toBe(2));
      const decided = (await call(by, 'GET /api/project-requests/decided')).body.data.requests;
      await call(whom, `DELETE /api/projects/${project}/members/me`);
      seen.push({
        ...{ heard, told: await told(by), left: await left(by, asha) },
        sent: (await sent(by)).map(({ status }) => status),
        decided: decided.map(({ message, status, role_id }: JoinRequest) => [message, status, role_id]),
        again: codeOf(await invite(project, whom, by)),
      });
    }
    expect(seen[1]).toEqual(seen[0]);
    expect(seen[0]).toMatchObject({
      sent: ['accepted'],
      told: ['seat:left', 'invitation:accepted'],
      again: 'ALREADY_INVITED',
    });
  });

  it('become one membership when the invitation and the request are sent at the same time and one side agrees', async () => {
    const project = await post();
    const [, asked] = await Promise.all([invite(project), ask(project)]);
    const request = asked.body.data.request;
    if (request.status === 'pending') expect(codeOf(await decide(request.id, 'accepted'))).toBe(200);
    expect(await team(project)).toEqual([asha.id, bina.id]);
    expect(await received()).toEqual([]);
  });

  it('lead to the seat of the invitation: a request for another role is refused, and delivers it', async () => {
    for (const by of people(5)) await invited(await post(by), bina, by);
    const roles = ['Backend', 'Design'].map((name) => ({ name, seats: 1, skills: [] }));
    const project = await post(asha, { max_members: 4, roles });
    const [backend, design] = (await call(asha, `GET /api/projects/${project}`)).body.project.roles;
    const body = { user_id: bina.id, role_id: backend.id };
    const id = (await call(asha, `POST /api/projects/${project}/invitations`, body)).body.data.invitation.id;
    expect((await received()).map((one) => one.id)).not.toContain(id);
    const refused = await ask(project, bina, { role_id: design.id });
    expect(refused.body).toMatchObject({
      code: 'ALREADY_INVITED',
      message: 'You are already invited to this project. Accept the invitation, or decline it to ask for another role.',
    });
    expect((await received()).map((one) => one.id)).toContain(id);
    expect((await call(asha, 'GET /api/project-requests/incoming')).body.data.requests).toEqual([]);
    expect(codeOf(await ask(project, bina, { role_id: design.id }))).toBe('ALREADY_INVITED');
    expect((await ask(project)).body.data.request).toMatchObject({ status: 'accepted', role_id: backend.id });
  });

  it('stand side by side once the invitation has ended for its sender, delivered or not', async () => {
    for (const by of people(5)) await invited(await post(by), bina, by);
    const project = await post();
    await invited(project);
    nowMs += 7 * dayMs;
    expect((await ask(project)).body.data.request.status).toBe('pending');
  });

  it('lead Invite to the request', async () => {
    const project = await post();
    expect(codeOf(await answer(await invited(project), 'declined'))).toBe(200);
    expect(codeOf(await ask(project))).toBe(201);
    expect(codeOf(await invite(project))).toBe('ALREADY_REQUESTED');
  });

  /** Bina asks while another member has the last seat. Her invitation is one of six, and still queued. */
  const crossed = async () => {
    for (const by of people(5)) await invited(await post(by), bina, by);
    const [chitra] = people(1) as [AddedMember];
    const project = await post(asha, { max_members: 2 });
    const id = await invited(project);
    await answer(await invited(project, chitra), 'accepted', chitra);
    const request = (await ask(project, bina, { waitlist: true })).body.data.request.id;
    await call(chitra, `DELETE /api/projects/${project}/members/me`);
    return { project, id, request };
  };

  it('become one membership when the request is accepted', async () => {
    const { project, id, request } = await crossed();
    expect(codeOf(await decide(request, 'accepted'))).toBe(200);
    expect(await team(project)).toEqual([asha.id, bina.id]);
    expect((await sent()).find((one) => one.id === id)).toMatchObject({ status: 'accepted' });
  });

  it('become one membership when the invitation is accepted', async () => {
    const { project, id, request } = await crossed();
    await answer((await received())[0]?.id as number, 'declined');
    await eventually(async () => expect((await received()).map((item) => item.id)).toContain(id));
    expect((await answer(id, 'accepted')).body.data.current_members).toBe(2);
    expect(await team(project)).toEqual([asha.id, bina.id]);
    const { requests } = (await call(bina, 'GET /api/project-requests/mine')).body.data;
    expect(requests).toMatchObject([{ id: request, status: 'accepted' }]);
    expect(codeOf(await decide(request, 'accepted'))).toBe('ALREADY_DECIDED');
  });

  it('end with one seat when both are accepted at once', async () => {
    const { project, id, request } = await crossed();
    await answer((await received())[0]?.id as number, 'declined');
    await eventually(async () => expect((await received()).map((item) => item.id)).toContain(id));
    const replies = await Promise.all([answer(id, 'accepted'), decide(request, 'accepted')]);
    expect(replies.map(codeOf).toSorted()).toEqual([200, 'ALREADY_DECIDED'].toSorted());
    expect(await team(project)).toEqual([asha.id, bina.id]);
  });
});

describe('an invitation to a role', () => {
  const roled = async () => {
    const project = await post(asha, { max_members: 3, roles: [{ name: 'Backend', seats: 1, skills: ['Go'] }] });
    const roles = (await call(asha, `GET /api/projects/${project}`)).body.project.roles;
    return { project, role: roles[0].id as number };
  };
  const inviteTo = (project: number, role_id: number, whom = bina) =>
    call(asha, `POST /api/projects/${project}/invitations`, { user_id: whom.id, role_id });

  it('names it, and accepting it takes its seat', async () => {
    const { project, role } = await roled();
    const id = (await inviteTo(project, role)).body.data.invitation.id;
    expect(await received()).toMatchObject([{ id, role_id: role, role_name: 'Backend' }]);
    expect(codeOf(await answer(id, 'accepted'))).toBe(200);
    const seats = (await call(asha, `GET /api/projects/${project}`)).body.team;
    expect(seats.find((one: { id: number }) => one.id === bina.id)).toMatchObject({ role_id: role });
    const [chitra] = people(1) as [AddedMember];
    expect(codeOf(await inviteTo(project, role, chitra))).toBe('PROJECT_FULL');
    expect(codeOf(await inviteTo(project, 9_999_999, chitra))).toBe('ROLES_CHANGED');
    expect(codeOf(await invite(project, chitra))).toBe(201);
  });

  it('is one without a role once its role is removed', async () => {
    const { project, role } = await roled();
    const id = (await inviteTo(project, role)).body.data.invitation.id;
    expect(codeOf(await call(asha, `PATCH /api/projects/${project}`, { roles: [] }))).toBe(200);
    expect((await received())[0]).not.toHaveProperty('role_id');
    expect(codeOf(await answer(id, 'accepted'))).toBe(200);
  });
});

describe('the last seat', () => {
  it('goes to one of two invited members who accept at once; the other reads why, and may accept later', async () => {
    const [chitra] = people(1) as [AddedMember];
    const project = await post(asha, { max_members: 2 });
    const [one, two] = [await invited(project), await invited(project, chitra)];
    const replies = await Promise.all([answer(one, 'accepted'), answer(two, 'accepted', chitra)]);
    expect(replies.map(codeOf).toSorted()).toEqual([200, 'PROJECT_FULL'].toSorted());
    const refused = replies.find(({ status }) => status === 409);
    expect(refused?.body.message).toMatch(/^This project no longer has a free seat\. /u);
    const isBinaIn = replies[0]?.status === 200;
    const [winner, loser, id] = isBinaIn ? [bina, chitra, two] : [chitra, bina, one];
    expect(await received(loser)).toMatchObject([{ id, status: 'pending' }]);
    // A full project still has its waitlist.
    expect(codeOf(await ask(project, loser, { waitlist: true }))).toBe(201);
    await call(winner, `DELETE /api/projects/${project}/members/me`);
    expect(codeOf(await answer(id, 'accepted', loser))).toBe(200);
    expect(await team(project)).toEqual([asha.id, loser.id]);
  });

  it('is not taken from the waitlist by an invitation', async () => {
    const [chitra] = people(1) as [AddedMember];
    const project = await post(asha, { max_members: 2 });
    const [one, id] = [await invited(project, chitra), await invited(project)];
    await answer(one, 'accepted', chitra);
    const [waiting] = people(1) as [AddedMember];
    const request = (await ask(project, waiting, { waitlist: true })).body.data.request.id;
    await call(asha, `PUT /api/project-requests/${request}/line`);
    await call(chitra, `DELETE /api/projects/${project}/members/me`);
    expect(codeOf(await answer(id, 'accepted'))).toBe('PROJECT_FULL');
  });
});

describe('an invitation ends', () => {
  const ends: [string, (project: number) => Promise<unknown>, string, string][] = [
    [
      'when the project is closed',
      (project) => call(asha, `PUT /api/projects/${project}/state`, { state: 'closed' }),
      ...(['project_closed', 'invitation:ended'] as const),
    ],
    [
      'when the project is finished',
      (project) => call(asha, `PUT /api/projects/${project}/state`, { state: 'finished' }),
      ...(['project_finished', 'invitation:ended'] as const),
    ],
    [
      'when the project is deleted',
      (project) => call(asha, `DELETE /api/projects/${project}`),
      ...(['project_deleted', 'invitation:ended'] as const),
    ],
    [
      'when its sender blocks the member',
      () => call(asha, `PUT /api/blocks/${bina.id}`),
      ...(['project_deleted', 'project:unavailable'] as const),
    ],
  ];
  it.each(ends)('%s, for both sides', async (_, act, endedBy, kind) => {
    const project = await post();
    const id = await invited(project);
    const heard: Invitation[] = [];
    for (const member of [asha, bina]) {
      const socket = await server.connect(member);
      socket.on('invitation:changed', (payload) => heard.push(payload));
    }
    await act(project);
    await eventually(() => expect(heard.map(({ ended_by }) => ended_by)).toEqual([endedBy, endedBy]));
    expect(await sent()).toMatchObject([{ id, status: 'withdrawn', ended_by: endedBy }]);
    expect([await received(), await told(bina)]).toEqual([[], [kind]]);
    expect(codeOf(await answer(id, 'accepted'))).toBe('ALREADY_DECIDED');
  });

  it('when the project is transferred; the new creator sees nothing of it', async () => {
    const [chitra] = people(1) as [AddedMember];
    const project = await post();
    await answer(await invited(project, chitra), 'accepted', chitra);
    const id = await invited(project);
    await call(asha, `PUT /api/projects/${project}/offer`, { user_id: chitra.id });
    await call(chitra, `PUT /api/projects/${project}/offer/status`, { status: 'accepted' });
    expect((await sent()).find((item) => item.id === id)).toMatchObject({ status: 'withdrawn', ended_by: 'took_over' });
    expect([await received(), await sent(chitra), await told(bina)]).toEqual([[], [], ['invitation:ended']]);
  });

  it('as declined when the member blocks its sender, or deletes their account', async () => {
    const project = await post();
    const id = await invited(project);
    await call(bina, `PUT /api/blocks/${asha.id}`);
    await eventually(async () => expect(await sent()).toMatchObject([{ id, status: 'declined' }]));
    expect(await told(asha)).toEqual(['invitation:declined']);
    const leaver = await server.signUp();
    await list();
    const other = await invited(await post(), { ...bina, id: leaver.id });
    const { status } = await server.call('DELETE /api/account', leaver.token, { current_password: leaver.password });
    expect(status).toBe(200);
    await eventually(async () => expect((await sent())[0]).toMatchObject({ id: other, status: 'declined' }));
  });

  it('frees the member’s place for the next in the queue, whatever ends it', async () => {
    const creators = people(6);
    const projects: number[] = [];
    for (const by of creators) {
      projects.push(await post(by));
      await invited(projects.at(-1) as number, bina, by);
    }
    expect(await received()).toHaveLength(5);
    await call(creators[0] as AddedMember, `DELETE /api/projects/${projects[0]}`);
    await eventually(async () =>
      expect((await received()).map(({ project_id }) => project_id).toSorted()).toEqual(projects.slice(1).toSorted()),
    );
  });
});
