import { coverageOf } from '@sangam/shared/projects/coverage';
import type { Project } from '@sangam/shared/projects/projects';
import { freeSeatsFor } from '@sangam/shared/projects/seats';
import { useSession } from '../../../core/session/session';
import { useChosenRole } from './chosen-role';

/** Returns the ids of roles that a member can ask for, plus null if there are seats without a role. */
export const roleChoicesIn = (project: Project): (number | null)[] => {
  const { roles = [], max_members } = project;
  // The creator has one of the seats without a role, unless they got the project by a transfer while in a role's seat.
  const seatsWithoutRole = max_members - roles.reduce((sum, { seats }) => sum + seats, 0) - 1;
  const hasSeatsWithoutRole = roles.length === 0 || seatsWithoutRole > 0 || freeSeatsFor(project, undefined) > 0;
  return [...roles.map(({ id }) => id), ...(hasSeatsWithoutRole ? [null] : [])];
};

/** Like `roleChoicesIn`, but only with a free seat. */
export const freeRolesOf = (project: Project): (number | null)[] =>
  roleChoicesIn(project).filter((choice) => freeSeatsFor(project, choice ?? undefined) > 0);

/** The parts of a profile that decide which role suits a member. */
export interface Suited {
  skills: readonly string[];
  /** The roles that the member would take. */
  takes_roles?: readonly string[];
}

/**
 * Returns the choice that suits the member best: a role that they would take, else the role with the largest share of skills that they
 * have. If no role suits, prefers a seat without a role, so that a form sent in haste names no role that the member can't fill.
 */
export function bestRole(project: Project, choices: readonly (number | null)[], { skills, takes_roles = [] }: Suited) {
  const wanted = new Set(takes_roles.map((name) => name.toLowerCase()));
  const fitOf = (choice: number | null): number => {
    const role = project.roles?.find(({ id }) => id === choice);
    if (role === undefined) return 0;
    if (wanted.has(role.name.toLowerCase())) return 2;
    return role.skills.length === 0 ? 0 : coverageOf(role.skills, skills).have.length / role.skills.length;
  };
  const best = choices.toSorted((a, b) => fitOf(b) - fitOf(a))[0];
  return best !== undefined && fitOf(best) === 0 && choices.includes(null) ? null : best;
}

/**
 * Returns the join form's role: the chosen one while the project has it, else the one that suits the member best among those with a free
 * seat, or among all if no seat is free.
 */
export function useJoinRole(project: Project | undefined): number | null {
  const chosen = useChosenRole(project?.id ?? 0);
  const member = useSession(({ user }) => user);
  if (project === undefined) return null;
  const choices = roleChoicesIn(project);
  const known = choices.find((choice) => choice === chosen);
  if (known !== undefined) return known;
  const free = freeRolesOf(project);
  return bestRole(project, free.length > 0 ? free : choices, member ?? { skills: [] }) ?? null;
}
