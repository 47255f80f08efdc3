import { dayMs } from '@sangam/shared/core/limits';
import type { Invitation } from '@sangam/shared/requests/invitations';
import { eventually } from '@sangam/testing/eventually';
import type { AddedMember } from '@sangam/testing/members';
import { codeOf, inviting } from '@sangam/testing/requests/inviting';
import { describe, expect, it } from 'vitest';

const at = inviting();
const { people, call, post, invite, invited, answer, withdraw, received, sent, notificationsOf, ask, team, left } = at;

it('an accepted invitation is the only card for a member who has not asked to join', async () => {
  const project = await post();
  await answer(await invited(project), 'accepted');
  for (const [by, other] of [
    [at.asha, at.bina],
    [at.bina, at.asha],
  ] as const) {
    const { data } = (await call(by, `GET /api/conversations/${other.id}/requests`)).body;
    expect(data).toMatchObject({ requests: [], invitations: [{ project_id: project, status: 'accepted' }] });
    const { conversations } = (await call(by, 'GET /api/conversations/requests')).body.data;
    expect(conversations).toMatchObject([{ id: other.id, kind: 'invitation', own: by === at.asha }]);
  }
  expect((await call(at.bina, 'GET /api/project-requests/mine')).body.data.requests).toMatchObject([
    { status: 'accepted', unasked: true },
  ]);
  await call(at.bina, `DELETE /api/projects/${project}/members/me`);
  expect((await call(at.asha, 'GET /api/project-requests/decided')).body.data).toMatchObject({
    requests: [],
    total: 0,
  });
});

describe('an invitation', () => {
  it('shows its text to the invited member, who gets the seat by accepting it', async () => {
    const project = await post();
    const { body } = await invite(project, at.bina, at.asha, 'Your Go would help us');
    const { id } = body.data.invitation;
    expect(body.data.invitation).toMatchObject({
      status: 'pending',
      user_id: at.bina.id,
      message: 'Your Go would help us',
    });
    expect(await received()).toMatchObject([{ id, message: 'Your Go would help us', creator_id: at.asha.id }]);
    expect((await received())[0]?.answer_by).toBe(new Date(at.clock.atMs + 7 * dayMs).toISOString());
    expect((await call(at.bina, `GET /api/projects/${project}`)).body.my_invitation).toMatchObject({ id });
    expect(await notificationsOf(at.bina)).toEqual(['invitation:received']);
    const accepted = await answer(id, 'accepted');
    expect(accepted.body.data).toMatchObject({ invitation: { id, status: 'accepted' }, current_members: 2 });
    expect(await team(project)).toEqual([at.asha.id, at.bina.id]);
    expect(await received()).toEqual([]);
    expect([await notificationsOf(at.asha), await notificationsOf(at.bina)]).toEqual([['invitation:accepted'], []]);
    // A second answer changes nothing.
    expect(codeOf(await answer(id, 'accepted'))).toBe('ALREADY_DECIDED');
    expect(codeOf(await withdraw(id))).toBe('ALREADY_DECIDED');
    expect(codeOf(await call(at.bina, `DELETE /api/projects/${project}/members/me`))).toBe(200);
    expect(codeOf(await invite(project))).toBe('ALREADY_INVITED');
  });

  it("once declined, can't be repeated unless the member asks to join later", async () => {
    const project = await post();
    const id = await invited(project);
    expect((await answer(id, 'declined')).body.data.invitation.status).toBe('declined');
    expect(await sent()).toMatchObject([{ id, status: 'declined' }]);
    expect([await notificationsOf(at.asha), await notificationsOf(at.bina)]).toEqual([['invitation:declined'], []]);
    expect(codeOf(await invite(project))).toBe('ALREADY_INVITED');
    const request = (await ask(project)).body.data.request.id;
    await call(at.bina, `DELETE /api/project-requests/${request}`);
    expect(codeOf(await invite(project))).toBe(201);
  });

  it('is listed for one project of its creator, if the call names it', async () => {
    const [first, second] = [await post(), await post()];
    const ids = [await invited(first), await invited(second)];
    expect((await sent()).map(({ id }) => id)).toEqual(ids.toReversed());
    const { data } = (await call(at.asha, `GET /api/invitations/sent?project_id=${first}`)).body;
    expect(data).toMatchObject({ invitations: [{ id: ids[0] }], total: 1 });
  });

  it('can be withdrawn by its sender, but even then not be sent to the same member again', async () => {
    const project = await post();
    const id = await invited(project);
    expect(codeOf(await withdraw(id, at.bina))).toBe('NOT_FOUND');
    expect((await withdraw(id)).body.data.invitation.status).toBe('withdrawn');
    expect([await received(), await notificationsOf(at.bina)]).toEqual([[], []]);
    expect(codeOf(await answer(id, 'accepted'))).toBe('ALREADY_DECIDED');
    expect(codeOf(await invite(project))).toBe('ALREADY_INVITED');
  });

  it('can only be sent by the creator of an open project with a free seat, and not to the team', async () => {
    const [dev] = people(1);
    const project = await post();
    expect(codeOf(await invite(project, dev, at.bina))).toBe('FORBIDDEN');
    expect(codeOf(await invite(project, at.asha))).toBe('ALREADY_MEMBER');
    await answer(await invited(project), 'accepted');
    expect(codeOf(await invite(project, at.bina))).toBe('ALREADY_MEMBER');
    await call(at.asha, `PATCH /api/projects/${project}`, { max_members: 2 });
    expect(codeOf(await invite(project, dev))).toBe('PROJECT_FULL');
    await call(at.asha, `PUT /api/projects/${project}/state`, { state: 'closed' });
    expect(codeOf(await invite(project, dev))).toBe('PROJECT_CLOSED');
    expect(codeOf(await invite(9_999_999, dev))).toBe('PROJECT_NOT_FOUND');
  });

  it('is refused with the same answer for a block, a suspended or deleted account, a member who accepts nobody new or has no page for the creator, and an unknown id', async () => {
    const [blocker, suspended, deleted, shy] = people(4);
    const project = await post();
    await call(blocker, `PUT /api/blocks/${at.asha.id}`);
    const { pool: rows } = at.server.database;
    await rows.query('UPDATE users SET suspended_at = now() WHERE id = $1', [suspended.id]);
    await rows.query('UPDATE users SET deleted_at = now() WHERE id = $1', [deleted.id]);
    await call(shy, 'PATCH /api/notification-choices', { contact_from: 'nobody' });
    const unseen = { ...at.bina, id: (await at.server.signUp()).id };
    const nobody = { ...at.bina, id: 9_999_999 };
    const answers = [];
    for (const whom of [blocker, suspended, deleted, shy, unseen, nobody]) {
      const { status, body } = await invite(project, whom);
      answers.push([status, { ...body, request_id: '' }]);
    }
    expect(new Set(answers.map((each) => JSON.stringify(each))).size).toBe(1);
    expect(answers[0]).toMatchObject([403, { code: 'CONTACT_REFUSED', message: 'You can’t invite this member.' }]);
  });

  it('is followed by reminders, and expires 7 days after its delivery, whether or not the timer has run', async () => {
    const project = await post();
    const id = await invited(project);
    at.clock.atMs += 3.5 * dayMs;
    await eventually(async () => expect(await notificationsOf(at.bina)).toEqual(['invitation:reminder']));
    at.clock.atMs += 2.5 * dayMs;
    await eventually(async () => expect(await notificationsOf(at.bina)).toEqual(['invitation:last_day']));
    at.clock.atMs += dayMs;
    expect(codeOf(await answer(id, 'accepted'))).toBe('ALREADY_DECIDED');
    expect(await received()).toEqual([]);
    await eventually(async () => expect(await sent()).toMatchObject([{ status: 'withdrawn', ended_by: 'no_answer' }]));
    await eventually(async () =>
      expect([await notificationsOf(at.asha), await notificationsOf(at.bina)]).toEqual([
        ['invitation:lapsed'],
        ['invitation:unanswered'],
      ]),
    );
  });

  it('lets the invited member write to its sender, but not the sender to the member', async () => {
    await call(at.asha, 'PATCH /api/notification-choices', { contact_from: 'teams' });
    const write = (from: AddedMember, to: AddedMember) =>
      call(from, 'POST /api/messages', { receiver_id: to.id, content: 'Hi', client_id: crypto.randomUUID() });
    expect(codeOf(await write(at.bina, at.asha))).toBe('CONTACT_REFUSED');
    const id = await invited(await post());
    expect(codeOf(await write(at.bina, at.asha))).toBe(201);
    await withdraw(id);
    const cards = (await call(at.bina, `GET /api/conversations/${at.asha.id}/requests`)).body.data.invitations;
    expect(cards).toMatchObject([{ id, status: 'withdrawn' }]);
  });
});

it("a member who became the creator and transferred the project back can't be invited twice either", async () => {
  const project = await post();
  await answer(await invited(project), 'accepted');
  const transfer = async (from: AddedMember, to: AddedMember) => {
    await call(from, `PUT /api/projects/${project}/offer`, { user_id: to.id });
    expect(codeOf(await call(to, `PUT /api/projects/${project}/offer/status`, { status: 'accepted' }))).toBe(200);
  };
  await transfer(at.asha, at.bina);
  await transfer(at.bina, at.asha);
  expect(codeOf(await call(at.bina, `DELETE /api/projects/${project}/members/me`))).toBe(200);
  expect(codeOf(await invite(project))).toBe('ALREADY_INVITED');
});

describe('the sender’s contact limit', () => {
  it('is used up by invitations, and restored when they end in any way', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 5; n += 1) ids.push(await invited(await post(), people(1)[0]));
    const project = await post();
    expect(await left(at.asha, at.bina)).toBe(0);
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

describe('an invitation to a role', () => {
  const roled = async () => {
    const project = await post(at.asha, { max_members: 3, roles: [{ name: 'Backend', seats: 1, skills: ['Go'] }] });
    const roles = (await call(at.asha, `GET /api/projects/${project}`)).body.project.roles;
    return { project, role: roles[0].id as number };
  };
  const inviteTo = (project: number, role_id: number, whom = at.bina) =>
    call(at.asha, `POST /api/projects/${project}/invitations`, { user_id: whom.id, role_id });

  it('names the role, and accepting it takes a seat of that role', async () => {
    const { project, role } = await roled();
    const id = (await inviteTo(project, role)).body.data.invitation.id;
    expect(await received()).toMatchObject([{ id, role_id: role, role_name: 'Backend' }]);
    expect(codeOf(await answer(id, 'accepted'))).toBe(200);
    const seats = (await call(at.asha, `GET /api/projects/${project}`)).body.team;
    expect(seats.find((one: { id: number }) => one.id === at.bina.id)).toMatchObject({ role_id: role });
    const [chitra] = people(1);
    expect(codeOf(await inviteTo(project, role, chitra))).toBe('PROJECT_FULL');
    expect(codeOf(await inviteTo(project, 9_999_999, chitra))).toBe('ROLES_CHANGED');
    expect(codeOf(await invite(project, chitra))).toBe(201);
  });

  it('becomes one without a role once its role is removed', async () => {
    const { project, role } = await roled();
    const id = (await inviteTo(project, role)).body.data.invitation.id;
    expect(codeOf(await call(at.asha, `PATCH /api/projects/${project}`, { roles: [] }))).toBe(200);
    expect((await received())[0]).not.toHaveProperty('role_id');
    expect(codeOf(await answer(id, 'accepted'))).toBe(200);
  });
});

describe('the last seat', () => {
  it('goes to one of two invited members who accept at once; the other sees the reason, and can accept later', async () => {
    const [chitra] = people(1);
    const project = await post(at.asha, { max_members: 2 });
    const [one, two] = [await invited(project), await invited(project, chitra)];
    const replies = await Promise.all([answer(one, 'accepted'), answer(two, 'accepted', chitra)]);
    expect(replies.map(codeOf).toSorted()).toEqual([200, 'PROJECT_FULL'].toSorted());
    const refused = replies.find(({ status }) => status === 409);
    expect(refused?.body.message).toMatch(/^This project no longer has a free seat\. /u);
    const isBinaIn = replies[0]?.status === 200;
    const [winner, loser, id] = isBinaIn ? [at.bina, chitra, two] : [chitra, at.bina, one];
    expect(await received(loser)).toMatchObject([{ id, status: 'pending' }]);
    // A full project still has its waitlist.
    expect(codeOf(await ask(project, loser, { waitlist: true }))).toBe(201);
    await call(winner, `DELETE /api/projects/${project}/members/me`);
    expect(codeOf(await answer(id, 'accepted', loser))).toBe(200);
    expect(await team(project)).toEqual([at.asha.id, loser.id]);
  });

  it('is not taken from the waitlist by an invitation', async () => {
    const [chitra] = people(1);
    const project = await post(at.asha, { max_members: 2 });
    const [one, id] = [await invited(project, chitra), await invited(project)];
    await answer(one, 'accepted', chitra);
    const [waiting] = people(1);
    const request = (await ask(project, waiting, { waitlist: true })).body.data.request.id;
    await call(at.asha, `PUT /api/project-requests/${request}/line`);
    await call(chitra, `DELETE /api/projects/${project}/members/me`);
    expect(codeOf(await answer(id, 'accepted'))).toBe('PROJECT_FULL');
  });
});

describe('an invitation ends', () => {
  const ends: [string, (project: number) => Promise<unknown>, string, string][] = [
    [
      'when the project is closed',
      (project) => call(at.asha, `PUT /api/projects/${project}/state`, { state: 'closed' }),
      ...(['project_closed', 'invitation:ended'] as const),
    ],
    [
      'when the project is finished',
      (project) => call(at.asha, `PUT /api/projects/${project}/state`, { state: 'finished' }),
      ...(['project_finished', 'invitation:ended'] as const),
    ],
    [
      'when the project is deleted',
      (project) => call(at.asha, `DELETE /api/projects/${project}`),
      ...(['project_deleted', 'invitation:ended'] as const),
    ],
    [
      'when its sender blocks the member',
      () => call(at.asha, `PUT /api/blocks/${at.bina.id}`),
      ...(['project_deleted', 'project:unavailable'] as const),
    ],
  ];
  it.each(ends)('%s, for both sides', async (_, act, endedBy, kind) => {
    const project = await post();
    const id = await invited(project);
    const events: Invitation[] = [];
    for (const member of [at.asha, at.bina]) {
      const socket = await at.server.connect(member);
      socket.on('invitation:changed', (payload) => events.push(payload));
    }
    await act(project);
    await eventually(() => expect(events.map(({ ended_by }) => ended_by)).toEqual([endedBy, endedBy]));
    expect(await sent()).toMatchObject([{ id, status: 'withdrawn', ended_by: endedBy }]);
    expect([await received(), await notificationsOf(at.bina)]).toEqual([[], [kind]]);
    const ended = (await call(at.bina, 'GET /api/invitations/received?ended=yes')).body.data;
    expect(ended).toMatchObject({ invitations: [{ id, status: 'withdrawn' }], total: 1 });
    expect(ended.invitations[0].ended_by).toBe(endedBy);
    expect(codeOf(await answer(id, 'accepted'))).toBe('ALREADY_DECIDED');
  });

  it('when the project is transferred; the new creator doesn’t see it', async () => {
    const [chitra] = people(1);
    const project = await post();
    await answer(await invited(project, chitra), 'accepted', chitra);
    const id = await invited(project);
    await call(at.asha, `PUT /api/projects/${project}/offer`, { user_id: chitra.id });
    await call(chitra, `PUT /api/projects/${project}/offer/status`, { status: 'accepted' });
    expect((await sent()).find((item) => item.id === id)).toMatchObject({ status: 'withdrawn', ended_by: 'took_over' });
    expect([await received(), await sent(chitra), await notificationsOf(at.bina)]).toEqual([
      [],
      [],
      ['invitation:ended'],
    ]);
  });

  it('as declined when the member blocks its sender, or deletes their account', async () => {
    const project = await post();
    const id = await invited(project);
    await call(at.bina, `PUT /api/blocks/${at.asha.id}`);
    await eventually(async () => expect(await sent()).toMatchObject([{ id, status: 'declined' }]));
    expect(await notificationsOf(at.asha)).toEqual(['invitation:declined']);
    const leaving = await at.server.signUp();
    await at.server.database.pool.query('UPDATE users SET listed = true, active_on = current_date');
    const other = await invited(await post(), { ...at.bina, id: leaving.id });
    const { status } = await at.server.call('DELETE /api/account', leaving.token, {
      current_password: leaving.password,
    });
    expect(status).toBe(200);
    await eventually(async () => expect((await sent())[0]).toMatchObject({ id: other, status: 'declined' }));
  });

  it("and makes room for the next in the member's queue, whatever ended it", async () => {
    const creators = people(6);
    const projects: number[] = [];
    for (const by of creators) {
      projects.push(await post(by));
      await invited(projects.at(-1) as number, at.bina, by);
    }
    expect(await received()).toHaveLength(5);
    await call(creators[0] as AddedMember, `DELETE /api/projects/${projects[0]}`);
    await eventually(async () =>
      expect((await received()).map(({ project_id }) => project_id).toSorted()).toEqual(projects.slice(1).toSorted()),
    );
  });
});
