import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientEvent } from '@sangam/shared/app/socket';
import { fieldsOf } from '@sangam/shared/core/keys-of';
import { connectForTeams, formTeam, sayInTeam, teamOf } from '@sangam/testing/chat/team';
import { postProject } from '@sangam/testing/post-project';
import { everyNth } from '@sangam/testing/runs';
import {
  type Body,
  type ClientSocket,
  startTestServer,
  type TestMember,
  type TestServer,
} from '@sangam/testing/test-server';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callsBetween, type Scene } from './calls-between.js';

/**
 * Where one member hides from another, nothing that they do changes a byte of what the other reads: no answer, no version, no count, no
 * live update. `relationships.test.ts` compares the ways of hiding with each other.
 */

interface Pair extends Scene {
  reader: TestMember;
  /** Another member, with whom the owner talks and works. */
  mate: TestMember;
  socket: ClientSocket;
}
type Act = (pair: Pair) => Promise<unknown>;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { MESSAGE_REQUESTS: 'on' } });
});
afterAll(() => server.close());

const call = async (who: TestMember, name: string, body?: object): Promise<Body> => {
  const answer = await server.call(name, who.token, body);
  expect([name, answer.status < 300, answer.body]).toEqual([name, true, answer.body]);
  return answer.body.data;
};
const send = (from: TestMember, to: TestMember) =>
  call(from, 'POST /api/messages', { receiver_id: to.id, content: 'Hi' });
const key = () => crypto.randomUUID();
const run = (statement: ReturnType<typeof sql>) => statement.execute(server.database.db);
const inTeam = ({ team }: Pair) => `/api/messages/c/${team}`;

/** Acts on the owner’s account. */
const inAccount: Record<string, Act> = {
  'writes their profile': ({ owner }) =>
    call(owner, 'PATCH /api/users/profile', {
      college: 'IISc',
      skills: ['Zig', 'COBOL'],
      github_link: 'https://github.com/owner',
      headline: 'Head',
      about: 'About',
      looks_for: 'Looking',
      links: ['https://owner.example'],
    }),
  'gets another address': ({ owner }) => run(sql`UPDATE users SET email = 'new-' || email WHERE id = ${owner.id}`),
  'enters free hours': ({ owner }) => call(owner, 'PUT /api/hours', { hours: '01'.repeat(336), zone: 'Asia/Kolkata' }),
  goes: ({ socket }) => report(socket, false),
  comes: ({ socket }) => report(socket, true),
  'can’t be found': ({ owner }) => choose(owner, { found_by: 'nobody', shows_typing: false }),
  'can be found again': ({ owner }) => choose(owner, { found_by: 'anyone', shows_typing: true }),
  'writes to another': ({ owner, mate }) => send(owner, mate),
  'reports the reader': ({ owner, reader }) =>
    call(owner, 'POST /api/reports', { kind: 'member', id: reader.id, reason: 'spam' }),
  'dismisses a suggestion of the reader': ({ owner, reader }) =>
    call(owner, 'POST /api/suggestions/dismissals', { member_id: reader.id }),
};
/**
 * Acts on presence. A watcher from whom a choice hides it gets an event all the same, so that a new block looks like a choice. Across an
 * earlier block nothing is sent.
 */
const presenceActs: Record<string, Act> = {
  'hides their presence': ({ owner }) => choose(owner, { presence_for: 'nobody', shows_read_marks: false }),
  'shows it again': ({ owner }) => choose(owner, { presence_for: 'anyone', shows_read_marks: true }),
  'blocks another': async ({ owner }) => call(owner, `PUT /api/blocks/${(await server.signUp()).id}`),
};
/** Acts on the conversation of the two. */
const inChat: Record<string, Act> = {
  reads: ({ owner, reader }) => call(owner, `PUT /api/messages/mark-read/${reader.id}`, {}),
  'marks as unread': ({ owner, reader }) =>
    call(owner, `PUT /api/messages/mark-unread/${reader.id}`, { seq: 1, client_id: key() }),
  'archives it': ({ socket, reader }) =>
    emit(socket, 'conversation:archive', { user_id: reader.id, seq: 1, client_id: key() }),
  'mutes it': ({ owner, reader }) => call(owner, `PUT /api/messages/mute/${reader.id}`),
  'saves a message': ({ owner, reader }) =>
    call(owner, `PUT /api/messages/conversation/${reader.id}/1/saved`, { client_id: key() }),
  types: ({ socket, reader }) => emit(socket, 'typing', { receiver_id: reader.id, typing: true }),
};
/** Acts in a team’s conversation. */
const inProject: Record<string, Act> = {
  'writes to the team': ({ owner, team }) =>
    call(owner, 'POST /api/messages', { conversation_id: team, content: 'So' }),
  'reacts in the team': (pair) =>
    call(pair.owner, `PUT ${inTeam(pair)}/1/reactions`, { emoji: '👀', client_id: key() }),
  'pins in the team': (pair) => call(pair.owner, `PUT ${inTeam(pair)}/1/pin`, { client_id: key() }),
  'edits in the team': (pair) => call(pair.owner, `PATCH ${inTeam(pair)}/1`, { content: 'New', client_id: key() }),
  'reads in the team': (pair) => call(pair.owner, `PUT ${inTeam(pair)}/read`),
  'types in the team': ({ socket, team }) => emit(socket, 'typing', { conversation_id: team, typing: true }),
};
/** Changes to a hidden project. */
const projectActs: Record<string, Act> = {
  'gives it another title': ({ owner, project }) => call(owner, `PATCH /api/projects/${project}`, { title: 'Lander' }),
  'describes it': ({ owner, project }) =>
    call(owner, `PATCH /api/projects/${project}`, { description: 'On Venus', required_skills: ['Go'], answer_days: 3 }),
  'names a role': ({ owner, project }) =>
    call(owner, `PATCH /api/projects/${project}`, { roles: [{ name: 'Design', seats: 1, skills: [] }] }),
};

const report = (socket: ClientSocket, isActive: boolean) =>
  emit(socket, 'presence:report', { isActive, lastActive: new Date().toISOString() });
const emit = async (socket: ClientSocket, event: ClientEvent, payload: object) =>
  expect(await socket.timeout(20_000).emitWithAck(event, payload as never)).toMatchObject({ ok: true });
const choose = (who: TestMember, choices: object) => call(who, 'PATCH /api/notification-choices', choices);

const exchangeMessages = async ({ owner, reader }: Pair) => {
  await send(reader, owner);
  await send(owner, reader);
  await send(reader, owner);
};
const apply = async ({ reader, project }: Pair) => {
  await call(reader, 'POST /api/project-requests', { project_id: project });
  await call(reader, `POST /api/projects/${project}/connect`);
};
const work = async (pair: Pair) => {
  const { projectId, conversationId } = await formTeam(server, pair.owner, [pair.reader, pair.mate], 'Rover');
  pair.project = projectId;
  pair.team = conversationId;
  await sayInTeam(server, conversationId, [
    [pair.owner, 'One'],
    [pair.reader, 'Two'],
  ]);
};

interface Hiding {
  hiding: string;
  prepare: Act;
  acts: Record<string, Act>;
}
const hidings: Hiding[] = [
  {
    hiding: 'has blocked a partner and applicant',
    async prepare(pair) {
      await exchangeMessages(pair);
      await apply(pair);
      await call(pair.owner, `PUT /api/blocks/${pair.reader.id}`);
    },
    acts: { ...inAccount, ...presenceActs, ...inChat },
  },
  {
    hiding: 'was blocked by a partner and applicant',
    async prepare(pair) {
      await exchangeMessages(pair);
      await apply(pair);
      await call(pair.reader, `PUT /api/blocks/${pair.owner.id}`);
    },
    acts: { ...inAccount, ...presenceActs, ...inChat },
  },
  {
    hiding: 'has no page for a stranger',
    async prepare({ owner, project }) {
      await call(owner, `DELETE /api/projects/${project}`);
      await choose(owner, { presence_for: 'nobody' });
    },
    acts: inAccount,
  },
  {
    hiding: 'has ignored a message request',
    async prepare({ owner, reader, project }) {
      await call(owner, `DELETE /api/projects/${project}`);
      await send(reader, owner);
      await call(owner, `PUT /api/messages/requests/${reader.id}`, { decision: 'ignored' });
    },
    acts: { ...inAccount, ...inChat },
  },
  {
    hiding: 'works in a team that the reader has left',
    async prepare(pair) {
      await work(pair);
      await call(pair.reader, `DELETE /api/projects/${pair.project}/members/me`);
    },
    acts: inProject,
  },
  {
    hiding: 'has removed and blocked a teammate',
    async prepare(pair) {
      await work(pair);
      await call(pair.owner, `DELETE /api/projects/${pair.project}/members/${pair.reader.id}`, {});
      await call(pair.owner, `PUT /api/blocks/${pair.reader.id}`);
    },
    acts: { ...inAccount, ...presenceActs, ...inProject },
  },
  {
    hiding: 'has a hidden project with a rejected applicant',
    async prepare(pair) {
      const { request } = await call(pair.reader, 'POST /api/project-requests', { project_id: pair.project });
      await call(pair.owner, `PUT /api/project-requests/${request.id}/status`, { status: 'rejected' });
      await run(sql`UPDATE projects SET hidden_at = now() WHERE id = ${pair.project}`);
    },
    acts: projectActs,
  },
];

/** Answers that say what the reader did, or that all members change. */
const excludedCalls = new Set(['GET /api/account', 'GET /api/account/activity', 'GET /api/dashboard/public-stats']);

/** Everything that the reader may read, as text. */
async function viewOf(pair: Pair, socket: ClientSocket): Promise<Record<string, string>> {
  const view: Record<string, string> = {};
  // The reader's own activity is stored some time after it. A message has that of its sender.
  const withoutOwn = (part: unknown) => {
    const { id, sender_id = id } = fieldsOf(part);
    return sender_id === pair.reader.id ? { ...fieldsOf(part), last_active: undefined } : part;
  };
  const note = (name: string, value: unknown) => {
    view[name] = JSON.stringify(value, (field, part: unknown) =>
      field === 'request_id' ? undefined : withoutOwn(part),
    );
  };
  for (const [name, row] of Object.entries(callsBetween)) {
    if (!/^GET |^POST \/api\/users\/status/u.test(name) || excludedCalls.has(name)) continue;
    if (row === 'own' && name.includes(':')) continue;
    const between = row === 'own' ? undefined : row;
    const path =
      name.replace(/:\w+/gu, String(between?.params?.(pair))) + (between?.query?.(pair) ?? queries[name] ?? '');
    const { status, body } = await server.call(path, pair.reader.token, between?.body?.(pair));
    note(name, [status, body]);
  }
  note('presence:watch', await socket.timeout(20_000).emitWithAck('presence:watch', { userIds: [pair.owner.id] }));
  return view;
}
const queries: Record<string, string> = { 'GET /api/search/messages': '?q=Hi', 'GET /api/search/projects': '?q=Rover' };

/** The changed answers, each from shortly before its first difference. */
const differences = (before: Record<string, string>, after: Record<string, string>) =>
  Object.entries(before).flatMap(([name, text]) => {
    const now = after[name] ?? '';
    if (now === text) return [];
    const from = Math.max(0, [...text].findIndex((character, index) => character !== now[index]) - 60);
    return [[name, ...[text, now].map((each) => each.slice(from, from + 160))]];
  });

it.each(everyNth(3, hidings))(
  'nothing shows the acts of a member who $hiding',
  { timeout: 120_000 },
  async ({ prepare, acts }) => {
    const [owner, reader, mate] = [
      await server.signUp('Asha'),
      await server.signUp('Bina'),
      await server.signUp('Chitra'),
    ];
    const project = await postProject(server, owner, { title: 'Rover', max_members: 5 });
    const ownProject = await postProject(server, reader, { title: 'Own' });
    const pair: Pair = { owner, reader, mate, project, ownProject, socket: await server.connect(owner) };
    await report(pair.socket, true);
    await prepare(pair);
    pair.team ??= await teamOf(server, owner, pair.project);
    const socket = await connectForTeams(server, reader);
    await report(socket, true);
    await socket.emitWithAck('project:watch', { list: false, project_id: pair.project });
    await viewOf(pair, socket);
    await settled();
    const before = await viewOf(pair, socket);
    let act = '';
    const received: unknown[] = [];
    socket.onAny((event: string, payload: unknown) => received.push([act, event, payload]));
    for (const [name, does] of Object.entries(acts)) {
      act = name;
      await does(pair);
    }
    await settled();
    expect(differences(before, await viewOf(pair, socket))).toEqual([]);
    expect(received).toEqual([]);
    pair.socket.disconnect();
    socket.disconnect();
  },
);

/** Longer than the time for which events are gathered and then sent. */
const settled = () => sleep(1_500);
