import { joinTeam } from '@sangam/testing/chat/team';
import { eventually } from '@sangam/testing/eventually';
import { postProject } from '@sangam/testing/post-project';
import { startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let server: TestServer;
let moderator: TestMember;

beforeAll(async () => {
  server = await startTestServer({ timings: { jobs: { pollMs: 100 } } });
  moderator = await server.signUp('Mod');
  const row = { user_id: moderator.id, by_setting: false };
  await server.database.db.insertInto('moderators').values(row).execute();
});
afterAll(() => server.close());

const call = (member: TestMember, name: string, body?: object) => server.call(name, member.token, body);

/** Reports and suspends a member. */
async function suspend(member: TestMember): Promise<{ status: number }> {
  const report = { kind: 'member', id: member.id, reason: 'spam' };
  const { id } = (await call(await server.signUp(), 'POST /api/reports', report)).body.data;
  const decision = { decision: 'suspend', reason: 'spam', note: 'Seen' };
  return call(moderator, `PUT /api/moderation/reports/${id}/decision`, decision);
}

type Of = 'request' | 'interest';
const ask = async (member: TestMember, of: Of, project_id: number): Promise<number> =>
  of === 'request'
    ? (await call(member, 'POST /api/project-requests', { project_id })).body.data.request.id
    : (await call(member, `POST /api/projects/${project_id}/connect`)).body.data.connection.id;

/** Creates a project, and a member with a pending request or interest in it. */
async function scene(of: Of) {
  const creator = await server.signUp('Asha');
  const applicant = await server.signUp('Bina');
  const project = await postProject(server, creator);
  const id = await ask(applicant, of, project);
  return { creator, applicant, project, id };
}
type Scene = Awaited<ReturnType<typeof scene>>;

/** Records all events that a member receives from now on. */
async function eventsOf(member: TestMember): Promise<{ event: string; payload: unknown }[]> {
  const received: { event: string; payload: unknown }[] = [];
  (await server.connect(member)).onAny((event: string, payload: unknown) => received.push({ event, payload }));
  return received;
}

/** Returns every list, text and notification in which the applicant sees the request. */
const seenBy = async (of: Of, member: TestMember) => ({
  requests: (await call(member, 'GET /api/project-requests/mine')).body.data,
  interests: (await call(member, 'GET /api/projects/connections/mine')).body.data,
  notifications: (await call(member, 'GET /api/inbox')).body.data,
  activity: (await call(member, 'GET /api/dashboard/recent-activity')).body.data,
  dashboard: (await call(member, 'GET /api/dashboard/stats')).body.data,
  of,
});

/** Replaces ids and times, so that two scenes can be compared byte for byte. */
function leveled(found: unknown, { creator, applicant, project, id }: Scene): string {
  const names = new Map([
    [creator.id, 'creator'],
    [applicant.id, 'applicant'],
  ]);
  return JSON.stringify(found, (key, value: unknown) => {
    if (typeof value === 'number' && key === 'project_id') return value === project ? 'project' : value;
    if (typeof value === 'number' && key.endsWith('_id') && value === id) return 'request';
    if (typeof value === 'number' && key === 'id') return 'an id';
    if (typeof value === 'number' && key.endsWith('_id')) return names.get(value) ?? 'an id';
    if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT/u.test(value)) return 'a time';
    return value;
  });
}

const endings = {
  'the creator deletes their account': ({ creator }) =>
    call(creator, 'DELETE /api/account', { current_password: creator.password }),
  'the creator blocks the applicant': ({ creator, applicant }) => call(creator, `PUT /api/blocks/${applicant.id}`),
  'a moderator suspends the creator': ({ creator }) => suspend(creator),
} as const satisfies Record<string, (at: Scene) => Promise<{ status: number }>>;

describe.each(['request', 'interest'] as const)('a pending %s that ends without an answer', (of) => {
  const eventOf = of === 'request' ? 'join-request:withdrawn' : 'connection:decided';
  const ofRequest = (received: { event: string; payload: unknown }[]) =>
    received.filter(({ event }) => event === eventOf || event === 'inbox:changed');

  it('looks the same to the applicant, byte for byte, whether by a block, a suspension or a deleted account', async () => {
    const results: string[] = [];
    for (const [how, end] of Object.entries(endings)) {
      const at = await scene(of);
      const received = await eventsOf(at.applicant);
      expect([how, (await end(at)).status]).toEqual([how, 200]);
      await eventually(() => expect(ofRequest(received)).toHaveLength(2));
      results.push(leveled({ events: ofRequest(received), shown: await seenBy(of, at.applicant) }, at));
    }
    expect(results[0]).toContain('project_deleted');
    expect(results[0]).toContain('project:unavailable');
    for (const result of results) expect(result).toBe(results[0]);
  });

  it('looks the same to the creator whether the applicant withdraws, blocks, is suspended or deletes the account', async () => {
    const path = of === 'request' ? '/api/project-requests' : '/api/projects/connections';
    const leaving = {
      withdraws: ({ applicant, id }) => call(applicant, `DELETE ${path}/${id}`),
      blocks: ({ applicant, creator }) => call(applicant, `PUT /api/blocks/${creator.id}`),
      'is suspended': ({ applicant }) => suspend(applicant),
      'deletes the account': ({ applicant }) =>
        call(applicant, 'DELETE /api/account', { current_password: applicant.password }),
    } as const satisfies Record<string, (at: Scene) => Promise<{ status: number }>>;
    const results: string[] = [];
    for (const [how, leave] of Object.entries(leaving)) {
      const at = await scene(of);
      const received = await eventsOf(at.creator);
      expect([how, (await leave(at)).status]).toEqual([how, 200]);
      await eventually(() => expect(ofRequest(received)).toHaveLength(2));
      const incoming = await call(at.creator, `GET ${path}/incoming`);
      expect(incoming.body.data.total).toBe(0);
      const { items } = (await call(at.creator, 'GET /api/inbox')).body.data;
      results.push(leveled({ events: ofRequest(received), items }, at));
    }
    expect(results[0]).toContain(`${of}:withdrawn`);
    for (const result of results) expect(result).toBe(results[0]);
  });

  it('leaves the creator’s lists on every device at once when the creator blocks the applicant', async () => {
    const at = await scene(of);
    const received = await eventsOf(at.creator);
    await call(at.creator, `PUT /api/blocks/${at.applicant.id}`);
    await eventually(() =>
      expect(received.filter(({ event }) => event === eventOf)).toMatchObject([{ payload: { id: at.id } }]),
    );
    expect(JSON.stringify((await call(at.creator, 'GET /api/inbox')).body.data.items)).not.toContain(`${of}:received`);
  });
});

describe('a transfer', () => {
  const transfer = async ({ creator, project }: Scene, to: TestMember) => {
    await joinTeam(server, project, creator, to);
    await call(creator, `PUT /api/projects/${project}/offer`, { user_id: to.id });
    expect((await call(to, `PUT /api/projects/${project}/offer/status`, { status: 'accepted' })).status).toBe(200);
  };

  it.each(['request', 'interest'] as const)('shows the applicant of a %s its new creator, live', async (of) => {
    const at = await scene(of);
    const next = await server.signUp('Chitra');
    const received = await eventsOf(at.applicant);
    await transfer(at, next);
    const event = of === 'request' ? 'join-request:mine' : 'connection:mine';
    await eventually(() =>
      expect(received.filter((each) => each.event === event)).toMatchObject([
        { payload: { id: at.id, creator_id: next.id, status: 'pending' } },
      ]),
    );
    const cards = (await call(at.applicant, `GET /api/conversations/${next.id}/requests`)).body.data;
    expect(JSON.stringify(cards)).toContain(`"id":${at.id}`);
  });
});
