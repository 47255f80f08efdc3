import type { TestMember } from '../test-server.js';
import type { Seen, SeenInvitation, SeenRequest } from './seen.js';

/** A call that a member could make. */
export interface Option {
  /** The rows of the tables that it leads to, as `Step.met` names them. */
  rows: readonly string[];
  /** Rows that the call makes possible later. */
  prepares?: readonly string[];
  by: number;
  /** The request, interest or project that the journal names for this action; null if it names another. */
  subject: number | null;
  call: string;
  body?: object;
}

/** Actions by name: the weight with which each is chosen, and its possible targets. */
export type Acts = Record<string, readonly [weight: number, options: readonly Option[]]>;

export interface World {
  next: () => number;
  nowMs: number;
  seen: readonly Seen[];
  members: ReadonlyMap<number, TestMember>;
  /** Members who have deleted their accounts. */
  gone: ReadonlySet<number>;
  /** Whether a project may come to its end, and members may delete their accounts. */
  mayEnd: boolean;
  /** A project that nothing ends or transfers, so that pending requests in it can reach their deadlines. */
  calm: number | undefined;
}

/** A project with everything that its members could do in it. */
export interface Scene extends World {
  project: Seen;
  /** Whether to try actions that cannot succeed. */
  isBlind: boolean;
  isCalm: boolean;
  /** Whether nobody answers the offer of a project that has lost its creator, so that it reaches its deadline. */
  isIgnored: boolean;
  /** Unanswered requests, without every fifth, which is left to reach its deadline. */
  waiting: readonly SeenRequest[];
  at: (stage: SeenRequest['stage']) => readonly SeenRequest[];
  seated: readonly number[];
  outside: readonly number[];
  /** The pools of seats: the roles, and null for the seats without one. */
  pools: readonly (number | null)[];
  hasSeatFor: (role: number | null) => boolean;
  invitationOf: (user: number) => SeenInvitation | undefined;
  pick: <T>(list: readonly T[]) => T | undefined;
  /** Filters a list by whether the action is possible; returns all of it if `isBlind`. */
  suited: <T>(list: readonly T[], suits: (one: T) => boolean) => readonly T[];
}

export function sceneOf(project: Seen, isBlind: boolean, world: World): Scene {
  const { next, members } = world;
  const { creator_id, requests, invitations, roles } = project;
  const team = project.team.map(({ user }) => user);
  const waiting = requests.filter(
    ({ status, stage, id }) => status === 'pending' && (stage !== 'pending' || id % 5 !== 0),
  );
  const named = roles.reduce((sum, { seats }) => sum + seats, 0);
  return {
    ...world,
    project,
    isBlind,
    isCalm: project.id === world.calm,
    isIgnored: project.seeks_creator && project.id % 2 === 1,
    waiting,
    at: (stage) => waiting.filter((one) => one.stage === stage),
    seated: team.filter((user) => user !== creator_id),
    outside: [...members.keys()].filter((user) => !team.includes(user)),
    pools: [null, ...roles.map((role) => role.id)],
    hasSeatFor: (role) => {
      const seats = role === null ? project.max_members - named : (roles.find((each) => each.id === role)?.seats ?? 0);
      const inUse = [...project.team, ...requests.filter(({ stage }) => stage === 'offered')];
      return inUse.filter((one) => one.role === role).length < seats;
    },
    invitationOf: (user) => invitations.find((one) => one.user === user && one.status === 'pending'),
    pick: (list) => list[Math.floor(next() * list.length)],
    suited: (list, suits) => (isBlind ? list : list.filter(suits)),
  };
}
