import type { Page } from 'playwright-core';
import type { Account, TestServer } from './test-server.js';

export interface People {
  creator: Account;
  member: Account;
  applicants: Account[];
}
export interface Seeded {
  /** The member whose screen it is. */
  by: Account;
  /** The path for each time the screen is played. */
  paths: string[];
}

export interface Screen {
  seed: (people: People) => Promise<Seeded>;
  /** The presses in order, with the only call that each may send; null for none. */
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
/** If the project isn't known to be full, the answer to Accept says so. */
const onWaitlist = (name: string): [string, string][] => [
  [`Accept ${name}`, `${status} accepted`],
  [`Add to waitlist: ${name}`, 'PUT project-requests/#/line'],
];
/** Comes before the request's acceptance, which ends the interest. */
const interested = (name: string, n: number): [string, string | null][] =>
  n === 0
    ? [
        [`Deny ${name}`, null],
        ['Deny interest', 'PUT projects/connections/# denied'],
      ]
    : [[`Approve ${name}`, 'PUT projects/connections/# approved']];

const invitation = (n: number): [RegExp, string] =>
  n === 0
    ? [/^Accept the invitation/u, 'PUT invitations/#/status accepted']
    : [/^Decline the invitation/u, 'PUT invitations/#/status declined'];

const withdrawsInvitation = /^Withdraw the invitation/u;
const withdrawing = (name: string | RegExp, what: string, sent: string): [string | RegExp, string | null][] => [
  [name, null],
  [`Withdraw ${what}`, sent],
];

const seat = (n: number): [string | RegExp, string | null][] =>
  n === 0
    ? [
        [/^Decline the seat/u, null],
        ['Decline seat', 'PUT project-requests/#/offer declined'],
      ]
    : [[/^Accept the seat/u, 'PUT project-requests/#/offer accepted']];
const transfer = (n: number): [RegExp, string] =>
  n === 0
    ? [/^Decline the transfer/u, 'PUT projects/#/offer/status declined']
    : [/^Accept the transfer/u, 'PUT projects/#/offer/status accepted'];
const leaving = (name: string | RegExp): [string | RegExp, string | null][] => [
  [name, null],
  ['Leave the team', 'DELETE projects/#/members/me'],
];

/** Returns every screen with its decisions. `times`: how often each is played, each time with another applicant. */
export function decisionScreens(server: TestServer, times: number): Record<string, Screen> {
  const post = async (by: Account, max_members = 20): Promise<number> =>
    server.postProject(by, { title: 'Kiosk', max_members });
  const ask = async (by: Account, project_id: number): Promise<number> =>
    (await server.call(by, 'POST /api/project-requests', { body: { project_id, message: 'May I?' } })).data.request.id;
  const decide = (by: Account, id: number, status: 'accepted' | 'rejected') =>
    server.call(by, 'PUT /api/project-requests/:id/status', { params: { id }, body: { status } });
  /** Has a member join a project. */
  async function join(creator: Account, member: Account, project: number): Promise<void> {
    await decide(creator, await ask(member, project), 'accepted');
  }
  /** Creates a full project with a seat offer to the member. */
  async function offerSeat(creator: Account, member: Account): Promise<number> {
    const project = await post(creator);
    const id = await ask(member, project);
    await server.call(creator, 'PUT /api/project-requests/:id/line', { params: { id } });
    return project;
  }
  async function offerTransfer(creator: Account, member: Account): Promise<number> {
    const project = await post(creator);
    await join(creator, member, project);
    await server.call(creator, 'PUT /api/projects/:id/offer', {
      params: { id: project },
      body: { user_id: member.id },
    });
    return project;
  }

  /** Creates a creator whose open project has a request and an interest from each applicant. No other screen shows them. */
  async function seedRequests({ applicants }: People): Promise<{ by: Account; project: number }> {
    const by = await server.signUp('Creator');
    const project = await post(by);
    for (const each of applicants) {
      await ask(each, project);
      await server.call(each, 'POST /api/projects/:id/connect', { params: { id: project } });
    }
    return { by, project };
  }
  /** Like `seedRequests`, with a full project and without interest. */
  async function seedFull({ member, applicants }: People): Promise<{ by: Account; project: number }> {
    const by = await server.signUp('Creator');
    const project = await post(by, 2);
    for (const each of applicants) await ask(each, project);
    await join(by, member, project);
    return { by, project };
  }

  const one = <T>(item: T): T[] => Array.from({ length: times }, () => item);
  const withEach = ({ applicants }: People) => applicants.map(({ id }) => `/messages/${id}`);

  /** Creates one project for each time. */
  async function seedProjects(by: Account, seed: () => Promise<number>): Promise<Seeded> {
    const paths: string[] = [];
    for (let n = 0; n < times; n += 1) paths.push(`/projects/${await seed()}`);
    return { by, paths };
  }

  /** Creates a new member whose My work has an item for each time. */
  async function seedWork(seed: (by: Account) => Promise<unknown>): Promise<Seeded> {
    const by = await server.signUp('Worker');
    for (let n = 0; n < times; n += 1) await seed(by);
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

  /** Creates a creator who invites the member to a project. */
  async function invitedBy(member: Account): Promise<{ creator: Account; project: number }> {
    const creator = await server.signUp('Inviter');
    const project = await post(creator);
    await server.call(creator, 'POST /api/projects/:id/invitations', {
      params: { id: project },
      body: { user_id: member.id },
    });
    return { creator, project };
  }
  /** Creates a member with a public page and an invitation for each time. `pathOf` returns the screen on which it is answered. */
  async function seedInvitations(pathOf: (one: { creator: Account; project: number }) => string): Promise<Seeded> {
    const by = await server.signUp('Invited');
    await post(by);
    const paths: string[] = [];
    for (let n = 0; n < times; n += 1) paths.push(pathOf(await invitedBy(by)));
    return { by, paths };
  }
  return {
    'dashboard, a free seat': {
      seed: async (all) => ({ ...(await seedRequests(all)), paths: one('/dashboard') }),
      acts: (all, n) => [...interested(applicant(all, n), n), ...chain(applicant(all, n))],
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
      acts: (all, n) => [...interested(applicant(all, n), n), ...chain(applicant(all, n))],
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
      acts: (all, n) => [...interested(applicant(all, n), n), ...chain(applicant(all, n))],
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
      acts: () => withdrawing('Withdraw', 'request', 'DELETE project-requests/#'),
    },
    'a project, Leave': {
      seed: ({ creator, member }) => seedProjects(member, () => joined(creator, member)),
      acts: () => leaving('Leave'),
    },
    'a project, a seat offer': {
      seed: ({ creator, member }) => seedProjects(member, () => offerSeat(creator, member)),
      acts: (_, n) => seat(n),
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
      acts: () => withdrawing(/^Withdraw the request/u, 'request', 'DELETE project-requests/#'),
    },
    'My work, teams': {
      seed: ({ creator }) => seedWork((by) => joined(creator, by)),
      acts: () => leaving(/^Leave Kiosk/u),
    },
    'My work, seat offers': {
      seed: ({ creator }) => seedWork((by) => offerSeat(creator, by)),
      acts: (_, n) => seat(n),
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
      acts: (_, n) => (n === 0 ? withdrawing(withdrawsInvitation, 'invitation', 'DELETE invitations/#') : []),
    },
    'My work, transfers': {
      seed: ({ creator }) => seedWork((by) => offerTransfer(creator, by)),
      acts: (_, n) => [transfer(n)],
    },
  };
}

/** Opens whatever the button is in, such as a menu. */
export async function prepare(page: Page, name: string | RegExp): Promise<void> {
  if (name === 'Remove from the team') {
    await page.getByRole('button', { name: /^More for/u }).click();
    await page.getByRole('menuitem', { name: 'Remove from the team…' }).click();
  }
  if (String(name) === String(withdrawsInvitation))
    await page.getByRole('button', { name: 'Show invitations' }).click();
  if (name !== 'Block') return;
  await page.getByRole('button', { name: 'More', exact: true }).first().click();
  await page.getByRole('menuitem', { name: /^Block/u }).click();
}

export const isOnlyWaitlist = (page: Page, name: string): Promise<boolean> =>
  page
    .getByRole('main')
    .getByRole('button', { name: `Add to waitlist: ${name}`, exact: true })
    .first()
    .isVisible();
