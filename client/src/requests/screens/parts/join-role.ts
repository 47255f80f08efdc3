import { coverageOf } from '@sangam/shared/projects/coverage';
import type { Project } from '@sangam/shared/projects/projects';
import { freeSeatsFor } from '@sangam/shared/projects/seats';
import { useSession } from '../../../core/session/session';
import { useChosenRole } from './chosen-role';

/** The roles that a member can ask for: null for a seat without one, if there are such seats. */
export const choicesIn = (project: Project): (number | null)[] => {
  const { roles = [], max_members } = project;
  // One of the seats without a role is the creator's, unless they have had one with a role since before a transfer.
  const unnamed = max_members - roles.reduce((sum, { seats }) => sum + seats, 0) - 1;
  const hasUnnamed = roles.length === 0 || unnamed > 0 || freeSeatsFor(project, undefined) > 0;
  return [...roles.map(({ id }) => id), ...(hasUnnamed ? [null] : [])];
};

/** Those of them with a free seat. */
export const freeRolesOf = (project: Project): (number | null)[] =>
  choicesIn(project).filter((choice) => freeSeatsFor(project, choice ?? undefined) > 0);

/** The first of these roles of which a member with these skills has the largest part of the skills. */
export function bestRole(project: Project, choices: readonly (number | null)[], held: readonly string[]) {
  const share = (choice: number | null): number => {
    const { skills = [] } = project.roles?.find(({ id }) => id === choice) ?? {};
    return skills.length === 0 ? 0 : coverageOf(skills, held).have.length / skills.length;
  };
  return choices.toSorted((a, b) => share(b) - share(a))[0];
}

/** The role in the join form: the chosen one while the project has it, otherwise of those with a free seat the one that fits the member. */
export function useJoinRole(project: Project | undefined): number | null {
  const chosen = useChosenRole(project?.id ?? 0);
  const skills = useSession(({ user }) => user?.skills);
  if (project === undefined) return null;
  const choices = choicesIn(project);
  const known = choices.find((choice) => choice === chosen);
  return (
    [known, bestRole(project, freeRolesOf(project), skills ?? []), choices[0]].find((choice) => choice !== undefined) ??
    null
  );
}
