import { emptyWeek, withQuarters } from '@sangam/shared/people/hours/week';
import { connectForTeams, formTeam, joinTeam } from '@sangam/testing/chat/team';
import { startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';

let server: TestServer;
let asha: TestMember;
let bina: TestMember;
let team: number;
beforeAll(async () => {
  server = await startTestServer();
  [asha, bina] = [await server.signUp(), await server.signUp()];
  team = (await formTeam(server, asha, [bina])).conversationId;
});
afterAll(() => server.close());

const week = (quarter: number) => ({ hours: withQuarters(emptyWeek, [quarter]), zone: 'Asia/Kolkata' });
const profile = { name: 'Asha', college: 'IIT Delhi', skills: ['Go'] };

/** The changes that a member makes on several devices: three different values, and a read of the newest one. */
const changed = [
  {
    what: 'notifications from a team',
    call: () => `PUT /api/messages/c/${team}/notify`,
    bodies: [{ notify: 'all' }, { notify: 'mentions' }, { notify: 'off' }],
    read: async () => {
      const [row] = (await server.call('GET /api/refresh', asha.token)).body.data.teams.data.teams;
      return { value: { notify: row.notify }, version: row.notify_version };
    },
  },
  {
    what: 'free hours',
    call: () => 'PUT /api/hours',
    bodies: [week(1), week(2), week(3)],
    read: async () => {
      const { hours, version } = (await server.call('GET /api/hours', asha.token)).body.data;
      return { value: hours, version };
    },
  },
  {
    what: 'a part of the profile',
    call: () => 'PATCH /api/users/profile',
    bodies: [{ headline: 'One' }, { headline: 'Two' }, { headline: 'Three' }],
    read: async () => {
      const { user } = (await server.call('GET /api/auth/me', asha.token)).body;
      return { value: { headline: user.headline }, version: user.version };
    },
  },
  {
    what: 'the whole profile',
    call: () => 'PUT /api/users/profile',
    bodies: [profile, { ...profile, college: 'IIT Madras' }, { ...profile, skills: ['Go', 'SQL'] }],
    read: async () => {
      const { name, college, skills, version } = (await server.call('GET /api/auth/me', asha.token)).body.user;
      return { value: { name, college, skills }, version };
    },
  },
];

it.each(changed)('a late change of $what replaces none that was made after it', async ({ call, bodies, read }) => {
  const [first, second, third] = bodies;
  const put = async (body: object | undefined, seen?: number) => {
    const { status, body: answer } = await server.call(
      seen === undefined ? call() : `${call()}?version=${seen}`,
      asha.token,
      body,
    );
    return status === 200 ? 'stored' : answer.code;
  };
  const { version } = await read();
  expect(await put(first, version)).toBe('stored');
  expect(await put(second, version)).toBe('CHOICES_CHANGED');
  expect(await read()).toEqual({ value: first, version: version + 1 });
  // A repeated choice of the same counts as well: the late one was made before it.
  expect(await put(first, version + 1)).toBe('stored');
  expect(await put(second, version + 1)).toBe('CHOICES_CHANGED');
  expect(await put(second, version + 2)).toBe('stored');
  // Clients of the contract and of the previous version name none.
  expect(await put(third)).toBe('stored');
  expect(await put(first, version + 3)).toBe('CHOICES_CHANGED');
  expect(await read()).toEqual({ value: third, version: version + 4 });
});

it.each(changed)(
  'of two changes of $what at once on the same version one is refused',
  async ({ call, bodies, read }) => {
    const { version } = await read();
    const answers = await Promise.all(
      bodies.slice(0, 2).map((body) => server.call(`${call()}?version=${version}`, asha.token, body)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const stored = bodies[answers.findIndex(({ status }) => status === 200)];
    expect(await read()).toEqual({ value: stored, version: version + 1 });
  },
);

it('the member’s other devices get the new version with the change', async () => {
  const phone = await connectForTeams(server, asha);
  const next = (event: 'profile:changed' | 'conversation:changed') =>
    new Promise((resolve) => phone.once(event, resolve));
  const events = [next('profile:changed'), next('conversation:changed')];
  await server.call('PATCH /api/users/profile', asha.token, { headline: 'Four' });
  await server.call(`PUT /api/messages/c/${team}/notify`, asha.token, { notify: 'off' });
  const [choice, , part] = await Promise.all(changed.map(({ read }) => read()));
  expect(await Promise.all(events)).toMatchObject([
    { headline: 'Four', version: part?.version },
    { notify: 'off', notify_version: choice?.version },
  ]);
});

it('a text that a moderator removes is a later version: a late edit doesn’t bring it back', async () => {
  const { version } = (await server.call('PATCH /api/users/profile', asha.token, { about: 'Rude' })).body.user;
  await sql`UPDATE users SET about = '' WHERE id = ${asha.id}`.execute(server.database.db);
  const late = await server.call(`PATCH /api/users/profile?version=${version}`, asha.token, { about: 'Rude again' });
  expect(late.body.code).toBe('CHOICES_CHANGED');
});

it('a choice that was made before a member left a team doesn’t replace the default after they return', async () => {
  const { projectId, conversationId } = await formTeam(server, asha, [bina]);
  const choose = (seen: number) =>
    server.call(`PUT /api/messages/c/${conversationId}/notify?version=${seen}`, bina.token, { notify: 'off' });
  const shown = async () => {
    const { teams } = (await server.call('GET /api/refresh', bina.token)).body.data.teams.data;
    return teams.find((row: { conversation_id: number }) => row.conversation_id === conversationId);
  };
  const { notify, notify_version } = await shown();
  expect((await server.call(`DELETE /api/projects/${projectId}/members/me`, bina.token)).status).toBe(200);
  await sql`UPDATE join_requests SET ask_again_at = NULL WHERE project_id = ${projectId}`.execute(server.database.db);
  await joinTeam(server, projectId, asha, bina);
  expect((await choose(notify_version)).body.code).toBe('CHOICES_CHANGED');
  expect((await shown()).notify).toBe(notify);
});
