import type { Project } from '@sangam/shared/projects/projects';
import { freeSeats } from '@sangam/shared/projects/seats';
import { bestRole, freeRolesOf } from '../parts/join-role';

interface Invitable {
  /** The member’s own projects that are open and have a free seat. */
  open: readonly Project[];
  /** Those to which the invitee has no pending invitation. */
  left: readonly Project[];
  /** The title of the project that the invitee came from, if nobody can be invited to it. */
  refused: string | null;
}

/** Sorts out the member’s own projects for an invitation. `from`: the project that the invitee came from. */
export function invitableProjects(
  projects: readonly Project[],
  { invitedTo, from }: { invitedTo: ReadonlySet<number>; from: number | undefined },
): Invitable {
  const open = projects.filter((project) => project.state === 'open' && !project.hidden && freeSeats(project) > 0);
  const origin = projects.find(({ id }) => id === from);
  return {
    open,
    left: open.filter(({ id }) => !invitedTo.has(id)),
    refused: origin && !open.includes(origin) ? origin.title : null,
  };
}

/** The project in the form. After a refused one, another has to be chosen; otherwise the first comes chosen. */
export const projectToInvite = (
  projects: readonly Project[],
  chosen: number | undefined,
  refused: string | null,
): Project | undefined => projects.find(({ id }) => id === chosen) ?? (refused === null ? projects[0] : undefined);

/** The roles to invite to, and the one in the form: the chosen one while it has a free seat, else the one that fits these skills. */
export function rolesToInvite(project: Project, chosen: number | null | undefined, skills: readonly string[]) {
  const choices = freeRolesOf(project);
  const isFree = chosen !== undefined && choices.includes(chosen);
  return { choices, roleId: isFree ? chosen : (bestRole(project, choices, { skills }) ?? null) };
}
