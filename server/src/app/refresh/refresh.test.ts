import type { CallAnswer } from '@sangam/shared/app/calls';
import { changeMessage } from '@sangam/testing/chat/change-message';
import { teamOf } from '@sangam/testing/chat/team';
import { everyNth } from '@sangam/testing/runs';
import { startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';

type Answer = CallAnswer<'GET /api/refresh'>['data'];
type Parts = Omit<Answer, 'inbox_version'>;

let server: TestServer;
let creator: TestMember;
let member: TestMember;
/** The creator's project, on which the member has a pending join request and a pending interest. */
let scene: { project: number; request: number; interest: number };

const call = async (name: string, member: TestMember, body?: object) => {
  const answer = await server.call(name, member.token, body);
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body.data;
};
const write = (from: TestMember, to: TestMember) =>
  call('POST /api/messages', from, { receiver_id: to.id, content: 'Hi' });
const sayInTeam = async () =>
  call('POST /api/messages', member, { conversation_id: await teamOf(server, member, scene.project), content: 'Hi' });
const profile = (member: TestMember, change: object = {}) =>
  call('PUT /api/users/profile', member, { name: member.user.name, college: 'IIT', skills: ['Go'], ...change });
const refresh = async (member: TestMember, held = new URLSearchParams()): Promise<Parts> => {
  const { inbox_version: _, ...parts }: Answer = await call(`GET /api/refresh?${held}`, member);
  return parts;
};
const versions = (answer: Parts) =>
  new URLSearchParams(Object.entries(answer).map(([part, { version }]): [string, string] => [part, String(version)]));

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

beforeEach(async () => {
  creator = await server.signUp('Asha');
  member = await server.signUp('Bina');
  await Promise.all([profile(creator), profile(member)]);
  const fields = { title: 'Rover', description: 'On Mars', category: 'other', max_members: 5 };
  const [posted] = await Promise.all([call('POST /api/projects', creator, fields), write(member, creator)]);
  const project = posted.project.id;
  const request = (await call('POST /api/project-requests', member, { project_id: project })).request.id;
  const interest = (await call(`POST /api/projects/${project}/connect`, member)).connection.id;
  scene = { project, request, interest };
});

const messages = ['conversations', 'bell'];
const requests = ['incoming_requests', 'my_requests', 'incoming_interests', 'my_invitations'];
const lists = [...messages, ...requests];
/** The parts that a notification about a request changes. */
const notifying = [...requests, 'inbox'];
const all = [...lists, 'teams', 'inbox', 'choices', 'saved'];

describe('GET /api/refresh', () => {
  it('returns each part as its own call would, to a client without versions', async () => {
    for (const caller of [creator, member]) {
      const answer = await refresh(caller);
      expect(Object.keys(answer).toSorted()).toEqual(all.toSorted());
      expect(answer.conversations?.data).toEqual(await call('GET /api/messages/conversations', caller));
      expect(answer.bell?.data).toEqual({
        ...(await call('GET /api/messages/unread-count', caller)),
        ...(await call('GET /api/messages/notifications', caller)),
      });
      expect(answer.incoming_requests?.data).toEqual(await call('GET /api/project-requests/incoming', caller));
      expect(answer.my_requests?.data).toEqual(await call('GET /api/project-requests/mine', caller));
      expect(answer.my_invitations?.data).toEqual(await call('GET /api/invitations/received', caller));
      expect(answer.incoming_interests?.data).toEqual(await call('GET /api/projects/connections/incoming', caller));
      expect(answer.inbox).toEqual(await call('GET /api/inbox', caller));
      expect(answer.choices).toEqual(await call('GET /api/notification-choices', caller));
    }
  });

  it('returns the same to a new member as the calls do', async () => {
    const newcomer = await server.signUp('Chitra');
    const answer = await refresh(newcomer);
    expect(answer.conversations?.data).toEqual(await call('GET /api/messages/conversations', newcomer));
    expect(answer.bell?.data).toEqual({
      ...(await call('GET /api/messages/unread-count', newcomer)),
      ...(await call('GET /api/messages/notifications', newcomer)),
    });
    expect(answer.incoming_requests?.data).toEqual(await call('GET /api/project-requests/incoming', newcomer));
    expect(answer.my_requests?.data).toEqual(await call('GET /api/project-requests/mine', newcomer));
    expect(answer.my_invitations?.data).toEqual(await call('GET /api/invitations/received', newcomer));
    expect(answer.incoming_interests?.data).toEqual(await call('GET /api/projects/connections/incoming', newcomer));
    expect(answer.inbox).toEqual(await call('GET /api/inbox', newcomer));
    expect(answer.choices).toEqual(await call('GET /api/notification-choices', newcomer));
    expect(await refresh(newcomer, versions(answer))).toEqual({});
  });

  it('returns first pages of the given length', async () => {
    await write(await server.signUp('Chitra'), creator);
    const { conversations, bell, inbox } = await refresh(
      creator,
      new URLSearchParams({ conversations_limit: '1', bell_limit: '1', inbox_limit: '1' }),
    );
    expect(conversations?.data).toMatchObject({ conversations: [{ name: 'Chitra' }], has_more: true });
    expect(bell?.data).toMatchObject({ unread_count: 2, notifications: [{ sender_name: 'Chitra' }], has_more: true });
    expect(inbox).toMatchObject({ items: [{ kind: 'interest:received' }], has_more: true });
  });

  it('returns nothing while nothing changes, and only the changed parts otherwise', async () => {
    const held = versions(await refresh(creator));
    await server.call('GET /api/projects', member.token);
    await call('POST /api/users/update-status', member, { isActive: true, lastActive: new Date().toISOString() });
    expect(await refresh(creator, held)).toEqual({});
    held.delete('bell');
    held.set('my_requests', 'made up');
    expect(Object.keys(await refresh(creator, held))).toEqual(['bell', 'my_requests']);
  });

  it('returns the version of the notifications', async () => {
    const stands = async () => (await call('GET /api/refresh', creator)).inbox_version;
    const before = await stands();
    expect(before).toBe((await call('GET /api/inbox', creator)).version);
    await call(`DELETE /api/project-requests/${scene.request}`, member);
    expect(await stands()).toBeGreaterThan(before);
    expect(await stands()).toBe((await call('GET /api/inbox', creator)).version);
  });

  it('returns nothing new after a restart', async () => {
    const held = versions(await refresh(creator));
    await using restarted = await startTestServer({ beside: server });
    const { status, body } = await restarted.call(`GET /api/refresh?${held}`, creator.token);
    expect([status, Object.keys(body.data)]).toEqual([200, ['inbox_version']]);
  });

  it('does not accept another member’s version', async () => {
    const [a, b] = [await server.signUp(), await server.signUp()];
    // Neither has notifications, so both have the same number.
    expect(Object.keys(await refresh(a, versions(await refresh(b)))).toSorted()).toEqual(
      [...lists, 'teams'].toSorted(),
    );
  });

  it('is refused once the session has ended, for any versions', async () => {
    const held = versions(await refresh(member));
    await call('POST /api/auth/logout', member);
    const answer = await server.call(`GET /api/refresh?${held}`, member.token);
    expect(answer).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } });
  });
});

interface Act {
  act: string;
  /** Runs before the versions are read. */
  before?: () => Promise<unknown>;
  does: () => Promise<unknown>;
  /** The parts that change for the creator and for the member. */
  creator: string[];
  member: string[];
}
const decide = (status: string) => call(`PUT /api/project-requests/${scene.request}/status`, creator, { status });
const setState = (state: string) => call(`PUT /api/projects/${scene.project}/state`, creator, { state });
const run = (statement: ReturnType<typeof sql>) => statement.execute(server.database.db);

const acts: Act[] = [
  { act: 'a message is sent', does: () => write(member, creator), creator: messages, member: messages },
  {
    act: 'a first message comes',
    does: async () => write(await server.signUp(), creator),
    creator: messages,
    member: [],
  },
  {
    act: 'a conversation is read',
    does: () => call(`PUT /api/messages/mark-read/${member.id}`, creator),
    creator: messages,
    member: messages,
  },
  {
    act: 'a message changes',
    does: () => changeMessage(server.database, [creator.id, member.id], 1, 'Hello'),
    creator: messages,
    member: messages,
  },
  {
    act: 'a join request is made',
    before: () => call(`DELETE /api/project-requests/${scene.request}`, member),
    does: () => call('POST /api/project-requests', member, { project_id: scene.project }),
    creator: notifying,
    member: requests,
  },
  {
    act: 'the member is invited',
    before: () => call(`DELETE /api/project-requests/${scene.request}`, member),
    does: () => call(`POST /api/projects/${scene.project}/invitations`, creator, { user_id: member.id }),
    creator: requests,
    member: notifying,
  },
  {
    act: 'a join request is accepted',
    does: () => decide('accepted'),
    creator: ['teams', ...notifying],
    member: ['teams', ...notifying],
  },
  { act: 'a join request is rejected', does: () => decide('rejected'), creator: notifying, member: notifying },
  {
    act: 'a join request is withdrawn',
    does: () => call(`DELETE /api/project-requests/${scene.request}`, member),
    creator: notifying,
    member: requests,
  },
  {
    act: 'a member leaves',
    before: () => decide('accepted'),
    does: () => call(`DELETE /api/projects/${scene.project}/members/me`, member),
    creator: ['teams', ...notifying],
    member: ['teams', ...notifying],
  },
  {
    act: 'a member is removed',
    before: () => decide('accepted'),
    does: () => call(`DELETE /api/projects/${scene.project}/members/${member.id}`, creator),
    creator: ['teams', ...requests],
    member: ['teams', ...notifying],
  },
  {
    act: 'the project is offered',
    before: () => decide('accepted'),
    does: () => call(`PUT /api/projects/${scene.project}/offer`, creator, { user_id: member.id }),
    creator: [],
    member: ['inbox'],
  },
  {
    act: 'the project is taken over',
    before: async () => {
      await decide('accepted');
      await call(`PUT /api/projects/${scene.project}/offer`, creator, { user_id: member.id });
    },
    does: () => call(`PUT /api/projects/${scene.project}/offer/status`, member, { status: 'accepted' }),
    creator: ['teams', ...notifying],
    member: ['teams', ...notifying],
  },
  {
    act: 'a message is written to the team',
    before: () => decide('accepted'),
    does: sayInTeam,
    creator: ['teams'],
    member: ['teams'],
  },
  {
    act: 'a message to the team is read',
    before: async () => {
      await decide('accepted');
      await sayInTeam();
    },
    does: async () => call(`PUT /api/messages/c/${await teamOf(server, member, scene.project)}/read`, creator),
    creator: ['teams'],
    member: [],
  },
  {
    act: 'a message to the team is edited',
    before: async () => {
      await decide('accepted');
      await sayInTeam();
    },
    does: async () =>
      call(`PATCH /api/messages/c/${await teamOf(server, member, scene.project)}/1`, member, {
        client_id: crypto.randomUUID(),
        content: 'Hello',
      }),
    creator: ['teams'],
    member: ['teams'],
  },
  { act: 'the project is closed', does: () => setState('closed'), creator: [], member: [] },
  {
    act: 'the project is opened again',
    before: () => setState('closed'),
    does: () => setState('open'),
    creator: [],
    member: [],
  },
  { act: 'the project is finished', does: () => setState('finished'), creator: notifying, member: notifying },
  {
    act: 'the project is deleted',
    does: () => call(`DELETE /api/projects/${scene.project}`, creator),
    creator: notifying,
    member: notifying,
  },
  {
    act: 'a notification is read',
    does: () => call('PUT /api/inbox/read-all', creator),
    creator: ['inbox'],
    member: [],
  },
  {
    act: 'a notification is cleared',
    does: async () => call(`DELETE /api/inbox/${(await call('GET /api/inbox', creator)).items[0].id}`, creator),
    creator: ['inbox'],
    member: [],
  },
  {
    act: 'notifications are chosen',
    does: () => call('PATCH /api/notification-choices', member, { mail_pace: 'daily' }),
    creator: [],
    member: ['choices'],
  },
  {
    act: 'a conversation and a project are muted',
    does: async () => {
      await call(`PUT /api/messages/mute/${member.id}`, creator);
      await call(`PUT /api/projects/${scene.project}/mute`, member);
    },
    creator: ['choices'],
    member: ['choices'],
  },
  {
    act: 'a conversation is told again',
    before: () => call(`PUT /api/messages/mute/${member.id}`, creator),
    does: () => call(`DELETE /api/messages/mute/${member.id}`, creator),
    creator: ['choices'],
    member: [],
  },
  {
    act: 'a conversation is archived',
    does: async () => {
      const [{ conversation_id }] = (await call('GET /api/messages/conversations', creator)).conversations;
      await call(`PUT /api/messages/c/${conversation_id}/archive`, creator, { seq: 1, client_id: crypto.randomUUID() });
    },
    creator: ['conversations', 'bell'],
    member: [],
  },
  {
    act: 'a message is saved',
    does: () =>
      call(`PUT /api/messages/conversation/${member.id}/1/saved`, creator, { client_id: crypto.randomUUID() }),
    creator: ['saved'],
    member: [],
  },
  {
    act: 'a saved message is removed',
    before: () =>
      call(`PUT /api/messages/conversation/${member.id}/1/saved`, creator, { client_id: crypto.randomUUID() }),
    does: () =>
      call(`DELETE /api/messages/conversation/${member.id}/1/saved`, creator, { client_id: crypto.randomUUID() }),
    creator: ['saved'],
    member: [],
  },
  {
    act: 'a message is deleted that the other has saved and read',
    before: async () => {
      await call(`PUT /api/messages/mark-read/${member.id}`, creator);
      await call(`PUT /api/messages/conversation/${member.id}/1/saved`, creator, { client_id: crypto.randomUUID() });
    },
    does: () => call(`DELETE /api/messages/conversation/${creator.id}/1`, member, { client_id: crypto.randomUUID() }),
    creator: [...messages, 'saved'],
    member: messages,
  },
  {
    act: 'interest is shown',
    does: async () => call(`POST /api/projects/${scene.project}/connect`, await server.signUp()),
    creator: notifying,
    member: [],
  },
  {
    act: 'interest is decided',
    does: () => call(`PUT /api/projects/connections/${scene.interest}`, creator, { status: 'denied' }),
    creator: notifying,
    member: ['inbox'],
  },
  {
    act: 'the requester is renamed',
    does: () => profile(member, { name: 'Bina B' }),
    creator: lists,
    member: requests,
  },
  {
    act: 'the requester learns',
    does: () => profile(member, { skills: ['Go', 'SQL'] }),
    creator: requests,
    member: requests,
  },
  {
    act: 'the requester, whose address the creator doesn’t see, changes it',
    does: () => run(sql`UPDATE users SET email = 'new-' || email WHERE id = ${member.id}`),
    creator: [],
    member: requests,
  },
  {
    act: 'the requester, whose interest was approved, changes their address',
    before: () => call(`PUT /api/projects/connections/${scene.interest}`, creator, { status: 'approved' }),
    does: () => run(sql`UPDATE users SET email = 'new-' || email WHERE id = ${member.id}`),
    creator: requests,
    member: requests,
  },
  {
    act: 'a member who has blocked the other changes their profile',
    before: () => call(`PUT /api/blocks/${member.id}`, creator),
    does: () => profile(creator, { college: 'IISc', skills: ['SQL'], github_link: 'https://github.com/asha' }),
    creator: requests,
    member: [],
  },
  {
    act: 'a hidden project gets another title',
    before: () => run(sql`UPDATE projects SET hidden_at = now() WHERE id = ${scene.project}`),
    does: () => call(`PATCH /api/projects/${scene.project}`, creator, { title: 'Lander' }),
    creator: requests,
    member: [],
  },
  {
    act: 'a hidden project that was renamed is shown again',
    before: async () => {
      await run(sql`UPDATE projects SET hidden_at = now() WHERE id = ${scene.project}`);
      await call(`PATCH /api/projects/${scene.project}`, creator, { title: 'Lander' });
    },
    does: () => run(sql`UPDATE projects SET hidden_at = NULL WHERE id = ${scene.project}`),
    creator: requests,
    member: requests,
  },
  {
    act: 'an invitation is queued',
    before: () => call(`DELETE /api/project-requests/${scene.request}`, member),
    does: () =>
      run(sql`INSERT INTO invitations (project_id, creator_id, member_id, answer_from, answer_by)
        VALUES (${scene.project}, ${creator.id}, ${member.id}, now(), now() + interval '7 days')`),
    creator: requests,
    member: [],
  },
  {
    act: 'the creator is renamed',
    does: () => profile(creator, { name: 'Asha A' }),
    creator: requests,
    member: lists,
  },
  {
    act: 'the creator is renamed, whom only an interest names',
    before: () => call(`DELETE /api/project-requests/${scene.request}`, member),
    does: () => profile(creator, { name: 'Asha A' }),
    creator: requests,
    member: lists,
  },
  {
    act: 'the project gets another title',
    does: () => call(`PATCH /api/projects/${scene.project}`, creator, { title: 'Lander' }),
    creator: requests,
    member: requests,
  },
  {
    act: 'the requests for a project are deleted',
    does: () => run(sql`DELETE FROM join_requests WHERE project_id = ${scene.project}`),
    creator: requests,
    member: requests,
  },
  {
    act: 'the interest in a project is deleted',
    does: () => run(sql`DELETE FROM interests WHERE project_id = ${scene.project}`),
    creator: requests,
    member: [],
  },
  { act: 'a profile is saved as it was', does: () => profile(member), creator: [], member: [] },
];

/** Returns the parts that changed since `held`, and holds them from now on, as a client does. */
async function changedParts(reader: TestMember, held: URLSearchParams): Promise<string[]> {
  const answer = await refresh(reader, held);
  for (const [part, version] of versions(answer)) held.set(part, version);
  return Object.keys(answer);
}
const onBothSides = async <T>(read: (reader: TestMember, side: 'creator' | 'member') => Promise<T>) => {
  const [forCreator, forMember] = await Promise.all([read(creator, 'creator'), read(member, 'member')]);
  return { creator: forCreator, member: forMember };
};

describe('changed parts', () => {
  it.each(everyNth(3, acts))('after $act', async ({ act: _, before, does, ...expected }) => {
    await before?.();
    const held = await onBothSides(async (reader) => versions(await refresh(reader)));
    const changed = () => onBothSides((reader, side) => changedParts(reader, held[side]));
    await does();
    expect(await changed()).toEqual(expected);
    expect(await changed()).toEqual({ creator: [], member: [] });
  });
});

describe.runIf(inject('template').kind === 'postgres')('a change that commits late', () => {
  const late: [name: string, change: () => ReturnType<typeof sql>, parts: string[]][] = [
    [
      'a message',
      () => sql`UPDATE conversations SET last_seq = last_seq + 1, sent[1] = sent[1] + 1 WHERE low_id = ${creator.id}`,
      messages,
    ],
    [
      'an unread mark',
      () => sql`UPDATE memberships SET mark_changes = mark_changes + 1 WHERE user_id = ${creator.id}`,
      messages,
    ],
    ['a read mark', () => sql`UPDATE memberships SET read_seq = read_seq + 1 WHERE user_id = ${member.id}`, messages],
    [
      'a join request',
      () => sql`UPDATE join_requests SET status = 'rejected', decided_at = now() WHERE id = ${scene.request}`,
      requests,
    ],
    ['a name', () => sql`UPDATE users SET name = 'Late' WHERE id = ${member.id}`, lists],
  ];

  it.each(late)(
    '%s is not missed, even if transactions that began later were read first',
    async (_, change, changed) => {
      const client = await server.database.pool.connect();
      try {
        await client.query('BEGIN');
        const { sql: text, parameters } = change().compile(server.database.db);
        await client.query(text, [...parameters]);
        await write(await server.signUp(), creator);
        const before = versions(await refresh(creator));
        expect(await refresh(creator, before)).toEqual({});
        await client.query('COMMIT');
        expect(Object.keys(await refresh(creator, before))).toEqual(changed);
      } finally {
        client.release();
      }
    },
  );
});
