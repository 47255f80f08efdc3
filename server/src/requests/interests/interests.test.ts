import type { Interest, MyInterest } from '@sangam/shared/requests/interests';
import {
  REQUEST_STAGES,
  type RequestAct,
  type RequestStage,
  refusalAtStage,
  requestActs,
} from '@sangam/shared/requests/transitions';
import { eventually } from '@sangam/testing/eventually';
import { postProject } from '@sangam/testing/post-project';
import { stageOfInterest } from '@sangam/testing/requests/rows';
import { asha, bina, chitra, server, stageForFile } from '@sangam/testing/stage';
import type { TestMember } from '@sangam/testing/test-server';
import { describe, expect, it } from 'vitest';

stageForFile(['Asha', 'Bina', 'Chitra']);

const project = (): Promise<number> => postProject(server, asha);
const connect = (member: TestMember, id: number) => server.call(`POST /api/projects/${id}/connect`, member.token);
const decide = (member: TestMember, id: number, status: unknown) =>
  server.call(`PUT /api/projects/connections/${id}`, member.token, { status });

describe('POST /api/projects/:id/connect', () => {
  it('notifies the creator without the email address, which only an approval reveals', async () => {
    const id = await project();
    const [ashaSocket, binaSocket] = await Promise.all([server.connect(asha), server.connect(bina)]);
    const received: Interest[] = [];
    ashaSocket.on('connection:created', (interest) => received.push(interest));
    binaSocket.on('connection:created', () => expect.unreachable());
    const { status, body } = await connect(bina, id);
    expect(status).toBe(201);
    expect(body.message).toBe('Interest sent successfully!');
    expect(body.data.connection).toMatchObject({ project_id: id, project_title: 'Rover', status: 'pending' });
    expect(JSON.stringify(body)).not.toContain('@');
    await eventually(() => expect(received).toHaveLength(1));
    expect(received[0]).toMatchObject({ id: body.data.connection.id, requester_email: '' });
    expect((await server.call(`GET /api/projects/${id}`, asha.token)).body.connections).toEqual(received);
  });

  it('refuses the member’s own project, an unknown project, and a second interest until the first has ended', async () => {
    const id = await project();
    expect(await connect(asha, id)).toMatchObject({ status: 403, body: { code: 'OWN_PROJECT' } });
    expect(await connect(bina, 999_999)).toMatchObject({ status: 404, body: { code: 'PROJECT_NOT_FOUND' } });
    const first = (await connect(bina, id)).body.data.connection.id;
    expect(await connect(bina, id)).toMatchObject({ status: 409, body: { code: 'ALREADY_CONNECTED' } });
    await server.call(`DELETE /api/projects/connections/${first}`, bina.token);
    const second = (await connect(bina, id)).body.data.connection.id;
    expect(second).not.toBe(first);
    await decide(asha, second, 'approved');
    expect((await connect(bina, id)).status).toBe(409);
  });

  it('accepts a JSON header without a body', async () => {
    const id = await project();
    const headers = { 'content-type': 'application/json' };
    expect((await server.call(`POST /projects/${id}/connect`, bina.token, undefined, headers)).status).toBe(201);
    const empty = await server.call('POST /api/project-requests', bina.token, undefined, headers);
    expect(empty).toMatchObject({ status: 400, body: { success: false } });
  });
});

describe('GET /api/projects/connections/mine', () => {
  it('names the creator to the applicant until it has ended', async () => {
    const dev = await server.signUp('Dev');
    const interest = (await connect(dev, await project())).body.data.connection.id;
    const own = async (): Promise<MyInterest[]> =>
      (await server.call('GET /api/projects/connections/mine', dev.token)).body.data.connections;
    expect(await own()).toMatchObject([{ creator_id: asha.id, creator_name: 'Asha' }]);
    await decide(asha, interest, 'denied');
    expect((await own()).map(({ creator_name }) => creator_name)).toEqual([undefined]);
  });
});

describe('GET /api/projects/connections/incoming', () => {
  it('lists pending interest in all of the creator’s own projects, newest first', async () => {
    const dev = await server.signUp('Dev');
    const own = (title: string): Promise<number> => postProject(server, dev, { title });
    const [one, two] = [await own('One'), await own('Two')];
    const first = (await connect(bina, one)).body.data.connection.id;
    const second = (await connect(chitra, two)).body.data.connection.id;
    const waiting = async (member: TestMember): Promise<Interest[]> =>
      (await server.call('GET /api/projects/connections/incoming', member.token)).body.data.connections;
    expect((await waiting(dev)).map(({ id, project_title }) => [id, project_title])).toEqual([
      [second, 'Two'],
      [first, 'One'],
    ]);
    expect(await waiting(bina)).toEqual([]);
    const page = async (query: string) =>
      (await server.call(`GET /api/projects/connections/incoming${query}`, dev.token)).body.data;
    expect(await page('?limit=1')).toMatchObject({ connections: [{ id: second }], has_more: true, total: 2 });
    expect(await page(`?before=${second}`)).toMatchObject({ connections: [{ id: first }], has_more: false, total: 2 });
    expect(await page(`?before=${first}`)).toEqual({ connections: [], has_more: false, total: 2 });
    expect((await server.call('GET /api/projects/connections/incoming?limit=201', dev.token)).status).toBe(400);
    await decide(dev, second, 'denied');
    await decide(dev, first, 'approved');
    expect(await waiting(dev)).toEqual([]);
  });
});

describe('PUT /api/projects/connections/:id', () => {
  it('lets only the creator decide, once, and notifies both sides', async () => {
    const interest = (await connect(bina, await project())).body.data.connection.id;
    expect(await decide(bina, interest, 'approved')).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    expect(await decide(chitra, interest, 'denied')).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    expect(await decide(asha, 999_999, 'denied')).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    for (const wrong of ['pending', 'APPROVED', 'accepted', ['approved'], null, undefined])
      expect((await decide(asha, interest, wrong)).status).toBe(400);

    const received: MyInterest[] = [];
    const sockets = await Promise.all([server.connect(asha), server.connect(bina)]);
    for (const socket of sockets) socket.on('connection:decided', (decided) => received.push(decided));
    const { status, body } = await decide(asha, interest, 'approved');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      message: 'Connection approved',
      data: { connection: { id: interest, status: 'approved', requester_email: bina.email } },
    });
    await eventually(() => expect(received).toHaveLength(2));
    expect(received[0]).toMatchObject({ id: interest, status: 'approved', project_title: 'Rover' });
    expect(JSON.stringify(received)).not.toContain('@');
    for (const repeated of ['approved', 'denied'])
      expect(await decide(asha, interest, repeated)).toMatchObject({ status: 409, body: { code: 'ALREADY_DECIDED' } });
  });

  it('also answers on the path without /api', async () => {
    const interest = (await connect(chitra, await project())).body.data.connection.id;
    const path = `PUT /projects/connections/${interest}`;
    expect(await server.call(path, asha.token, { status: 'denied' })).toMatchObject({
      status: 200,
      body: { message: 'Connection denied', data: { connection: { status: 'denied' } } },
    });
  });
});

describe('DELETE /api/projects/connections/:id', () => {
  const withdraw = (member: TestMember, id: number, path = '/api/projects/connections') =>
    server.call(`DELETE ${path}/${id}`, member.token);

  it('withdraws the member’s own pending interest, notifies the creator, and shows both sides', async () => {
    const id = await project();
    const interest = (await connect(bina, id)).body.data.connection.id;
    const received: MyInterest[] = [];
    for (const socket of await Promise.all([server.connect(asha), server.connect(bina)]))
      socket.on('connection:decided', (decided) => received.push(decided));
    for (const other of [asha, chitra])
      expect(await withdraw(other, interest)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    expect(await withdraw(bina, 999_999)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    const { status, body } = await withdraw(bina, interest);
    expect([status, body.data.connection]).toMatchObject([
      200,
      { id: interest, status: 'denied', ended_by: 'withdrawn' },
    ]);
    await eventually(() => expect(received).toHaveLength(2));
    expect(received[0]).toMatchObject({ id: interest, status: 'denied', ended_by: 'withdrawn' });
    expect(
      (await server.call(`GET /api/projects/connections/incoming?project_id=${id}`, asha.token)).body.data.total,
    ).toBe(0);
    const { items } = (await server.call('GET /api/inbox', asha.token)).body.data;
    expect(items.filter((item: { subject_id: number }) => item.subject_id === interest)).toMatchObject([
      { kind: 'interest:withdrawn', actor: { id: bina.id } },
    ]);
    expect(await withdraw(bina, interest)).toMatchObject({ status: 409, body: { code: 'ALREADY_DECIDED' } });
    expect(await decide(asha, interest, 'approved')).toMatchObject({ status: 409, body: { code: 'ALREADY_DECIDED' } });
  });

  it('also answers on the path without /api', async () => {
    const interest = (await connect(chitra, await project())).body.data.connection.id;
    expect((await withdraw(chitra, interest, '/projects/connections')).status).toBe(200);
  });
});

describe('the table of what changes an interest', () => {
  const stages = REQUEST_STAGES.filter((stage) => stage !== 'waitlisted' && stage !== 'offered');
  const withdraw = (member: TestMember, id: number) =>
    server.call(`DELETE /api/projects/connections/${id}`, member.token);
  const calls = {
    ask: (at, member) => connect(member, at.project),
    approve: (at) => decide(asha, at.interest, 'approved'),
    deny: (at) => decide(asha, at.interest, 'denied'),
    withdraw: (at, member) => withdraw(member, at.interest),
  } as const satisfies Partial<
    Record<RequestAct, (at: { project: number; interest: number }, member: TestMember) => ReturnType<typeof connect>>
  >;
  const shown = async (member: TestMember, stage: RequestStage) => {
    const at = { project: await project(), interest: 0 };
    if (stage !== 'none') at.interest = (await connect(member, at.project)).body.data.connection.id;
    if (stage === 'accepted') await decide(asha, at.interest, 'approved');
    if (stage === 'rejected') await decide(asha, at.interest, 'denied');
    if (stage === 'withdrawn') await withdraw(member, at.interest);
    return at;
  };
  /** The stored interest in a project, and both sides' notifications of it. */
  const found = async (id: number) => {
    const of = <T extends 'interests' | 'notifications'>(table: T) => server.database.db.selectFrom(table);
    const rows = await of('interests')
      .select(['id', 'status', 'ended_by'])
      .where('project_id', '=', id)
      .orderBy('id')
      .execute();
    const notifications = await of('notifications')
      .select(['user_id', 'kind'])
      .where('project_id', '=', id)
      .orderBy('id')
      .execute();
    return { rows, notifications };
  };
  const refusalOf = (act: keyof typeof calls, stage: RequestStage) => {
    if (act !== 'ask') return refusalAtStage(act, stage);
    if (stage === 'rejected') return 'ASK_AGAIN_LATER';
    return (requestActs.ask.from as readonly RequestStage[]).includes(stage) ? null : 'ALREADY_CONNECTED';
  };

  it.each(Object.keys(calls) as (keyof typeof calls)[])('%s, at every stage', async (act) => {
    const member = await server.signUp();
    for (const stage of stages) {
      if (stage === 'none' && act !== 'ask') continue;
      const at = await shown(member, stage);
      const before = await found(at.project);
      const { status, body } = await calls[act](at, member);
      const refusal = refusalOf(act, stage);
      expect([stage, status < 300 ? null : body.code]).toEqual([stage, refusal]);
      const after = await found(at.project);
      if (refusal !== null) {
        expect(after).toEqual(before);
        continue;
      }
      const { to, notifies }: { to: string; notifies: { creator?: string; requester?: string } } = requestActs[act];
      const row = after.rows.at(-1) as Parameters<typeof stageOfInterest>[0];
      expect(stageOfInterest(row)).toBe(to);
      for (const [side, kind] of Object.entries(notifies))
        expect(after.notifications).toContainEqual({
          user_id: side === 'creator' ? asha.id : member.id,
          kind: `interest:${kind}`,
        });
    }
  });
});
