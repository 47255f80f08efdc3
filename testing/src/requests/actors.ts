import type { Reply, TestMember } from '../test-server.js';
import { actsOnAccounts, actsOnProjects } from './acts-on-projects.js';
import { actsOnInterests, actsOnInvitations, actsOnRequests } from './acts-on-requests.js';
import { type Acts, type Option, sceneOf, type World } from './scene.js';
import type { VisibleProject } from './visible-projects.js';

/** How much more often an action is chosen that leads to a transition which has not happened yet. */
const UNMET_WEIGHT = 3;
/** How often a chosen action is applied where it leads to such a transition. */
const UNMET_SHARE = 0.7;
/** How often a member aims at such a transition, in any project where it is possible. */
const AIMED_SHARE = 0.15;
/** How often a member tries an action that cannot succeed. */
const BLIND_SHARE = 0.1;

/** Random numbers from 0 to 1, the same for the same seed. */
export function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

export interface Did {
  act: string;
  /** The request, interest or project that the journal names for this action; null if it names another. */
  subject: number | null;
  reply: Reply | null;
}

interface ActingWorld extends World {
  call: (by: TestMember, name: string, body?: object) => Promise<Reply | null>;
  /** The transitions that have happened, as far as answers show. Actions that lead to others are chosen more often. */
  reachedRows: Set<string>;
}

/** Chooses a project: mostly an active one, sometimes one that is over or has lost its creator. */
function chooseProject({ projects, next }: World): VisibleProject {
  const pick = (list: readonly VisibleProject[]) => list[Math.floor(next() * list.length)];
  const share = next();
  const isActive = ({ state, is_left }: VisibleProject) => (state === 'open' || state === 'closed') && !is_left;
  const chosen = projects.filter(
    share < 0.91 ? isActive : share < 0.95 ? ({ seeks_creator }) => seeks_creator : () => true,
  );
  return pick(chosen) ?? (pick(projects) as VisibleProject);
}

type Chosen = Option & { act: string };

/** Returns all actions in the project that members with an account could do. */
function possibleActs(project: VisibleProject, isBlind: boolean, world: ActingWorld): Acts {
  const { members, deletedIds } = world;
  const scene = sceneOf(project, isBlind, world);
  const acts = {
    ...actsOnRequests(scene),
    ...actsOnInterests(scene),
    ...actsOnInvitations(scene),
    ...actsOnProjects(scene),
    ...actsOnAccounts(scene),
  };
  const mayAct = ({ by, call }: Option) =>
    members.has(by) && (isBlind || !deletedIds.has(by) || call.endsWith('/login'));
  return Object.fromEntries(
    Object.entries(acts).map(([act, [weight, options]]) => [act, [weight, options.filter(mayAct)]]),
  );
}

const unreachedRows = (reachedRows: ReadonlySet<string>, { rows, prepares = [] }: Option): string[] =>
  [...rows, ...prepares].filter((row) => !reachedRows.has(row));

/** Chooses an action by its weight, and its target. Undefined if no member can do anything. */
function choose(acts: Acts, { next, reachedRows }: ActingWorld): Chosen | undefined {
  const weightedActs = Object.entries(acts).map(([act, [weight, options]]) => {
    const unreached = options.filter((option) => unreachedRows(reachedRows, option).length > 0);
    return {
      act,
      options,
      unmet: unreached,
      weight: options.length === 0 ? 0 : weight * (unreached.length > 0 ? UNMET_WEIGHT : 1),
    };
  });
  let remainingWeight = next() * weightedActs.reduce((sum, { weight }) => sum + weight, 0);
  const chosen = weightedActs.find(({ weight }) => {
    remainingWeight -= weight;
    return remainingWeight < 0;
  });
  if (!chosen) return undefined;
  const list = chosen.unmet.length > 0 && next() < UNMET_SHARE ? chosen.unmet : chosen.options;
  const option = list[Math.floor(next() * list.length)];
  return option && { ...option, act: chosen.act };
}

/** Chooses one of the possible transitions that have not happened yet, and an action that leads to it. Undefined without one. */
function chooseUnreached(world: ActingWorld): Chosen | undefined {
  const { projects, next, reachedRows } = world;
  const byRow = new Map<string, Chosen[]>();
  for (const project of projects)
    for (const [act, [weight, options]] of Object.entries(possibleActs(project, false, world)))
      if (weight > 0)
        for (const option of options)
          for (const row of unreachedRows(reachedRows, option))
            byRow.set(row, [...(byRow.get(row) ?? []), { ...option, act }]);
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(next() * list.length)];
  return pick(pick([...byRow.values()]) ?? []);
}

/** Does one action of a member or creator in one of the projects, mostly one that could have succeeded a moment ago. */
export async function doOneAct(world: ActingWorld): Promise<Did> {
  const { next, members, reachedRows, call } = world;
  const unreached = next() < AIMED_SHARE ? chooseUnreached(world) : undefined;
  const chosen = unreached ?? choose(possibleActs(chooseProject(world), next() < BLIND_SHARE, world), world);
  if (!chosen) return { act: 'nothing', subject: null, reply: null };
  const { act, subject, by, call: name, body, rows } = chosen;
  const reply = await call(members.get(by) as TestMember, name, body);
  if (reply !== null && reply.status < 300) for (const row of rows) reachedRows.add(row);
  return { act, subject, reply };
}
