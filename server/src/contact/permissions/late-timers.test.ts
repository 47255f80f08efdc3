import { dayMs } from '@sangam/shared/core/limits';
import { stoppedClock } from '@sangam/testing/clocks';
import { eventually } from '@sangam/testing/eventually';
import { signUpRemembered } from '@sangam/testing/members';
import { postProject } from '@sangam/testing/post-project';
import { startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isInvited } from '../../requests/invitations/queries.js';
import { listInvolved } from '../../requests/kinds/queries.js';
import { hidesPresence, hidesTyping, mayBeFound } from './disclosure.queries.js';
import { pageView } from './member-page.queries.js';
import { asMember, findPermissions, hasOpenedByAct, hasOpenedTo, haveRequest } from './queries.js';

/** Time moves only when a test moves it. The first server runs no timer; the second, on the same database, runs them at once. */
const clock = stoppedClock();
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ clock, timings: { jobs: { pollMs: 2 ** 31 - 1 } } });
});
afterAll(() => server.close());

const call = (by: TestMember, name: string, body?: object) => server.call(name, by.token, body);

/** All that one of two members may see of and do to the other, by every permission that a request between them changes. */
async function permissionsOf(a: TestMember, b: TestMember) {
  const { db } = server.database;
  const [me, other, at] = [asMember(a.id), asMember(b.id), clock.now()];
  const { rows } =
    await sql`SELECT ${haveRequest(me, other, at)} AS have_request, ${hasOpenedTo(me, other, at)} AS has_opened,
    ${hasOpenedByAct(me, other, at)} AS has_opened_by_act, ${mayBeFound(me, other, at)} AS may_be_found,
    ${hidesPresence(me, other, at)} AS hides_presence, ${hidesTyping(me, other, at)} AS hides_typing,
    ${pageView(a.id, other, at)} AS page`.execute(db);
  const search = (await call(a, 'GET /api/search/people?q=')).body.data;
  const left = (await call(a, `GET /api/knocks?user_id=${b.id}`)).body.data;
  return { ...(rows[0] as object), facts: await findPermissions(db, a.id, b.id, at), search, left };
}

interface Case {
  creator: TestMember;
  member: TestMember;
  project: number;
}

const readers = {
  async requests({ creator, member, project }: Case) {
    const decided = (await call(creator, 'GET /api/project-requests/decided')).body.data.requests;
    const { connections } = (await call(creator, `GET /api/projects/${project}`)).body;
    const between = (await call(creator, `GET /api/conversations/${member.id}/requests`)).body.data;
    // The timer writes when it ran.
    return JSON.parse(
      JSON.stringify({ decided, connections, between }, (key, value) => (key === 'decided_at' ? null : value)),
    );
  },
  permissions: async ({ creator, member }: Case) => [
    await permissionsOf(creator, member),
    await permissionsOf(member, creator),
  ],
  involved: ({ project }: Case) =>
    server.database.db.transaction().execute((trx) => listInvolved(trx, project, clock.now())),
  invited: ({ project, member }: Case) =>
    server.database.db.transaction().execute((trx) => isInvited(trx, project, member.id, clock.now())),
};

const begun = {
  'a join request': ({ member, project }: Case) => call(member, 'POST /api/project-requests', { project_id: project }),
  interest: ({ member, project }: Case) => call(member, `POST /api/projects/${project}/connect`),
  'an invitation': ({ creator, member, project }: Case) =>
    call(creator, `POST /api/projects/${project}/invitations`, { user_id: member.id }),
  'an expired seat offer': async (one: Case) => {
    const { id } = (await begun['a join request'](one)).body.data.request;
    return call(one.creator, `PUT /api/project-requests/${id}/line`);
  },
};

describe.each(Object.entries(begun))('%s whose deadline has passed', (_, begin) => {
  it('permits before its timer runs just as much as after it', async () => {
    const [creator, member] = [await signUpRemembered(server), await signUpRemembered(server)];
    for (const one of [creator, member]) {
      await call(one, 'PATCH /api/users/profile', { college: 'IIT', skills: ['Go'], listed: one === member });
    }
    const project = await postProject(server, creator, { answer_days: 1, max_members: 3 });
    const one = { creator, member, project };
    const all = async () => {
      const answers: Record<string, unknown> = {};
      for (const [name, read] of Object.entries(readers)) answers[name] = await read(one);
      return answers;
    };
    expect((await begin(one)).status).toBeLessThan(300);
    const choices = { presence_for: 'acquainted', found_by: 'teams', contact_from: 'teams' };
    for (const each of [creator, member]) await call(each, 'PATCH /api/notification-choices', choices);
    const pending = await all();
    clock.atMs += 15 * dayMs;
    const before = await all();
    expect(before).not.toEqual(pending);

    // The timers are run by a restarted server.
    await using timed = await startTestServer({ clock, beside: server, timings: { jobs: { pollMs: 20 } } });
    await eventually(async () => {
      const { rows } = await sql<{ open: number }>`
        SELECT (SELECT count(*) FROM join_requests WHERE project_id = ${project} AND status = 'pending')
          + (SELECT count(*) FROM interests WHERE project_id = ${project} AND status = 'pending')
          + (SELECT count(*) FROM invitations WHERE project_id = ${project} AND status = 'pending') AS open`.execute(
        server.database.db,
      );
      expect(rows).toEqual([{ open: 0 }]);
    });
    expect(timed.url).not.toBe('');
    expect(await all()).toEqual(before);
  });
});
