import type { JoinRequest } from '@sangam/shared/contract/join-requests';
import { eventually } from '@sangam/testing/eventually';
import { type Did, doSomething, numbers, see } from '@sangam/testing/request-actors';
import { keepJournal, type Transaction } from '@sangam/testing/request-journal';
import { emptyModel, isWaiting, type Model } from '@sangam/testing/request-model';
import { replay } from '@sangam/testing/request-replay';
import { type Reply, startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { systemClock } from '../../lib/clock.js';

/** At the same moment: really so on PostgreSQL, one after another on the embedded database. */
const isFull = process.env.SANGAM_FULL === '1';
const isPostgres = inject('template').kind === 'postgres';
const ACTORS = isFull ? 40 : 8;
const ACTS = isFull ? 60 : 16;
const PROJECTS = isFull ? 3 : 1;
const SEEDS = process.env.REQUEST_SEED
  ? [Number(process.env.REQUEST_SEED)]
  : Array.from({ length: isFull ? 12 : 2 }, (_, n) => (n === 0 ? 1 : Math.floor(Math.random() * 1_000_000)));
/** Less than the 30 days of a session, and more than a seat is held, a request waits, and a project is listed. */
const CLOCK = { stepMs: 11 * 3_600_000, steps: 40, everyMs: isFull ? 250 : 40 };

let nowMs = systemClock.nowMs();
let servers: TestServer[];
let readJournal: () => Promise<Transaction[]>;
const options = { clock: { ...systemClock, nowMs: () => nowMs }, timings: { jobs: { pollMs: 20 } } };

beforeAll(async () => {
  const first = await startTestServer(options);
  servers = isPostgres ? [first, await startTestServer({ ...options, beside: first })] : [first];
  readJournal = await keepJournal(first.database.db);
});
afterAll(async () => {
  for (const server of servers.toReversed()) await server.close();
});

const first = () => servers[0] as TestServer;
const db = () => first().database.db;
let count = 0;
/** Each call goes to the next server; null where nobody knows what became of it, since that one was stopped. */
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

/** A member whose session outlives the time that passes. */
async function signUp(): Promise<TestMember> {
  const member = await first().signUp();
  const { email, password } = member;
  const { body } = await first().call('POST /api/auth/login', null, { email, password, remember: true });
  return { ...member, token: body.token };
}

const settled = () =>
  eventually(async () => {
    const jobs = db()
      .selectFrom('jobs')
      .select(({ fn }) => fn.countAll<number>().as('count'));
    expect((await jobs.where('due_at', '<=', new Date(nowMs)).executeTakeFirstOrThrow()).count).toBe(0);
  }, 60_000);

/** Everybody acts at once, the clock jumps while they do, and one server is stopped and started anew. */
async function play(seed: number): Promise<{ projects: number[]; members: Map<number, TestMember>; done: Did[] }> {
  const next = numbers(seed);
  const list = await Promise.all(Array.from({ length: ACTORS }, signUp));
  const members = new Map(list.map((member) => [member.id, member]));
  const projects: number[] = [];
  for (let n = 0; n < PROJECTS; n += 1) {
    const body = { title: `Race ${n}`, description: 'To the seats', category: 'other', max_members: 3, answer_days: 2 };
    projects.push((await first().call('POST /api/projects', list[n]?.token, body)).body.data.project.id);
  }
  const done: Did[] = [];
  let seen = await see(db(), projects);
  let acting = true;
  const everybody = Promise.all(
    list.map(async (by) => {
      for (let n = 0; n < ACTS; n += 1) {
        done.push(await doSomething(by, { call, next, seen, members }));
        seen = await see(db(), projects);
      }
    }),
  );
  const clock = async () => {
    for (let step = 0; step < CLOCK.steps && acting; step += 1) {
      await new Promise((resolve) => setTimeout(resolve, CLOCK.everyMs));
      nowMs += next() * CLOCK.stepMs;
      if (isFull && isPostgres && step % 12 === 6) await restartOne();
    }
  };
  const time = clock();
  await everybody;
  acting = false;
  await time;
  return { projects, members, done };
}

async function restartOne(): Promise<void> {
  const [stays, goes] = servers as [TestServer, TestServer];
  servers = [stays];
  await goes.close();
  servers = [stays, await startTestServer({ ...options, beside: stays })];
}

const named = (act: string) => (act === 'withdraw' || act === 'decline_offer' ? 'end_own' : act);

it.each(SEEDS)(
  'everybody does what they like (seed %i): all is as the tables say',
  { timeout: 600_000 },
  async (seed) => {
    const { projects, members, done } = await play(seed);
    await settled();
    const models = new Map<number, Model>(projects.map((id) => [id, emptyModel()]));
    const happened = new Map<string, number>();
    for (const transaction of await readJournal()) {
      const model = models.get(transaction.project);
      if (!model) continue;
      const { act, request } = replay(model, transaction);
      const key = `${named(act)} ${act === 'ask' ? transaction.project : request}`;
      happened.set(key, (happened.get(key) ?? 0) + 1);
    }

    // Who was told that an act was done, had it done, once; and nobody else.
    expect(done.filter(({ reply }) => (reply?.status ?? 0) >= 500)).toEqual([]);
    for (const key of new Set(done.filter(({ act }) => act !== null).map(({ act, request }) => `${act} ${request}`))) {
      const of = done.filter(({ act, request }) => `${act} ${request}` === key);
      const confirmed = of.filter(({ reply }) => reply !== null && reply.status < 300).length;
      const unknown = of.filter(({ reply }) => reply === null).length;
      const times = happened.get(key) ?? 0;
      expect([key, times >= confirmed && times <= confirmed + unknown]).toEqual([key, true]);
    }

    await checkLists(models, members);
    const tally = done.filter(({ reply }) => reply !== null && reply.status < 300).length;
    process.stdout.write(
      `seed ${seed}: ${done.length} acts of ${ACTORS} members, ${tally} done, ${sum(happened)} transitions\n`,
    );
  },
);

const sum = (counts: ReadonlyMap<string, number>) => [...counts.values()].reduce((all, one) => all + one, 0);

/** After a refresh both sides are shown what is so, and their inboxes hold each request once, with its last word. */
async function checkLists(models: ReadonlyMap<number, Model>, members: ReadonlyMap<number, TestMember>): Promise<void> {
  const requests = [...models].flatMap(([project, model]) =>
    [...model.requests.values()].map((request) => ({ ...request, project, creator: model.creator })),
  );
  type Shown = (typeof requests)[number];
  const stated = (list: readonly Shown[]) =>
    list
      .toSorted((a, b) => b.id - a.id)
      .map(({ id, stage, place, offeredUntilMs }) => {
        const waits = stage === 'pending' || stage === 'in_line' || stage === 'offered';
        return [id, waits ? 'pending' : stage, place || null, offeredUntilMs && new Date(offeredUntilMs).toISOString()];
      });
  for (const [id, { token }] of members) {
    const listed = async (path: string) => {
      const { requests: found } = (await first().call(path, token)).body.data as { requests: JoinRequest[] };
      return found.map((one) => [one.id, one.status, one.place ?? null, one.offered_until ?? null]);
    };
    expect(await listed('GET /api/project-requests/mine?limit=200')).toEqual(
      stated(requests.filter(({ requester }) => requester === id)),
    );
    expect(await listed('GET /api/project-requests/incoming?limit=200')).toEqual(
      stated(requests.filter((one) => one.creator === id && isWaiting(one))),
    );
    const { items } = (await first().call('GET /api/inbox?limit=100', token)).body.data as {
      items: { kind: string; subject_id: number }[];
    };
    const keys = items.filter(({ kind }) => /^(request|line|seat:(offered|missed|declined|lapsed))/u.test(kind));
    expect(new Set(keys.map(({ subject_id }) => subject_id)).size).toBe(keys.length);
  }
}
