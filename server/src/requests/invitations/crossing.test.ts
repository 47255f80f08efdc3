import { dayMs } from '@sangam/shared/core/limits';
import type { JoinRequest } from '@sangam/shared/requests/join-requests';
import { eventually } from '@sangam/testing/eventually';
import { codeOf, inviting } from '@sangam/testing/requests/inviting';
import { describe, expect, it } from 'vitest';

const at = inviting();
const {
  people,
  call,
  post,
  invite,
  invited,
  answer,
  received,
  sent,
  notificationsOf,
  ask,
  decide,
  ofTeam,
  team,
  left,
} = at;

describe('an invitation and a request of the same member', () => {
  it('become one membership when the member asks, whether or not the invitation was delivered; its sender sees the same', async () => {
    const seen: unknown[] = [];
    for (const others of [0, 5]) {
      const [by, whom] = people(2);
      for (const other of people(others)) await invited(await post(other), whom, other);
      const project = await post(by);
      const got: unknown[] = [];
      const events = ['invitation:changed', 'join-request:created', 'join-request:decided'] as const;
      for (const event of events)
        (await at.server.connect(by)).on(event, ({ status }: { status: string }) => got.push([event, status]));
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
      await eventually(() => expect(got.length).toBe(2));
      const decided = (await call(by, 'GET /api/project-requests/decided')).body.data.requests;
      await call(whom, `DELETE /api/projects/${project}/members/me`);
      seen.push({
        events: got,
        notifications: await notificationsOf(by),
        left: await left(by, at.asha),
        sent: (await sent(by)).map(({ status }) => status),
        decided: decided.map(({ message, status, role_id }: JoinRequest) => [message, status, role_id]),
        again: codeOf(await invite(project, whom, by)),
      });
    }
    expect(seen[1]).toEqual(seen[0]);
    expect(seen[0]).toMatchObject({
      sent: ['accepted'],
      notifications: ['seat:left', 'invitation:accepted'],
      again: 'ALREADY_INVITED',
    });
  });

  it('become one membership when both are sent at the same time and one side accepts', async () => {
    const project = await post();
    const [, asked] = await Promise.all([invite(project), ask(project)]);
    const request = asked.body.data.request;
    if (request.status === 'pending') expect(codeOf(await decide(request.id, 'accepted'))).toBe(200);
    expect(await team(project)).toEqual([at.asha.id, at.bina.id]);
    expect(await received()).toEqual([]);
  });

  it("lead to the invitation's seat: a request for another role is refused, and delivers the invitation", async () => {
    for (const by of people(5)) await invited(await post(by), at.bina, by);
    const roles = ['Backend', 'Design'].map((name) => ({ name, seats: 1, skills: [] }));
    const project = await post(at.asha, { max_members: 4, roles });
    const [backend, design] = (await call(at.asha, `GET /api/projects/${project}`)).body.project.roles;
    const body = { user_id: at.bina.id, role_id: backend.id };
    const id = (await call(at.asha, `POST /api/projects/${project}/invitations`, body)).body.data.invitation.id;
    expect((await received()).map((one) => one.id)).not.toContain(id);
    const refused = await ask(project, at.bina, { role_id: design.id });
    expect(refused.body).toMatchObject({
      code: 'ALREADY_INVITED',
      message: 'You’re already invited to this project. Accept the invitation, or decline it to ask for another role.',
    });
    expect((await received()).map((one) => one.id)).toContain(id);
    expect((await call(at.asha, 'GET /api/project-requests/incoming')).body.data.requests).toEqual([]);
    expect(codeOf(await ask(project, at.bina, { role_id: design.id }))).toBe('ALREADY_INVITED');
    expect((await ask(project)).body.data.request).toMatchObject({ status: 'accepted', role_id: backend.id });
  });

  it('are both pending once the invitation has ended for its sender, delivered or not', async () => {
    for (const by of people(5)) await invited(await post(by), at.bina, by);
    const project = await post();
    await invited(project);
    at.clock.atMs += 7 * dayMs;
    expect((await ask(project)).body.data.request.status).toBe('pending');
  });

  it('make a new invitation fail because of the pending request', async () => {
    const project = await post();
    expect(codeOf(await answer(await invited(project), 'declined'))).toBe(200);
    expect(codeOf(await ask(project))).toBe(201);
    expect(codeOf(await invite(project))).toBe('ALREADY_REQUESTED');
  });

  /** Bina asks while another member has the last seat. Her invitation is one of six, and still queued. */
  const crossed = async () => {
    for (const by of people(5)) await invited(await post(by), at.bina, by);
    const [chitra] = people(1);
    const project = await post(at.asha, { max_members: 2 });
    const id = await invited(project);
    await answer(await invited(project, chitra), 'accepted', chitra);
    const request = (await ask(project, at.bina, { waitlist: true })).body.data.request.id;
    await call(chitra, `DELETE /api/projects/${project}/members/me`);
    return { project, id, request };
  };

  it('become one membership when the request is accepted', async () => {
    const { project, id, request } = await crossed();
    expect(codeOf(await decide(request, 'accepted'))).toBe(200);
    expect(await team(project)).toEqual([at.asha.id, at.bina.id]);
    expect((await sent()).find((one) => one.id === id)).toMatchObject({ status: 'accepted' });
  });

  it('become one membership when the invitation is accepted', async () => {
    const { project, id, request } = await crossed();
    await answer((await received())[0]?.id as number, 'declined');
    await eventually(async () => expect((await received()).map((item) => item.id)).toContain(id));
    expect((await answer(id, 'accepted')).body.data.current_members).toBe(2);
    expect(await team(project)).toEqual([at.asha.id, at.bina.id]);
    const { requests } = (await call(at.bina, 'GET /api/project-requests/mine')).body.data;
    expect(requests).toMatchObject([{ id: request, status: 'accepted' }]);
    expect(codeOf(await decide(request, 'accepted'))).toBe('ALREADY_DECIDED');
  });

  it('end with one seat when both are accepted at once', async () => {
    const { project, id, request } = await crossed();
    await answer((await received())[0]?.id as number, 'declined');
    await eventually(async () => expect((await received()).map((item) => item.id)).toContain(id));
    const replies = await Promise.all([answer(id, 'accepted'), decide(request, 'accepted')]);
    expect(replies.map(codeOf).toSorted()).toEqual([200, 'ALREADY_DECIDED'].toSorted());
    expect(await team(project)).toEqual([at.asha.id, at.bina.id]);
  });
});
