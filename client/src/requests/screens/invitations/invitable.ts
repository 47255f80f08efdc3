import type { Project } from '@sangam/shared/projects/projects';
import { freeSeats } from '@sangam/shared/projects/seats';
import { bestRole, freeRolesOf } from '../roles/join-role';

interface Invitable {
  /** The member’s own projects that are open and have a free seat. */
  open: readonly Project[];
  /** The open projects to which the invitee has no pending invitation. */
  invitable: readonly Project[];
  /** The title of the project that the invitee came from, if nobody can be invited to it. */
  refusedTitle: string | null;
}

/** Selects the member’s own projects for an invitation. `originId`: the id of the project that the invitee came from. */
export function invitableProjects(
  projects: readonly Project[],
  { invitedTo, originId }: { invitedTo: ReadonlySet<number>; originId: number | undefined },
): Invitable {
  const open = projects.filter((project) => project.state === 'open' && !project.hidden && freeSeats(project) > 0);
  const origin = projects.find(({ id }) => id === originId);
  return {
    open,
    invitable: open.filter(({ id }) => !invitedTo.has(id)),
    refusedTitle: origin && !open.includes(origin) ? origin.title : null,
  };
}

/**
 * Returns the chosen project, else the first; undefined if the member has to choose, because nobody can be invited to the one they came
 * from.
 */
export const projectToInvite = (
  projects: readonly Project[],
  chosen: number | undefined,
  refusedTitle: string | null,
): Project | undefined => projects.find(({ id }) => id === chosen) ?? (refusedTitle === null ? projects[0] : undefined);

/**
 * Returns the roles with a free seat, and the selected one: the chosen role while it has a free seat, else the one that fits these skills.
 * Null stands for a seat without a role.
 */
export function rolesToInvite(project: Project, chosen: number | null | undefined, skills: readonly string[]) {
  const choices = freeRolesOf(project);
  const isFree = chosen !== undefined && choices.includes(chosen);
  return { choices, roleId: isFree ? chosen : (bestRole(project, choices, { skills }) ?? null) };
}
