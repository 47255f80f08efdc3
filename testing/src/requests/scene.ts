import type { TestMember } from '../test-server.js';
import type { VisibleInvitation, VisibleProject, VisibleRequest } from './visible-projects.js';

/** A call that a member could make. */
export interface Option {
  /** The rows of the tables that it leads to, as `Step.reachedRows` names them. */
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
  projects: readonly VisibleProject[];
  members: ReadonlyMap<number, TestMember>;
  /** Members who have deleted their accounts. */
  deletedIds: ReadonlySet<number>;
  /** Whether a project may come to its end, and members may delete their accounts. */
  mayEnd: boolean;
  /** A project that nothing ends or transfers, so that pending requests in it can reach their deadlines. */
  quietProjectId: number | undefined;
}

/** A project with everything that its members could do in it. */
export interface Scene extends World {
  project: VisibleProject;
  /** Whether to try actions that cannot succeed. */
  isBlind: boolean;
  isQuiet: boolean;
  /** Whether nobody answers the offer of a project that has lost its creator, so that it reaches its deadline. */
  isIgnored: boolean;
  /** Unanswered requests, without every fifth, which is left to reach its deadline. */
  answerableRequests: readonly VisibleRequest[];
  at: (stage: VisibleRequest['stage']) => readonly VisibleRequest[];
  seated: readonly number[];
  nonMembers: readonly number[];
  /** The pools of seats: the roles, and null for the seats without one. */
  pools: readonly (number | null)[];
  hasSeatFor: (role: number | null) => boolean;
  invitationOf: (user: number) => VisibleInvitation | undefined;
  pick: <T>(list: readonly T[]) => T | undefined;
  /** Filters a list by whether the action is possible; returns all of it if `isBlind`. */
  possible: <T>(list: readonly T[], isPossible: (one: T) => boolean) => readonly T[];
}

export function sceneOf(project: VisibleProject, isBlind: boolean, world: World): Scene {
  const { next, members } = world;
  const { creator_id, requests, invitations, roles } = project;
  const team = project.team.map(({ user }) => user);
  const answerable = requests.filter(
    ({ status, stage, id }) => status === 'pending' && (stage !== 'pending' || id % 5 !== 0),
  );
  const seatsOfRoles = roles.reduce((sum, { seats }) => sum + seats, 0);
  return {
    ...world,
    project,
    isBlind,
    isQuiet: project.id === world.quietProjectId,
    isIgnored: project.seeks_creator && project.id % 2 === 1,
    answerableRequests: answerable,
    at: (stage) => answerable.filter((one) => one.stage === stage),
    seated: team.filter((user) => user !== creator_id),
    nonMembers: [...members.keys()].filter((user) => !team.includes(user)),
    pools: [null, ...roles.map((role) => role.id)],
    hasSeatFor: (role) => {
      const seats =
        role === null ? project.max_members - seatsOfRoles : (roles.find((each) => each.id === role)?.seats ?? 0);
      const inUse = [...project.team, ...requests.filter(({ stage }) => stage === 'offered')];
      return inUse.filter((one) => one.role === role).length < seats;
    },
    invitationOf: (user) => invitations.find((one) => one.user === user && one.status === 'pending'),
    pick: (list) => list[Math.floor(next() * list.length)],
    possible: (list, isPossible) => (isBlind ? list : list.filter(isPossible)),
  };
}
