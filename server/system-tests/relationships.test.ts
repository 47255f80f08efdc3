import { http } from '@sangam/shared/app/http';
import { type ClientEvent, clientEvents } from '@sangam/shared/app/socket';
import { connectForTeams, formTeam, sayInTeam } from '@sangam/testing/chat/team';
import { eventually } from '@sangam/testing/eventually';
import { postProject } from '@sangam/testing/post-project';
import { everyNth } from '@sangam/testing/runs';
import {
  type Body,
  type ClientSocket,
  startTestServer,
  type TestMember,
  type TestServer,
} from '@sangam/testing/test-server';
import { afterAll, beforeAll, describe, expect, it, onTestFailed } from 'vitest';
import { callsBetween, type Scene } from './calls-between.js';

/**
 * A member's whole view of another one, step by step: every call and event that depends on the two, every own list, and every live
 * update. Two relationships that the member must not be able to tell apart give the same view, byte for byte.
 */

/** The other member's acts about this one. */
const relationships = {
  nothing: async () => undefined,
  ignored: ({ owner }, caller) => call(owner, `PUT /api/messages/requests/${caller.id}`, { decision: 'ignored' }),
  blocked: ({ owner }, caller) => call(owner, `PUT /api/blocks/${caller.id}`),
  // Accepts nobody new.
  closed: ({ owner }) => choose(owner, { contact_from: 'nobody' }),
  // Accepts nobody new, and can be neither found nor seen.
  hidden: ({ owner }) => choose(owner, { contact_from: 'nobody', found_by: 'nobody', presence_for: 'nobody' }),
  unseen: ({ owner }) => choose(owner, { presence_for: 'nobody' }),
  // Shows as little as possible, also to teammates.
  silent: ({ owner }) =>
    choose(owner, {
      contact_from: 'nobody',
      found_by: 'nobody',
      presence_for: 'nobody',
      shows_read_marks: false,
      shows_typing: false,
    }),
  deleted: ({ owner }) => call(owner, 'DELETE /api/account', { current_password: owner.password }),
} satisfies Record<string, (scene: Scene, caller: TestMember) => Promise<unknown>>;
type Relationship = keyof typeof relationships;

/** The conversation of the two before that. */
const histories = {
  strangers: async () => undefined,
  request: async ({ owner }, caller) => {
    for (const content of ['One', 'Two']) await send(caller, owner, content);
    await call(owner, `PUT /api/messages/mark-read/${caller.id}`, {});
  },
  talk: async ({ owner }, caller) => {
    for (const content of ['One', 'Two']) await send(caller, owner, content);
    await send(owner, caller, 'Three');
    await call(owner, `PUT /api/messages/mark-read/${caller.id}`, {});
    await call(caller, `PUT /api/messages/mark-read/${owner.id}`, {});
  },
  team: async (scene, caller) => {
    const { conversationId } = await formTeam(server, await server.signUp('Mate'), [scene.owner, caller], 'Scene');
    scene.team = conversationId;
    await sayInTeam(server, conversationId, [
      [caller, 'One'],
      [scene.owner, 'Two'],
    ]);
    await call(caller, `PUT ${inTeam(scene)}/read`);
  },
} satisfies Record<string, (scene: Scene, caller: TestMember) => Promise<unknown>>;
type History = keyof typeof histories;

/** Steps whose answers depend on more than the two, or end the walk. */
const excludedSteps = new Set([
  ...['GET /api/projects', 'GET /api/projects/suited', 'GET /api/dashboard/public-stats', 'GET /api/users/suggestions'],
  ...['PUT /api/blocks/:userId', 'DELETE /api/blocks/:userId', 'GET /api/account/activity'],
]);
const needsQuery: Record<string, string> = {
  'GET /api/search/messages': '?q=Two',
  'GET /api/search/projects': '?q=Scene',
};
/** Finds a member who may be found: a member who blocks is not, one who only accepts nobody new is. */
const findingSteps = new Set([
  ...['GET /api/users', 'GET /api/search/people', 'GET /api/people/:id', 'GET /api/people/:id/hours'],
  'GET /api/pictures',
]);
/** Writes to the other: refused after a block, as for a member who accepts nobody new. */
const writingSteps = new Set([
  ...['POST /api/projects/:id/connect', 'POST /api/project-requests', 'POST /api/projects/:id/invitations'],
  'POST /api/messages',
  ...['PATCH /api/messages/conversation/:userId/:seq', 'PUT /api/messages/conversation/:userId/:seq/reactions'],
  ...['PUT /api/messages/conversation/:userId/:seq/pin', 'DELETE /api/messages/conversation/:userId/:seq/pin'],
  ...['message:send', 'message:edit', 'message:react', 'message:pin', 'message:unpin'],
]);
const LAST_CALL = 'DELETE /api/messages/conversation/:userId/:seq';

interface ConnectedScene extends Scene {
  socket: ClientSocket;
}
type Step = readonly [name: string, run: (scene: ConnectedScene, caller: Walker) => Promise<unknown>];
interface Walker extends TestMember {
  socket: ClientSocket;
  /** The version of each part of a refresh before the other acted. */
  before: Body;
}

const key = () => crypto.randomUUID();
const inTeam = ({ team }: Scene) => `/api/messages/c/${team}`;
const firstMessage = ({ owner }: Scene) => ({ user_id: owner.id, seq: 1, client_id: key() });
const events: Record<ClientEvent, (scene: Scene) => object> = {
  'presence:report': () => ({ isActive: true, lastActive: new Date().toISOString() }),
  'presence:watch': ({ owner }) => ({ userIds: [owner.id] }),
  'project:watch': ({ project }) => ({ list: false, project_id: project }),
  typing: ({ owner }) => ({ receiver_id: owner.id, typing: true }),
  'message:read': ({ owner }) => ({ user_id: owner.id }),
  'message:unread': firstMessage,
  'conversation:archive': firstMessage,
  'conversation:unarchive': firstMessage,
  'message:save': firstMessage,
  'message:unsave': firstMessage,
  'message:unreact': (scene) => ({ ...firstMessage(scene), emoji: '👍' }),
  'message:send': ({ owner }) => ({ receiver_id: owner.id, content: 'More', client_id: key() }),
  'message:edit': (scene) => ({ ...firstMessage(scene), content: 'Changed' }),
  'message:react': (scene) => ({ ...firstMessage(scene), emoji: '👍' }),
  'message:pin': firstMessage,
  'message:unpin': firstMessage,
  'message:delete': firstMessage,
};

const restSteps: Step[] = Object.entries(callsBetween).flatMap(([name, row]): Step[] => {
  if (excludedSteps.has(name) || (row === 'own' && (!name.startsWith('GET ') || name.includes(':')))) return [];
  return [
    [
      name,
      async (scene, caller) => {
        const between = row === 'own' ? undefined : row;
        const path = name.replace(':seq', '1').replace(/:\w+/gu, String(between?.params?.(scene)));
        const query = needsQuery[name] ?? between?.query?.(scene) ?? '';
        return answerOf(await server.call(path + query, caller.token, between?.body?.(scene)));
      },
    ],
  ];
});
const eventSteps: Step[] = (Object.keys(clientEvents) as ClientEvent[]).flatMap((event): Step[] => [
  [event, async (scene, { socket }) => emit(socket, event, events[event](scene))],
  [
    `${event} in the team`,
    async (scene, { socket }) => {
      const { user_id, receiver_id, ...rest }: Body = events[event](scene);
      const isNamed = user_id !== undefined || receiver_id !== undefined;
      return isNamed && scene.team ? emit(socket, event, { ...rest, conversation_id: scene.team }) : null;
    },
  ],
]);
const readStep = (name: string, path: (scene: Scene, caller: Walker) => string): Step => [
  name,
  async (scene, caller) => answerOf(await server.call(path(scene, caller), caller.token)),
];
const moreSteps: Step[] = [
  readStep('a later refresh', (_, { before }) => `GET /api/refresh?${new URLSearchParams(before)}`),
  readStep('a page of the thread', ({ owner }) => `GET /api/messages/conversation/${owner.id}?after=1`),
  readStep('changes of the thread', ({ owner }) => `GET /api/messages/conversation/${owner.id}?changed_since=0`),
  [
    'a repeated message',
    async ({ owner }, caller) => {
      const body = { receiver_id: owner.id, content: 'One', client_id: repeatedId(caller) };
      return answerOf(await server.call('POST /api/messages', caller.token, body));
    },
  ],
];
const isWrite = ([name]: Step) => writingSteps.has(name);
const isDeletion = ([name]: Step) => /^DELETE \/api\/messages\/\S+:seq$|^message:delete/u.test(name);
const allSteps = [...restSteps, ...eventSteps, ...moreSteps];
const steps = [
  ...allSteps.filter((step) => !isWrite(step) && !isDeletion(step)),
  // Acts of the other member, which the caller may receive.
  ...ownerSteps(),
  ...allSteps.filter(isDeletion),
  ...allSteps.filter(isWrite),
];

/** The name of the first act of the other member. */
const FIRST_OF_OWNER = 'the other reads';

function ownerSteps(): Step[] {
  const report = (isActive: boolean) => ({ isActive, lastActive: new Date().toISOString() });
  const acts: Record<string, (scene: ConnectedScene, caller: Walker) => Promise<unknown>> = {
    reads: ({ owner }, caller) => call(owner, `PUT /api/messages/mark-read/${caller.id}`, {}),
    'marks unread': ({ owner }, caller) =>
      call(owner, `PUT /api/messages/mark-unread/${caller.id}`, { seq: 1, client_id: key() }),
    archives: (scene, { id }) => emit(scene.socket, 'conversation:archive', { user_id: id, seq: 1, client_id: key() }),
    mutes: ({ owner }, caller) => call(owner, `PUT /api/messages/mute/${caller.id}`),
    types: ({ socket }, caller) => emit(socket, 'typing', { receiver_id: caller.id, typing: true }),
    goes: ({ socket }) => emit(socket, 'presence:report', report(false)),
    comes: ({ socket }) => emit(socket, 'presence:report', report(true)),
    'reads in the team': (scene) => call(scene.owner, `PUT ${inTeam(scene)}/read`),
    'types in the team': ({ socket, team }) => emit(socket, 'typing', { conversation_id: team, typing: true }),
    'mentions the member': ({ owner, team }, { id, user: { name } }) =>
      call(owner, 'POST /api/messages', {
        conversation_id: team,
        content: `Hi @${name}`,
        mentions: [{ user_id: id, name }],
        client_id: key(),
      }),
    'reacts in the team': (scene) =>
      call(scene.owner, `PUT ${inTeam(scene)}/1/reactions`, { emoji: '👀', client_id: key() }),
  };
  // A deleted member's acts fail.
  return Object.entries(acts).map(([name, act]) => [
    `the other ${name}`,
    async (scene, caller) => void (await act(scene, caller).catch(() => undefined)),
  ]);
}

/** A deleted member's socket is closed. */
const emit = async (socket: ClientSocket, event: ClientEvent, payload: object) =>
  socket.connected ? socket.timeout(20_000).emitWithAck(event, payload as never) : undefined;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { MESSAGE_REQUESTS: 'on' } });
  const { rows } = await server.database.pool.query<{ name: string }>(
    "SELECT sequencename AS name FROM pg_sequences WHERE sequencename <> 'message_time'",
  );
  for (const [index, { name }] of rows.entries())
    await server.database.pool.query('SELECT setval($1, $2)', [name, FIRST_ID * (index + 1)]);
});
afterAll(() => server.close());

const call = (who: TestMember, name: string, body?: object) => server.call(name, who.token, body);
const choose = (who: TestMember, choices: object) => call(who, 'PATCH /api/notification-choices', choices);
const repeatedId = ({ id }: TestMember) => `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`;
const send = (from: TestMember, to: TestMember, content: string) =>
  call(from, 'POST /api/messages', {
    receiver_id: to.id,
    content,
    ...(content === 'One' ? { client_id: repeatedId(from) } : {}),
  });
const answerOf = ({ status, body }: { status: number; body: unknown }) => ({ status, body });

/** Ids begin here, so that no other number of a view looks like one, and those of each kind at a multiple. */
const FIRST_ID = 100_000;

/** The same text for the same view: ids by their order of appearance, and no names of a scene or times. */
function normaliser(scene: Scene, caller: TestMember) {
  const members: [string, string][] = [
    [String(scene.owner.id), 'owner'],
    [String(caller.id), 'caller'],
  ];
  return (value: unknown): string => {
    const nameById = new Map(members);
    const nameOf = (id: string): string => {
      const name = nameById.get(id) ?? `id ${nameById.size}`;
      nameById.set(id, name);
      return name;
    };
    const inText = (text: string) =>
      text
        .replaceAll(scene.owner.user.name, 'Owner')
        .replaceAll(caller.user.name, 'Caller')
        .replaceAll(caller.email, 'caller@')
        .replace(/\d{6,}/gu, nameOf);
    return JSON.stringify(value, (_, part: unknown) => {
      if (typeof part === 'number') return part < FIRST_ID ? part : nameOf(String(part));
      if (typeof part !== 'string') return part;
      if (/^\d{4}-\d\d-\d\dT/u.test(part)) return 'time';
      return /^[0-9a-f]{8}-[0-9a-f]{4}-4/u.test(part) ? 'uuid' : inText(part);
    });
  };
}

let scenes = 0;
async function walk(history: History, relationship: Relationship): Promise<Map<string, string>> {
  scenes += 1;
  const owner = await server.signUp(`Owner ${scenes}x`);
  const signedUp = await server.signUp(`Caller ${scenes}x`);
  const fields = { title: 'Scene', description: 'D' };
  const project = await postProject(server, owner, fields);
  const ownProject = await postProject(server, signedUp, fields);
  const scene: ConnectedScene = { owner, project, ownProject, socket: await server.connect(owner) };
  await scene.socket.emitWithAck('presence:report', { isActive: true, lastActive: new Date().toISOString() });
  await histories[history](scene, signedUp);
  const caller: Walker = { ...signedUp, socket: await connectForTeams(server, signedUp), before: {} };
  await caller.socket.emitWithAck('presence:report', { isActive: true, lastActive: new Date().toISOString() });
  await eventually(async () => expect((await call(caller, 'GET /api/auth/me')).body.user.is_online).toBe(true));
  caller.before = versionsOf((await call(caller, 'GET /api/refresh')).body.data);
  await relationships[relationship](scene, caller);
  const normalise = normaliser(scene, caller);
  const received = new Map<string, string>();
  // Counts of one moment may be sent as one: only the last is sure to be.
  caller.socket.onAny((event: string, payload: unknown) => {
    const text = `${event} ${normalise(payload)}`;
    received.set(event === 'unread:changed' ? event : text, text);
  });
  let lastAt = Date.now();
  caller.socket.onAny(() => {
    lastAt = Date.now();
  });
  const waitForEvents = () => eventually(() => expect(Date.now() - lastAt).toBeGreaterThan(QUIET_MS));
  const view = new Map<string, string>();
  let wasQuiet = false;
  for (const [name, run] of steps) {
    // Otherwise the count of the member's own act might contain the other's next message, or not.
    if (name === FIRST_OF_OWNER) await waitForEvents();
    // From here on, the two are told apart by their refusals only.
    if (writingSteps.has(name) && !wasQuiet) {
      wasQuiet = true;
      await waitForEvents();
      for (const text of received.values()) view.set(`live: ${text}`, text);
    }
    view.set(name, normalise((await run(scene, caller)) ?? null));
  }
  caller.socket.disconnect();
  scene.socket.disconnect();
  return view;
}
/** The views so far: each is compared with several others. */
const views = new Map<string, Map<string, string>>();
async function viewOf(history: History, relationship: Relationship): Promise<Map<string, string>> {
  const name = `${history} ${relationship}`;
  const view = views.get(name) ?? (await walk(history, relationship));
  views.set(name, view);
  return view;
}
/** Longer than the time for which events are gathered and then sent. */
const QUIET_MS = 1_000;

const versionsOf = (parts: Record<string, { version?: string }>) =>
  Object.fromEntries(Object.entries(parts).flatMap(([part, { version }]) => (version ? [[part, version]] : [])));

/** The steps whose answers differ, with both answers from there on. */
const difference = (a: Map<string, string>, b: Map<string, string>, isExpected: (name: string) => boolean) =>
  Object.fromEntries(
    [...new Set([...a.keys(), ...b.keys()])].flatMap((name) => {
      const texts = [a.get(name) ?? '', b.get(name) ?? ''] as const;
      if (isExpected(name) || texts[0] === texts[1]) return [];
      const from = Math.max(0, [...texts[0]].findIndex((character, index) => character !== texts[1][index]) - 40);
      return [[name, texts.map((text) => text.slice(from, from + 160))]];
    }),
  );

const neverDiffers = () => false;
/**
 * A creator's page, with the hours they share, is open to everybody but those with a block between them; the answer is that for a number that
 * nobody has. The answer of pictures says whether there is a page, and nothing else.
 */
const isPage = (name: string) => name.startsWith('GET /api/people/:id') || name === 'GET /api/pictures';
const isFound = (name: string) => findingSteps.has(name);
const isRefused = (name: string) => findingSteps.has(name) || writingSteps.has(name);

describe('a member cannot tell', () => {
  it('walks every call and event', async ({ annotate }) => {
    expect(Object.keys(callsBetween).toSorted()).toEqual(Object.keys(http).toSorted());
    expect(steps.map(([name]) => name)).toContain(FIRST_OF_OWNER);
    for (const name of [...excludedSteps, ...findingSteps, ...writingSteps, LAST_CALL])
      expect([...Object.keys(callsBetween), ...Object.keys(clientEvents)]).toContain(name);
    await annotate(`${steps.length} calls, events and acts for each relationship`);
  });

  const indistinguishable = [
    // A block, from a member who cannot be reached, found or seen.
    ['strangers', 'blocked', 'hidden', isPage],
    ['request', 'blocked', 'hidden', isPage],
    ['request', 'blocked', 'closed', isFound],
    // Writing goes on after a request was ignored, and is refused after a block.
    ['request', 'blocked', 'ignored', isRefused],
    ['request', 'ignored', 'nothing', neverDiffers],
    // Also in the member's own messages, which their devices show with their own presence.
    ['request', 'unseen', 'nothing', neverDiffers],
    ['talk', 'blocked', 'deleted', isOfDeleted],
    // In a team both go on as before.
    ['team', 'blocked', 'silent', isOfTeammate],
  ] as const;
  it.each(everyNth(8, indistinguishable))(
    'after %s, %s from %s',
    { timeout: 60_000 },
    async (history, a, b, isExpected) => {
      // A repeated test walks again.
      onTestFailed(() => views.clear());
      expect(difference(await viewOf(history, a), await viewOf(history, b), isExpected)).toEqual({});
    },
  );
});

/** A deleted member's projects close. */
const isOfDeleted = (name: string): boolean =>
  ['GET /api/projects/:id', 'POST /api/projects/:id/connect', 'POST /api/project-requests'].includes(name);

/**
 * A block refuses what a teammate may otherwise do, hides the address on the team's project (R3.6), and lets no mention notify (R6.29),
 * which its reader also sees in the list.
 */
function isOfTeammate(name: string): boolean {
  const isMention = name.startsWith('live: message:new') && name.includes('"mentions":');
  return isPage(name) || writingSteps.has(name) || name === 'GET /api/projects/:id' || isMention;
}
