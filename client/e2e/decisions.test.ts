import { runsAll, runsFull } from '@sangam/testing/runs';
import type { Locator, Page, Request } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { sharedTestServer } from './servers.js';
import type { Account } from './test-server.js';
import { goWithin, untilLoaded } from './within.js';

/**
 * Two presses in one place, at each of these distances in time, on every decision on every screen: exactly the pressed act
 * happens, and nothing else opens. Screens take turns with mouse and touch; in full mode each has both.
 */
const DELAYS_MS = runsFull ? [60, 120, 250] : [120];
const pointers = {
  mouse: { viewport: { width: 1280, height: 1600 } },
  touch: { viewport: { width: 390, height: 1600 }, hasTouch: true, isMobile: true },
} as const;
type Pointer = keyof typeof pointers;
/** The time in which a wrong second act would have been sent. */
const AFTER_MS = 120;
/** Pages at a time; most of the time they wait. */
const AT_A_TIME = 3;
/** Two presses further apart are no double click: the second may close what the first opened. The screen is then played again. */
const DOUBLE_MAX_MS = 450;
const PLAYS_MAX = 4;
const STEP_MAX_MS = 20_000;

const server = await sharedTestServer();
const post = async (by: Account, max_members = 20): Promise<number> =>
  server.postProject(by, { title: 'Kiosk', max_members });
async function data<T>(by: Account, call: string, body?: unknown): Promise<T> {
  const answer = await server.api(by, call, body);
  if (!answer.ok) throw new Error(`${call}: ${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as { data: T }).data;
}
const ask = async (by: Account, project_id: number): Promise<number> =>
  (await data<{ request: { id: number } }>(by, 'POST /api/project-requests', { project_id, message: 'May I?' })).request
    .id;
const decide = (by: Account, id: number, status: string) =>
  data(by, `PUT /api/project-requests/${id}/status`, { status });
/** A member joins a project. */
async function join(creator: Account, member: Account, project: number): Promise<void> {
  await decide(creator, await ask(member, project), 'accepted');
}
/** A full project with a seat offer to the member. */
async function offerSeat(creator: Account, member: Account): Promise<number> {
  const project = await post(creator);
  await data(creator, `PUT /api/project-requests/${await ask(member, project)}/line`);
  return project;
}
async function offerTransfer(creator: Account, member: Account): Promise<number> {
  const project = await post(creator);
  await join(creator, member, project);
  await data(creator, `PUT /api/projects/${project}/offer`, { user_id: member.id });
  return project;
}

interface People {
  creator: Account;
  member: Account;
  applicants: Account[];
}
const people = {} as Record<Pointer, People>;
const signUps = (name: string, number: number) =>
  Promise.all(Array.from({ length: number }, (_, n) => server.signUp(`${name} ${'ABCDEFGH'[n]}`)));

beforeAll(async () => {
  for (const pointer of ['mouse', 'touch'] as const) {
    const [creator, member] = (await signUps(`Owner ${pointer}`, 2)) as [Account, Account];
    people[pointer] = { creator, member, applicants: await signUps(`Guest ${pointer}`, DELAYS_MS.length) };
  }
});

/** The effects of two presses: the calls that they sent, and anything that opened. */
interface Done {
  calls: string[];
  opened: number;
  path: string;
  /** The time between the presses, which a busy machine makes longer. */
  gap: number;
}

/** Watches a page for what presses do there. */
function watch(page: Page) {
  let calls: string[] = [];
  let refused: string[] = [];
  const actOf = (request: Request): string | null => {
    const { pathname } = new URL(request.url());
    const isAct =
      request.method() !== 'GET' &&
      pathname.startsWith('/api/') &&
      !/inbox|status$|mark-read/u.test(
        pathname.replace('/offer/status', '').replace(/((?:project-requests|invitations)\/\d+)\/status/u, '$1'),
      );
    if (!isAct) return null;
    const body = request.postDataJSON() as { status?: string } | null;
    return [request.method(), pathname.replace('/api/', '').replaceAll(/\d+/gu, '#'), body?.status]
      .filter(Boolean)
      .join(' ');
  };
  page.on('request', (request) => {
    const act = actOf(request);
    if (act !== null) calls.push(act);
  });
  page.on('response', (response) => {
    const act = actOf(response.request());
    if (act !== null && !response.ok()) refused.push(act);
  });
  const centre = async (target: Locator): Promise<{ x: number; y: number }> => {
    // Once it is in view and stands still.
    await target.click({ trial: true });
    const box = await target.boundingBox();
    if (box === null) throw new Error('it is not on screen');
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  /** A decided row leaves its list once the pointer has left it, which moves others: until the pointer is on one of them. */
  const placeOf = async (target: Locator, pointer: Pointer): Promise<{ x: number; y: number }> => {
    const place = await centre(target);
    if (pointer === 'mouse') await page.mouse.move(place.x, place.y);
    const { x, y } = await centre(target);
    return x === place.x && y === place.y ? place : placeOf(target, pointer);
  };
  const openedNow = () => page.locator('[role=dialog]:visible, [role=menu]:visible').count();
  return async (pointer: Pointer, name: string | RegExp, delay: number, selector = 'button'): Promise<Done> => {
    const target = page
      .locator('main, [role=dialog]')
      .getByRole(selector as 'button', { name, exact: typeof name === 'string' })
      .first();
    const { x, y } = await placeOf(target, pointer);
    const before = await openedNow();
    calls = [];
    refused = [];
    const press = () => (pointer === 'mouse' ? page.mouse.click(x, y) : page.touchscreen.tap(x, y));
    const pressedAt = performance.now();
    let gap = 0;
    const again = async () => {
      await page.waitForTimeout(delay);
      gap = performance.now() - pressedAt;
      await press();
    };
    await Promise.all([press(), again()]);
    await page.waitForTimeout(AFTER_MS);
    // A refused call may be tried again.
    const done = calls.filter((call, index) => calls.indexOf(call) === index || !refused.includes(call));
    return { calls: done, opened: (await openedNow()) - before, path: new URL(page.url()).pathname, gap };
  };
}
type DoublePress = ReturnType<typeof watch>;

interface Seeded {
  /** The member whose screen it is. */
  by: Account;
  /** The address for each delay. */
  paths: string[];
}

interface Screen {
  seed: (people: People) => Promise<Seeded>;
  /** The presses in their order, with the only call that each may send. */
  acts: (people: People, n: number) => [name: string | RegExp, call: string | null][];
}

const status = 'PUT project-requests/#/status';
const applicant = ({ applicants }: People, n: number) => (applicants[n] as Account).name;
/** Rejects in two steps, reopens and accepts one request. */
const chain = (name: string): [string, string | null][] => [
  [`Reject ${name}`, null],
  ['Reject request', `${status} rejected`],
  [`Reopen ${name}’s request`, 'POST project-requests/#/reopen'],
  [`Accept ${name}`, `${status} accepted`],
];
/** Where the project isn't known to be full, the first answer says so. */
const onWaitlist = (name: string): [string, string][] => [
  [`Accept ${name}`, `${status} accepted`],
  [`Add to waitlist ${name}`, 'PUT project-requests/#/line'],
];
const interested = (name: string, n: number): [string, string | null][] =>
  n === 0
    ? [
        [`Deny ${name}`, null],
        ['Deny interest', 'PUT projects/connections/# denied'],
      ]
    : [[`Approve ${name}`, 'PUT projects/connections/# approved']];

/** A creator whose open project has a request and interest of each applicant. No other screen shows them. */
async function seedRequests({ applicants }: People): Promise<{ by: Account; project: number }> {
  const by = await server.signUp('Creator');
  const project = await post(by);
  for (const each of applicants) {
    await ask(each, project);
    await data(each, `POST /api/projects/${project}/connect`);
  }
  return { by, project };
}
/** The same with a full project, without interest. */
async function seedFull({ member, applicants }: People): Promise<{ by: Account; project: number }> {
  const by = await server.signUp('Creator');
  const project = await post(by, 2);
  for (const each of applicants) await ask(each, project);
  await join(by, member, project);
  return { by, project };
}

const one = <T>(item: T): T[] => DELAYS_MS.map(() => item);
const withEach = ({ applicants }: People) => applicants.map(({ id }) => `/messages/${id}`);

/** One project for each delay. */
async function seedProjects(by: Account, seed: () => Promise<number>): Promise<Seeded> {
  const paths: string[] = [];
  for (const _ of DELAYS_MS) paths.push(`/projects/${await seed()}`);
  return { by, paths };
}

/** The same on the My work of a new member. */
async function seedWork(seed: (by: Account) => Promise<unknown>): Promise<Seeded> {
  const by = await server.signUp('Worker');
  for (const _ of DELAYS_MS) await seed(by);
  return { by, paths: one('/work') };
}

async function joined(creator: Account, member: Account): Promise<number> {
  const project = await post(creator);
  await join(creator, member, project);
  return project;
}
async function asked(creator: Account, member: Account): Promise<number> {
  const project = await post(creator);
  await ask(member, project);
  return project;
}

/** A creator who invites a member. */
async function invitedBy(member: Account): Promise<{ creator: Account; project: number }> {
  const creator = await server.signUp('Inviter');
  const project = await post(creator);
  await data(creator, `POST /api/projects/${project}/invitations`, { user_id: member.id });
  return { creator, project };
}
/** A new member whose page everybody sees, with an invitation for each delay on the screen that it answers. */
async function seedInvitations(pathOf: (one: { creator: Account; project: number }) => string): Promise<Seeded> {
  const by = await server.signUp('Invited');
  await post(by);
  const paths: string[] = [];
  for (const _ of DELAYS_MS) paths.push(pathOf(await invitedBy(by)));
  return { by, paths };
}
const invitation = (n: number): [RegExp, string] =>
  n === 0
    ? [/^Accept the invitation/u, 'PUT invitations/#/status accepted']
    : [/^Decline the invitation/u, 'PUT invitations/#/status declined'];

const withdrawing = /^Withdraw the invitation/u;

const seat = (n: number): [RegExp, string] =>
  n === 0
    ? [/^Decline the seat/u, 'PUT project-requests/#/offer declined']
    : [/^Accept the seat/u, 'PUT project-requests/#/offer accepted'];
const transfer = (n: number): [RegExp, string] =>
  n === 0
    ? [/^Decline the transfer/u, 'PUT projects/#/offer/status declined']
    : [/^Accept the transfer/u, 'PUT projects/#/offer/status accepted'];
const leaving = (name: string | RegExp): [string | RegExp, string | null][] => [
  [name, null],
  ['Leave the team', 'DELETE projects/#/members/me'],
];

const screens: Record<string, Screen> = {
  'dashboard, a free seat': {
    seed: async (all) => ({ ...(await seedRequests(all)), paths: one('/dashboard') }),
    acts: (all, n) => [...chain(applicant(all, n)), ...interested(applicant(all, n), n)],
  },
  'dashboard, a full project': {
    seed: async (all) => ({ ...(await seedFull(all)), paths: one('/dashboard') }),
    acts: (all, n) => onWaitlist(applicant(all, n)),
  },
  'own project, a free seat': {
    seed: async (all) => {
      const { by, project } = await seedRequests(all);
      return { by, paths: one(`/projects/${project}`) };
    },
    acts: (all, n) => [...chain(applicant(all, n)), ...interested(applicant(all, n), n)],
  },
  'own project, full': {
    seed: async (all) => {
      const { by, project } = await seedFull(all);
      return { by, paths: one(`/projects/${project}`) };
    },
    acts: (all, n) => onWaitlist(applicant(all, n)),
  },
  'conversation, a request and interest': {
    seed: async (all) => ({ ...(await seedRequests(all)), paths: withEach(all) }),
    acts: (all, n) => [...chain(applicant(all, n)), ...interested(applicant(all, n), n)],
  },
  'conversation, a full project': {
    seed: async (all) => ({ ...(await seedFull(all)), paths: withEach(all) }),
    acts: (all, n) => onWaitlist(applicant(all, n)),
  },
  'conversation, Block': {
    seed: async (all) => ({ by: await server.signUp('Blocker'), paths: withEach(all) }),
    acts: () => [
      ['Block', 'PUT blocks/#'],
      ['Unblock', 'DELETE blocks/#'],
    ],
  },
  'a project, Withdraw': {
    seed: ({ creator, member }) => seedProjects(member, () => asked(creator, member)),
    acts: () => [['Withdraw', 'DELETE project-requests/#']],
  },
  'a project, Leave': {
    seed: ({ creator, member }) => seedProjects(member, () => joined(creator, member)),
    acts: () => leaving('Leave'),
  },
  'a project, a seat offer': {
    seed: ({ creator, member }) => seedProjects(member, () => offerSeat(creator, member)),
    acts: (_, n) => [seat(n)],
  },
  'a project, a transfer': {
    seed: ({ creator, member }) => seedProjects(member, () => offerTransfer(creator, member)),
    acts: (_, n) => [transfer(n)],
  },
  'own project, Cancel transfer': {
    seed: ({ creator, member }) => seedProjects(creator, () => offerTransfer(creator, member)),
    acts: () => [['Cancel transfer', 'DELETE projects/#/offer']],
  },
  'own project, Remove': {
    seed: ({ creator, member }) => seedProjects(creator, () => joined(creator, member)),
    acts: () => [['Remove from the team', 'DELETE projects/#/members/#']],
  },
  'My work, requests': {
    seed: ({ creator }) => seedWork((by) => asked(creator, by)),
    acts: () => [[/^Withdraw the request/u, 'DELETE project-requests/#']],
  },
  'My work, teams': {
    seed: ({ creator }) => seedWork((by) => joined(creator, by)),
    acts: () => leaving(/^Leave Kiosk/u),
  },
  'My work, seat offers': {
    seed: ({ creator }) => seedWork((by) => offerSeat(creator, by)),
    acts: (_, n) => [seat(n)],
  },
  'My work, invitations': {
    seed: () => seedInvitations(() => '/work'),
    acts: (_, n) => [invitation(n)],
  },
  'dashboard, invitations': {
    seed: () => seedInvitations(() => '/dashboard'),
    acts: (_, n) => [invitation(n)],
  },
  'a project, an invitation': {
    seed: () => seedInvitations(({ project }) => `/projects/${project}`),
    acts: (_, n) => [invitation(n)],
  },
  'conversation, an invitation': {
    seed: () => seedInvitations(({ creator }) => `/messages/${creator.id}`),
    acts: (_, n) => [invitation(n)],
  },
  'own project, Withdraw an invitation': {
    seed: async () => {
      const member = await server.signUp('Invited');
      await post(member);
      const { creator, project } = await invitedBy(member);
      return { by: creator, paths: one(`/projects/${project}`) };
    },
    acts: (_, n) => (n === 0 ? [[withdrawing, 'DELETE invitations/#']] : []),
  },
  'My work, transfers': {
    seed: ({ creator }) => seedWork((by) => offerTransfer(creator, by)),
    acts: (_, n) => [transfer(n)],
  },
};

/** Opens what stands before the press, such as a menu. */
async function prepare(page: Page, name: string | RegExp): Promise<void> {
  if (name === 'Remove from the team') {
    await page.getByRole('button', { name: /^More for/u }).click();
    await page.getByRole('menuitem', { name: 'Remove from the team…' }).click();
  }
  if (String(name) === String(withdrawing)) await page.getByRole('button', { name: 'Show invitations' }).click();
  if (name !== 'Block') return;
  await page.getByRole('button', { name: 'More', exact: true }).first().click();
  await page.getByRole('menuitem', { name: /^Block/u }).click();
}

const isOnlyWaitlist = (page: Page, name: string): Promise<boolean> =>
  page
    .getByRole('main')
    .getByRole('button', { name: `Add to waitlist ${name}`, exact: true })
    .first()
    .isVisible();

/** Returns what went wrong, or 'too slow' if the machine was too busy for a double click. */
async function play(screen: Screen, { by, paths }: Seeded, pointer: Pointer): Promise<string[] | 'too slow'> {
  const wrong: string[] = [];
  const all = people[pointer];
  const { page, context } = await server.actor(by, paths[0], pointers[pointer]);
  page.setDefaultTimeout(STEP_MAX_MS);
  const doublePress: DoublePress = watch(page);
  await untilLoaded(page);
  for (const [n, delay] of DELAYS_MS.entries()) {
    const path = paths[n] ?? '';
    if (new URL(page.url()).pathname !== path) {
      await (path.startsWith('/messages') ? page.goto(path) : goWithin(page, path));
      await untilLoaded(page);
    }
    for (const [name, call] of screen.acts(all, n)) {
      // Known to be full already.
      if (String(name).startsWith('Accept ') && (await isOnlyWaitlist(page, String(name).slice(7)))) continue;
      await prepare(page, name);
      const done = await doublePress(pointer, name, delay);
      if (done.gap > DOUBLE_MAX_MS) {
        await context.close();
        return 'too slow';
      }
      const expected = { calls: call === null ? [] : [call], path };
      const is = { calls: done.calls, path: done.path };
      if (JSON.stringify(is) !== JSON.stringify(expected) || done.opened > 0)
        wrong.push(`${name}, ${delay} ms: ${JSON.stringify(done)}`);
      if (done.path !== path) await page.goto(path);
    }
  }
  await context.close();
  return wrong;
}

/** Plays all screens with one kind of pointer, some at a time. Returns what went wrong, by screen. */
async function playAll(pointer: Pointer): Promise<Record<string, string[]>> {
  const wrong: Record<string, string[]> = {};
  // All at first, so that no list changes while it is pressed on.
  const left: [string, Screen, Seeded, plays?: number][] = [];
  const turn = Object.keys(pointers).indexOf(pointer);
  for (const [name, screen] of Object.entries(screens).filter(
    ([name], index) =>
      (runsFull || index % (runsAll ? 2 : 4) === turn) && new RegExp(process.env.SCREEN ?? '', 'u').test(name),
  ))
    left.push([name, screen, await screen.seed(people[pointer])]);
  const next = async (): Promise<void> => {
    const [name, screen, seeded, plays = 1] = left.shift() ?? [];
    if (name === undefined || screen === undefined || seeded === undefined) return;
    const found = await play(screen, seeded, pointer).catch((error: unknown) => [String(error)]);
    if (found === 'too slow' && plays < PLAYS_MAX)
      left.push([name, screen, await screen.seed(people[pointer]), plays + 1]);
    else if (found.length > 0) wrong[name] = [found].flat();
    await next();
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, next));
  return wrong;
}

const tried: readonly Pointer[] = runsAll ? ['mouse', 'touch'] : ['mouse'];
it.each(tried)('two presses by %s do what one does', async (pointer) => {
  const wrong = await playAll(pointer);
  expect(wrong, JSON.stringify(wrong)).toEqual({});
});
