import type { TestMember } from '../test-server.js';
import type { Seen, SeenInvitation, SeenRequest } from './seen.js';

/** A call that a member could make. */
export interface Option {
  /** The rows of the tables that it leads to, as `Step.met` names them. */
  rows: readonly string[];
  /** Rows that it makes possible later. */
  prepares?: readonly string[];
  by: number;
  /** The request, interest or project that the journal names for this act; null where it names another. */
  subject: number | null;
  call: string;
  body?: object;
}

/** Acts by their names: how often each is done, and what it could be done to. */
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
  /** A project that nothing ends or transfers, so what waits in it can reach its deadline. */
  calm: number | undefined;
}

/** A project with what its members could do in it. */
export interface Scene extends World {
  project: Seen;
  /** Acts are tried that cannot succeed. */
  isBlind: boolean;
  isCalm: boolean;
  /** Nobody answers a project that has lost its creator, so its time runs out. */
  isIgnored: boolean;
  /** Those without an answer; every fifth is left out, so it reaches its deadline. */
  waiting: readonly SeenRequest[];
  at: (stage: SeenRequest['stage']) => readonly SeenRequest[];
  seated: readonly number[];
  outside: readonly number[];
  /** The pools of seats: the roles, and null for the seats without one. */
  pools: readonly (number | null)[];
  hasSeatFor: (role: number | null) => boolean;
  invitationOf: (user: number) => SeenInvitation | undefined;
  pick: <T>(list: readonly T[]) => T | undefined;
  /** Those that the act suits; all of them if it is blind. */
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
