import { randomUUID } from 'node:crypto';
import { keysOf } from '@sangam/shared/core/keys-of';
import {
  PROJECT_STATES,
  type ProjectAct,
  type ProjectState,
  projectActs,
  refusalOf,
} from '@sangam/shared/projects/lifecycle';
import { ProjectBody } from '@sangam/shared/projects/projects';
import { eventually } from '@sangam/testing/eventually';
import { postProject } from '@sangam/testing/post-project';
import { everyNth } from '@sangam/testing/runs';
import { type Reply, startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let server: TestServer;
let creator: TestMember;
let member: TestMember;
let other: TestMember;
let asking: TestMember;

beforeAll(async () => {
  server = await startTestServer();
  [creator, member] = [await server.signUp('Asha'), await server.signUp('Bina')];
  [other, asking] = [await server.signUp('Chitra'), await server.signUp('Dev')];
});
afterAll(() => server.close());

const create = (): Promise<number> => postProject(server, creator, { max_members: 4 });
const ask = async (by: TestMember, project_id: number): Promise<number> =>
  (await server.call('POST /api/project-requests', by.token, { project_id })).body.data?.request.id;
const join = async (by: TestMember, id: number) => {
  const path = `PUT /api/project-requests/${await ask(by, id)}/status`;
  expect((await server.call(path, creator.token, { status: 'accepted' })).status).toBe(200);
};
const setState = (id: number, state: string, by = creator) =>
  server.call(`PUT /api/projects/${id}/state`, by.token, { state });

/**
 * Creates a project in this state with an applicant who has a request and an interest, and with a member unless the creator is to be alone.
 */
async function projectIn(state: ProjectState, alone: boolean): Promise<number> {
  const id = await create();
  if (!alone) await join(member, id);
  await ask(asking, id);
  await server.call(`POST /api/projects/${id}/connect`, asking.token);
  if (state !== 'open') expect((await setState(id, state)).status).toBe(200);
  const { db } = server.database;
  await db.updateTable('projects').set({ confirmed_at: LONG_AGO, may_be_listed: false }).where('id', '=', id).execute();
  return id;
}

const LONG_AGO = new Date('2020-01-01');

/** Actions of members. The others are caused by an account or the clock (succession.test.ts). */
type Call = Exclude<ProjectAct, 'seek_creator' | 'come_back' | 'run_out'>;
const isCall = (act: ProjectAct): act is Call => !['account', 'clock'].includes(projectActs[act].by);

const calls: Record<Call, (id: number, by: TestMember) => Promise<Reply>> = {
  confirm: (id, by) => server.call(`PUT /api/projects/${id}/confirmation`, by.token),
  edit: (id, by) => server.call(`PATCH /api/projects/${id}`, by.token, { title: 'Lander' }),
  close: (id, by) => setState(id, 'closed', by),
  reopen: (id, by) => setState(id, 'open', by),
  reopen_finished: (id, by) => server.call(`POST /api/projects/${id}/reopen`, by.token),
  finish: (id, by) => setState(id, 'finished', by),
  delete: (id, by) => server.call(`DELETE /api/projects/${id}`, by.token),
  remove: (id, by) => server.call(`DELETE /api/projects/${id}/members/${member.id}`, by.token, { word: 'Thanks' }),
  leave: (id, by) => server.call(`DELETE /api/projects/${id}/members/me`, by.token),
  ask: (id, by) => server.call('POST /api/project-requests', by.token, { project_id: id }),
  show_interest: (id, by) => server.call(`POST /api/projects/${id}/connect`, by.token),
  transfer: (id, by) => server.call(`PUT /api/projects/${id}/offer`, by.token, { user_id: member.id }),
  cancel_transfer: (id, by) => server.call(`DELETE /api/projects/${id}/offer`, by.token),
  decline_transfer: (id, by) => server.call(`PUT /api/projects/${id}/offer/status`, by.token, { status: 'declined' }),
  accept_transfer: (id, by) => server.call(`PUT /api/projects/${id}/offer/status`, by.token, { status: 'accepted' }),
};
const ofATransfer: readonly Call[] = ['cancel_transfer', 'decline_transfer', 'accept_transfer'];

/** Returns everything that is stored about a project. */
async function stored(id: number) {
  const { rows } = await sql<{ state: string; title: string; seats: number; team: number[]; listed: boolean }>`
    SELECT p.state, p.title, p.may_be_listed AND p.confirmed_at > ${LONG_AGO} AS listed, p.member_count AS seats,
      (SELECT coalesce(json_agg(user_id ORDER BY user_id), '[]') FROM project_members WHERE project_id = p.id) AS team,
      (SELECT json_agg(status || coalesce(':' || ended_by, '') ORDER BY id) FROM join_requests WHERE project_id = p.id)
        AS requests,
      (SELECT json_agg(status || coalesce(':' || ended_by, '') ORDER BY id) FROM interests WHERE project_id = p.id)
        AS interests
    FROM projects p WHERE p.id = ${id}`.execute(server.database.db);
  return rows[0];
}

const acts = keysOf(projectActs).filter(isCall);
const actors = () => [['creator', creator] as const, ['member', member] as const, ['other', other] as const];
/** Actions whose error for a member who may not do them depends on their role. */
const ownAnswer: Partial<Record<Call, Partial<Record<'creator' | 'member' | 'other', string>>>> = {
  leave: { creator: 'OWN_PROJECT', other: 'NOT_FOUND' },
  ask: { creator: 'OWN_PROJECT', member: 'ALREADY_MEMBER' },
  show_interest: { creator: 'OWN_PROJECT' },
  decline_transfer: { creator: 'OFFER_GONE', other: 'OFFER_GONE' },
  accept_transfer: { creator: 'OFFER_GONE', other: 'OFFER_GONE' },
};

describe('the table of what changes a project', () => {
  it.each(
    everyNth(
      4,
      acts.flatMap((act) => PROJECT_STATES.map((state) => [act, state] as const)),
    ),
  )('%s, of a project that is %s, by everybody', { timeout: 30_000 }, async (act, state) => {
    for (const [role, actor] of actors()) {
      // A team member may show interest like anybody else, because interest asks for no seat.
      if (act === 'show_interest' && role === 'member') continue;
      const id = await projectIn(state, act === 'delete');
      if (act === 'delete' && role === 'member') continue;
      if (ofATransfer.includes(act)) expect((await calls.transfer(id, creator)).status).toBe(200);
      const before = await stored(id);
      const { status, body } = await calls[act](id, actor);
      const isAsked = projectActs[act].by === 'asked' && role === 'member';
      const refusal = ownAnswer[act]?.[role] ?? refusalOf(act, isAsked ? 'asked' : role, state);
      expect([role, status < 300 ? null : body.code]).toEqual([role, refusal]);
      const after = await stored(id);
      if (refusal !== null) {
        expect(after).toEqual(before);
        continue;
      }
      const { to, ends, frees, confirms } = projectActs[act];
      expect([after?.state, after?.listed]).toEqual([to ?? state, confirms]);
      if (frees !== null) expect(after?.team).toEqual([creator.id]);
      // A finished project has no pending requests.
      if (ends === null || state === 'finished') continue;
      expect(after).toMatchObject({ interests: [`denied:${ends}`] });
      expect(JSON.stringify(after)).toContain(`withdrawn:${ends}`);
      expect(JSON.stringify(after)).not.toContain('pending');
    }
  });
});

describe('a closed project', () => {
  it('keeps pending requests, which can still be decided, and shows its state to everybody', async () => {
    const id = await create();
    const request = await ask(asking, id);
    await setState(id, 'closed');
    expect((await server.call(`GET /api/projects/${id}`)).body.project.state).toBe('closed');
    const { body } = await server.call('GET /api/projects?limit=1');
    expect(body.data.projects).toMatchObject([{ id, state: 'closed' }]);
    const decided = await server.call(`PUT /api/project-requests/${request}/status`, creator.token, {
      status: 'accepted',
    });
    expect(decided.status).toBe(200);
    expect((await setState(id, 'open')).status).toBe(200);
    expect(await ask(other, id)).toBeGreaterThan(0);
  });

  it('refuses an unknown state', async () => {
    expect(await setState(await create(), 'deleted')).toMatchObject({ status: 400, body: { code: 'INVALID' } });
  });
});

describe('an end', () => {
  it('by finishing is shown to both sides at once, and in their lists with its reason', async () => {
    const id = await projectIn('open', false);
    const [one, two] = [await server.connect(creator), await server.connect(asking)];
    const received: string[] = [];
    for (const [member, socket] of [['creator', one] as const, ['asking', two] as const]) {
      socket.on('join-request:withdrawn', (end) =>
        received.push(`${member} request ${end.project_title} ${end.ended_by}`),
      );
      socket.on('connection:decided', (end) =>
        received.push(`${member} interest ${end.project_title} ${end.ended_by}`),
      );
    }
    await setState(id, 'finished');
    await eventually(() =>
      expect(received.toSorted()).toEqual([
        'asking interest Rover project_finished',
        'asking request Rover project_finished',
        'creator interest Rover project_finished',
        'creator request Rover project_finished',
      ]),
    );
    const mine = await server.call('GET /api/project-requests/mine?limit=1', asking.token);
    expect(mine.body.data.requests).toMatchObject([{ status: 'withdrawn', ended_by: 'project_finished' }]);
    const interest = await server.call('GET /api/projects/connections/mine?limit=1', asking.token);
    expect(interest.body.data.connections).toMatchObject([{ status: 'denied', ended_by: 'project_finished' }]);
    const list = async (finished: string) =>
      (
        await server.call(`GET /api/projects/mine?finished=${finished}&limit=100`, creator.token)
      ).body.data.projects.map((project: { id: number }) => project.id);
    expect(await list('yes')).toContain(id);
    expect(await list('no')).not.toContain(id);
  });

  it('by deleting leaves only the title in the lists of applicants', async () => {
    const id = await projectIn('open', true);
    const count = async () => (await server.call('GET /api/dashboard/stats', creator.token)).body.data.totalProjects;
    const before = await count();
    const socket = await server.connect(other);
    const received: unknown[] = [];
    socket.on('project:deleted', (deleted) => received.push(deleted));
    await new Promise((resolve) => socket.emit('project:watch', { list: false, project_id: id }, resolve));
    const deleted = { id, title: 'Rover', creator_id: creator.id };
    expect((await server.call(`DELETE /api/projects/${id}`, creator.token)).body.data).toEqual(deleted);
    await eventually(() => expect(received).toEqual([deleted]));
    const mine = await server.call('GET /api/project-requests/mine?limit=1', asking.token);
    expect(mine.body.data.requests).toMatchObject([
      { project_title: 'Rover', status: 'withdrawn', ended_by: 'project_deleted' },
    ]);
    expect((await server.call(`GET /api/projects/${id}`)).status).toBe(404);
    expect((await server.call(`PATCH /api/projects/${id}`, creator.token, { title: 'T' })).status).toBe(404);
    expect(await ask(other, id)).toBeUndefined();
    expect((await server.call(`DELETE /api/projects/${id}`, creator.token)).status).toBe(404);
    for (const path of ['GET /api/projects?limit=100', 'GET /api/projects/mine?limit=100'])
      expect(JSON.stringify((await server.call(path, creator.token)).body)).not.toContain(`"id":${id},`);
    expect(await count()).toBe(before - 1);
  });

  it('by deleting leaves no other text in the project’s rows', async () => {
    const texts = {
      ...{ title: 'Rover', description: 'Erased words', timeline: 'Erased weeks', required_skills: ['Erased skill'] },
      ...{ questions: ['Erased question?'], roles: [{ name: 'Erased role', seats: 1, skills: ['Erased craft'] }] },
    };
    const withoutText = ['category', 'max_members', 'answer_days'];
    expect([...keysOf(texts), ...withoutText].toSorted()).toEqual(keysOf(ProjectBody.properties).toSorted());
    const id = await postProject(server, creator, texts);
    const rows = async () => {
      const { rows: found } = await server.database.pool.query(
        `SELECT to_jsonb(p) AS project, (SELECT jsonb_agg(o) FROM project_roles o WHERE o.project_id = p.id) AS roles
         FROM projects p WHERE p.id = $1`,
        [id],
      );
      return JSON.stringify(found).toLowerCase();
    };
    expect(await rows()).toContain('erased');
    expect((await server.call(`DELETE /api/projects/${id}`, creator.token)).status).toBe(200);
    expect(await rows()).not.toContain('erased');
  });

  it('by deleting a hidden project is shown to its creator alone, with the current title', async () => {
    const id = await create();
    const question = { receiver_id: creator.id, content: 'When?', client_id: randomUUID(), project_id: id };
    expect((await server.call('POST /api/messages', other.token, question)).status).toBe(201);
    await server.database.pool.query('UPDATE projects SET hidden_at = now() WHERE id = $1', [id]);
    await server.call(`PATCH /api/projects/${id}`, creator.token, { title: 'Lander' });
    const gone: [number, string][] = [];
    const sockets = [await server.connect(other), await server.connect(creator)] as const;
    for (const [index, socket] of sockets.entries()) {
      await socket.emitWithAck('project:watch', { list: true, project_id: null });
      socket.on('project:deleted', ({ title }) => gone.push([index, title]));
    }
    expect((await server.call(`DELETE /api/projects/${id}`, creator.token)).status).toBe(200);
    // This event arrives after any event about the deletion.
    const next = new Promise((resolve) => sockets[0].on('project:created', resolve));
    await create();
    await next;
    await eventually(() => expect(gone).toEqual([[1, 'Lander']]));
    const titleFor = async (reader: TestMember, { id: otherId }: TestMember) =>
      (await server.call(`GET /api/messages/conversation/${otherId}`, reader.token)).body.data.messages[0]
        .project_title;
    expect([await titleFor(creator, other), await titleFor(other, creator)]).toEqual(['Lander', 'Rover']);
  });

  it('by deleting is refused while others are in the team', async () => {
    const id = await projectIn('open', false);
    const before = await stored(id);
    expect(await server.call(`DELETE /api/projects/${id}`, creator.token)).toMatchObject({
      status: 409,
      body: { code: 'TEAM_NOT_EMPTY' },
    });
    expect(await stored(id)).toEqual(before);
  });
});

describe('a removed member', () => {
  const remove = (id: number, word?: string) =>
    server.call(`DELETE /api/projects/${id}/members/${member.id}`, creator.token, word === undefined ? {} : { word });

  it('is notified at once with the message, loses the seat, and may ask again after 7 days', async () => {
    const id = await projectIn('open', false);
    const socket = await server.connect(member);
    const received: unknown[] = [];
    socket.on('team:removed', (removal) => received.push(removal.word));
    socket.on('join-request:withdrawn', (end) => received.push(end.end_word));
    const { body } = await remove(id, ' Thank you ');
    expect(body.data.project.current_members).toBe(1);
    await eventually(() => expect(received).toEqual(['Thank you', 'Thank you']));
    expect((await server.call(`GET /api/projects/${id}`, member.token)).body).toMatchObject({
      is_member: false,
      my_join_request: { status: 'withdrawn' },
    });
    const mine = await server.call('GET /api/project-requests/mine?limit=1', member.token);
    expect(mine.body.data.requests).toMatchObject([{ ended_by: 'removed', end_word: 'Thank you' }]);
    const repeated = await server.call('POST /api/project-requests', member.token, { project_id: id });
    expect(repeated).toMatchObject({ status: 409, body: { code: 'ASK_AGAIN_LATER' } });
  });

  it('must have a seat and not be the creator, and the message must not be too long', async () => {
    const id = await projectIn('open', false);
    const before = await stored(id);
    expect(await remove(id, 'x'.repeat(201))).toMatchObject({ status: 400, body: { errors: [{ field: 'word' }] } });
    for (const [user, status] of [
      [creator.id, 403],
      [other.id, 404],
      [999_999, 404],
    ])
      expect((await server.call(`DELETE /api/projects/${id}/members/${user}`, creator.token)).status).toBe(status);
    expect(await stored(id)).toEqual(before);
  });
});
