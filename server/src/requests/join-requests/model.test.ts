import { hourMs } from '@sangam/shared/core/limits';
import { answered } from '@sangam/testing/answered';
import { stoppedClock } from '@sangam/testing/clocks';
import { eventually } from '@sangam/testing/eventually';
import { type Did, doOneAct, numbers } from '@sangam/testing/requests/actors';
import { startJournal, type Transaction } from '@sangam/testing/requests/journal';
import { emptyModel, isWaiting, type Model } from '@sangam/testing/requests/model';
import { type ReceivedEvents, recordEvents } from '@sangam/testing/requests/received-events';
import { replay } from '@sangam/testing/requests/replay';
import { transitions } from '@sangam/testing/requests/rows';
import { readProjects, type VisibleProject } from '@sangam/testing/requests/visible-projects';
import { runsFull } from '@sangam/testing/runs';
import { type Reply, startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';

/** Actions run concurrently on PostgreSQL, and one after another on the embedded database. */
const isPostgres = inject('template').kind === 'postgres';
const ACTORS = runsFull ? 40 : 8;
const ACTS = runsFull ? 60 : 20;
const PROJECTS = runsFull ? 3 : 2;
const SEEDS = process.env.REQUEST_SEED
  ? [Number(process.env.REQUEST_SEED)]
  : Array.from({ length: runsFull ? 12 : 1 }, (_, n) => (n === 0 ? 1 : Math.floor(Math.random() * 1_000_000)));
/** Further seeds, each of half a minute of CPU, run only until all transitions have been met; the first meets nine in ten. */
const SEEDS_MIN = 3;
/** How far the clock jumps with each action: in total less than the 30 days of a session, and more than any deadline. */
const STEP_MS = (runsFull ? 0.5 : 5) * hourMs;
/** Measured by the database's clock: long enough for a job, and short enough to wait until jobs that a cut interrupted run again. */
const LEASE_MS = 20_000;
/** Longer than the pause after a failed attempt. */
const SETTLED_AFTER_MS = 10 * hourMs;
/** After this number of actions, in turn, a server is restarted or all connections to the database are cut. */
const ACTS_TO_CUT = 150;

const clock = stoppedClock();
let servers: TestServer[];
let readJournal: () => Promise<Transaction[]>;
const options = {
  env: { REDIS_URL: inject('redisUrl') ?? '' },
  clock,
  timings: { jobs: { pollMs: 20, leaseMs: LEASE_MS } },
};

beforeAll(async () => {
  const first = await startTestServer(options);
  servers = isPostgres ? [first, await startTestServer({ ...options, beside: first })] : [first];
  readJournal = await startJournal(first.database.db);
});
afterAll(async () => {
  for (const server of servers.toReversed()) await server.close();
});

const first = () => servers[0] as TestServer;
const db = () => first().database.db;
let count = 0;
/** Calls the next server. Returns null if that server was stopped, so the outcome is unknown. */
async function call(by: TestMember, name: string, body?: object): Promise<Reply | null> {
  count += 1;
  const server = servers[count % servers.length] as TestServer;
  try {
    const reply = await server.call(name, by.token, body);
    return reply.status === 503 ? null : reply;
  } catch (error) {
    if (servers.includes(server)) throw error;
    return null;
  }
}

const SIGN_IN = 'POST /api/auth/login';

/** Starts a session that outlives the test, and records its events. A member who has deleted their account restores it. */
async function signIn({ id, email, password }: TestMember, received: ReceivedEvents): Promise<Reply> {
  const body = { email, password, remember: true, come_back: true };
  const reply = await answered(() => first().call(SIGN_IN, null, body));
  // The test itself cuts connections to the database, so a socket may be refused as BUSY.
  recordEvents(received, id, await eventually(() => first().connect({ token: reply.body.token })));
  return reply;
}

async function signUp(received: ReceivedEvents): Promise<TestMember> {
  const member = await first().signUp();
  // Creators may invite them.
  await sql`UPDATE users SET listed = true, active_on = current_date WHERE id = ${member.id}`.execute(db());
  return { ...member, token: (await signIn(member, received)).body.token };
}

/** Waits until no job is due. Jobs that the last cut interrupted run again once their lease is over. */
const settled = () => {
  clock.atMs += SETTLED_AFTER_MS;
  return eventually(async () => {
    const jobs = db().selectFrom('jobs').select(['kind', 'attempts', 'last_error']);
    expect(await jobs.where('due_at', '<=', new Date(clock.atMs)).execute()).toEqual([]);
  }, 60_000);
};

interface Played {
  projects: number[];
  members: Map<number, TestMember>;
  /** Members who deleted their accounts and have restored them since. */
  left: Set<number>;
  done: Did[];
  received: ReceivedEvents;
}

/** All members act at once while the clock jumps. The full mode also restarts a server. */
async function play(seed: number): Promise<Played> {
  const next = numbers(seed);
  const received: ReceivedEvents = { events: [], mayMiss: false, missing: new Set(), sockets: new Map() };
  const list = await Promise.all(Array.from({ length: ACTORS }, () => signUp(received)));
  const members = new Map(list.map((member) => [member.id, member]));
  const projects: number[] = [];
  const create = async ({ id }: TestMember) => {
    const fields = { max_members: 3, answer_days: 4 };
    const roles = [{ name: 'Backend', seats: 1 }];
    const body = { title: 'Race', description: 'To the seats', category: 'other', ...fields, roles };
    const by = members.get(id) as TestMember;
    const reply = await answered(() => first().call('POST /api/projects', by.token, body));
    // Any other status: they have just deleted their account.
    if (reply.status === 201) projects.push(reply.body.data.project.id);
  };
  for (const by of list.slice(0, PROJECTS)) await create(by);
  const quietProjectId = runsFull ? projects[0] : undefined;
  const done: Did[] = [];
  const reachedRows = new Set(metInAll);
  let visibleProjects: VisibleProject[] = [];
  let deletedIds: ReadonlySet<number> = new Set();
  const left = new Set<number>();
  // Retried, because the test itself cuts connections.
  const look = async () => {
    ({ visibleProjects, deletedIds } = await eventually(() => readProjects(db(), projects)));
    for (const id of deletedIds) left.add(id);
  };
  await look();
  const returning = new Set<number>();
  const comeBack = async (by: TestMember): Promise<Reply | null> => {
    if (returning.has(by.id)) return null;
    returning.add(by.id);
    const reply = await signIn(by, received);
    members.set(by.id, { ...by, token: reply.body.token });
    returning.delete(by.id);
    return reply;
  };
  const act = (by: TestMember, name: string, body?: object) => (name === SIGN_IN ? comeBack(by) : call(by, name, body));
  const finish = async ({ id, creator_id }: VisibleProject) => {
    const by = members.get(creator_id) as TestMember;
    const reply = await call(by, `PUT /api/projects/${id}/state`, { state: 'finished' });
    done.push({ act: 'finish', subject: id, reply });
  };
  let isCreating = false;
  let cuts = 0;
  let isCutting = false;
  /** Cuts one connection at a time, while the other members continue. */
  const cut = async () => {
    if (isCutting) return;
    isCutting = true;
    cuts += 1;
    if (cuts % 2 === 0) await cutConnections();
    else {
      received.mayMiss = true;
      await restartOne();
    }
    isCutting = false;
  };
  await Promise.all(
    list.map(async (by, index) => {
      for (let n = 0; n < ACTS; n += 1) {
        // The last acts run in finished projects.
        if (index === 0 && n === ACTS - 2) for (const project of visibleProjects) await finish(project);
        done.push(
          await doOneAct({
            call: act,
            next,
            nowMs: clock.atMs,
            projects: visibleProjects,
            members,
            deletedIds,
            reachedRows,
            mayEnd: runsFull,
            quietProjectId,
          }),
        );
        clock.atMs += next() * STEP_MS;
        if (runsFull && isPostgres && done.length % ACTS_TO_CUT === 0) await cut();
        const isActive = ({ state, is_left }: VisibleProject) => (state === 'open' || state === 'closed') && !is_left;
        if (
          runsFull &&
          visibleProjects.filter(isActive).length < PROJECTS &&
          !isCreating &&
          !deletedIds.has(by.id) &&
          n < ACTS - 10
        ) {
          isCreating = true;
          await create(by);
          isCreating = false;
        }
        await look();
      }
    }),
  );
  await settled();
  await checkGone();
  await checkOfferedSeats();
  for (const id of left) await comeBack(members.get(id) as TestMember);
  if (left.size > 0) await settled();
  return { projects, members, left, done, received };
}

/** Members who have deleted their accounts have nothing pending and no seat in another member's team. */
async function checkGone(): Promise<void> {
  const { rows } = await sql`
    SELECT 'request' AS what, requester_id AS member, project_id FROM join_requests WHERE status = 'pending'
      AND requester_id IN (SELECT id FROM users WHERE deleted_at IS NOT NULL)
    UNION ALL SELECT 'interest', requester_id, project_id FROM interests WHERE status = 'pending'
      AND requester_id IN (SELECT id FROM users WHERE deleted_at IS NOT NULL)
    UNION ALL SELECT 'invitation', member_id, project_id FROM invitations WHERE status = 'pending'
      AND member_id IN (SELECT id FROM users WHERE deleted_at IS NOT NULL)
    UNION ALL SELECT 'seat', m.user_id, m.project_id FROM project_members m JOIN projects p ON p.id = m.project_id
      WHERE p.creator_id <> m.user_id AND m.user_id IN (SELECT id FROM users WHERE deleted_at IS NOT NULL)
    UNION ALL SELECT 'project', creator_id, id FROM projects WHERE state = 'open' AND seeks_creator_until IS NULL
      AND creator_id IN (SELECT id FROM users WHERE deleted_at IS NOT NULL)`.execute(db());
  expect(rows).toEqual([]);
}

/** The seats that triggers count as offered are those of pending seat offers. */
async function checkOfferedSeats(): Promise<void> {
  const { rows } = await sql`
    SELECT id, offered_seats FROM projects p WHERE offered_seats <> (
      SELECT count(*) FROM join_requests r WHERE r.project_id = p.id AND r.status = 'pending' AND r.line_place = 0)`.execute(
    db(),
  );
  expect(rows).toEqual([]);
}

/**
 * Ends every connection to the database, even within a transaction, as a kill of a server would. The servers share this process's
 * clock, so they can't be killed themselves.
 */
const cutConnections = () =>
  eventually(() =>
    sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`.execute(
      db(),
    ),
  );

async function restartOne(): Promise<void> {
  const [stays, goes] = servers as [TestServer, TestServer];
  servers = [stays];
  await goes.close();
  servers = [stays, await startTestServer({ ...options, beside: stays })];
}

const isDone = ({ reply }: Did) => reply !== null && reply.status < 300;
/** Returns the action's name as in `doOneAct`. Both requests and projects can be reopened, so names must differ. */
function nameOf(act: string, kind: string | null = null): string {
  if (kind === 'invitation' && act === 'leave') return 'decline_invitation';
  if (kind === 'invitation') return act === 'invite' ? act : `${act}_invitation`;
  if (kind === 'interest' && act === 'ask') return 'show_interest';
  if (kind === 'interest' && act === 'withdraw') return 'end_interest';
  if (kind === 'request' && act === 'reopen') return 'reopen_request';
  if (act === 'ask_for_waitlist') return 'ask';
  return act === 'withdraw' || act === 'decline_offer' ? 'end_own' : act;
}
const endsByLeaving: ReadonlySet<string> = new Set(['withdraw', 'decline_offer', 'decline_transfer', 'leave']);
const metInAll = new Set<string>();
const unmet = () => transitions.filter((one) => !metInAll.has(one));

it.for(SEEDS)(
  'follows the tables while everybody acts at once (seed %i)',
  { timeout: runsFull ? 1_800_000 : 600_000 },
  async (seed, { annotate, skip }) => {
    skip(SEEDS.indexOf(seed) >= SEEDS_MIN && unmet().length === 0, 'All transitions have been met.');
    const { projects, members, left, done, received } = await play(seed);
    const models = new Map<number, Model>(projects.map((id) => [id, emptyModel()]));
    const happened = new Map<string, number>();
    /** Actions that happened without a call, because their member deleted their account. */
    const ofLeaving = new Map<string, number>();
    const reachedRows = new Set<string>();
    const expected: string[] = [];
    const journal = (await eventually(readJournal)).filter(({ project }) => models.has(project));
    for (const [index, transaction] of journal.entries()) {
      const which = `transaction ${index + 1} of ${journal.length}`;
      const { act, kind, subject, user, ...step } = follow(models, transaction, which);
      const isOfProject = act === 'ask' || act === 'invite' || subject === null;
      const key = `${nameOf(act, kind)} ${isOfProject ? transaction.project : subject}`;
      happened.set(key, (happened.get(key) ?? 0) + 1);
      if (left.has(user ?? 0) && endsByLeaving.has(act)) ofLeaving.set(key, (ofLeaving.get(key) ?? 0) + 1);
      for (const one of step.reachedRows) reachedRows.add(one);
      expected.push(...step.broadcasts);
    }

    const metBy = new Map(
      journal.flatMap(({ invitations }) => [...invitations]).map(([id, { is }]) => [is?.request, id]),
    );
    /** Asking for the seat of an invitation accepts it. */
    const asked = done.map((did): Did => {
      const request = did.act.startsWith('ask') && isDone(did) ? did.reply?.body.data.request : undefined;
      if (request?.status !== 'accepted') return did;
      return { ...did, act: 'accept_invitation', subject: metBy.get(request.id) ?? null };
    });
    const lostAsks = done.filter(({ act, reply }) => act.startsWith('ask') && reply === null).length;
    // Each successful answer belongs to exactly one action, and no action happened without a call.
    expect(done.filter(({ reply }) => (reply?.status ?? 0) >= 500)).toEqual([]);
    const keyOf = ({ act, subject }: Did) => `${nameOf(act)} ${subject}`;
    const ofOne = asked.filter(({ subject }) => subject !== null);
    const confirmed = tally(ofOne.filter(isDone).map(keyOf));
    const unknown = tally(ofOne.filter(({ reply }) => reply === null).map(keyOf));
    for (const key of new Set(ofOne.map(keyOf))) {
      const [times, least] = [happened.get(key) ?? 0, confirmed.get(key) ?? 0];
      const lost = (unknown.get(key) ?? 0) + (key.startsWith('accept_invitation ') ? lostAsks : 0);
      expect([key, times >= least && times <= least + lost + (ofLeaving.get(key) ?? 0)]).toEqual([key, true]);
    }

    await checkEvents(received, expected);
    await checkLists(models, members);
    const known = transitions.filter((one) => reachedRows.has(one));
    for (const one of known) metInAll.add(one);
    await annotate(
      `seed ${seed}: ${done.length} acts of ${ACTORS} members, ${done.filter(isDone).length} done, ${journal.length} transactions, ` +
        `${known.length} of ${transitions.length} transitions of the tables`,
    );
  },
);

it.runIf(runsFull && !process.env.REQUEST_SEED)('covers every transition of the tables', () =>
  expect(unmet()).toEqual([]),
);

/** Applies a transaction to the model. An error names the transaction. */
function follow(models: ReadonlyMap<number, Model>, transaction: Transaction, which: string) {
  try {
    return replay(models.get(transaction.project) as Model, transaction);
  } catch (cause) {
    throw new Error(`${which}: ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
}

/** Checks that both sides got each action's events once, and no others. */
const checkEvents = (received: ReceivedEvents, expected: readonly string[]) =>
  eventually(() => {
    const due = tally(expected);
    const found = tally(received.events);
    const isRight = (key: string) => {
      const [is, should] = [found.get(key) ?? 0, due.get(key) ?? 0];
      const mayMiss = received.mayMiss || received.missing.has(Number(key.split(' ')[0]));
      return is === should || (mayMiss && is < should);
    };
    const wrong = [...new Set([...due.keys(), ...found.keys()])].filter((key) => !isRight(key));
    expect(wrong.map((key) => `${key}: ${found.get(key) ?? 0} times, not ${due.get(key) ?? 0}`)).toEqual([]);
  }, 60_000);

function tally(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/** Checks that both sides' lists are correct after a refresh, and that their notifications name each request once. */
async function checkLists(models: ReadonlyMap<number, Model>, members: ReadonlyMap<number, TestMember>): Promise<void> {
  const requests = [...models].flatMap(([project, model]) =>
    [...model.requests.values()].map((request) => ({ ...request, project, creator: model.creator })),
  );
  type Shown = (typeof requests)[number];
  const stated = (list: readonly Shown[]) =>
    list
      .toSorted((a, b) => b.id - a.id)
      .map(({ id, stage, place, offeredUntilMs }) => {
        const waits = stage === 'pending' || stage === 'waitlisted' || stage === 'offered';
        return [id, waits ? 'pending' : stage, place || null, offeredUntilMs && new Date(offeredUntilMs).toISOString()];
      });
  for (const [id, { token }] of members) {
    const listed = async (name: 'GET /api/project-requests/mine' | 'GET /api/project-requests/incoming') => {
      const { data } = await first().ask({ token }, name, { query: { limit: 200 } });
      return data.requests.map((one) => [one.id, one.status, one.place ?? null, one.offered_until ?? null]);
    };
    expect(await listed('GET /api/project-requests/mine')).toEqual(
      stated(requests.filter(({ requester }) => requester === id)),
    );
    expect(await listed('GET /api/project-requests/incoming')).toEqual(
      stated(requests.filter((one) => one.creator === id && isWaiting(one))),
    );
    const invited = (await first().ask({ token }, 'GET /api/invitations/received', { query: { limit: 200 } })).data
      .invitations;
    const pending = [...models.values()].flatMap(({ invitations }) => [...invitations.values()]);
    expect(invited.map((one) => one.id).toSorted()).toEqual(
      pending.flatMap(({ id: each, member, stage }) => (member === id && stage === 'pending' ? [each] : [])).toSorted(),
    );
    const { data: inbox } = await first().ask({ token }, 'GET /api/inbox', { query: { limit: 100 } });
    const keys = inbox.items.filter(({ kind }) =>
      /^(request|line|waitlist|seat:(offered|missed|declined|lapsed))/u.test(kind),
    );
    expect(new Set(keys.map(({ subject_id }) => subject_id)).size).toBe(keys.length);
  }
}
