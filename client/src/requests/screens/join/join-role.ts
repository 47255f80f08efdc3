import type { Project } from '@sangam/shared/projects/projects';
import { freeSeatsFor } from '@sangam/shared/projects/seats';
import { create } from 'zustand';
import { onReset } from '../../../core/store/reset';
import { joinDialog } from '../../state/requests';

/** The role that the member asks for, by project: null for none. */
const useChosen = create<{ byProject: Readonly<Record<number, number | null>> }>(() => ({ byProject: {} }));
onReset(() => useChosen.setState({ byProject: {} }));

export const chooseRole = (projectId: number, roleId: number | null): void =>
  useChosen.setState(({ byProject }) => ({ byProject: { ...byProject, [projectId]: roleId } }));

/** Opens the join form for a role. */
export function openJoinFor(projectId: number, roleId: number): void {
  chooseRole(projectId, roleId);
  joinDialog.open(projectId);
}

/** The roles that a member can ask for: null for a seat without one, if there are such seats. */
export const choicesIn = (project: Project): (number | null)[] => {
  const { roles = [], max_members } = project;
  // One of the seats without a role is the creator's.
  const unnamed = max_members - roles.reduce((sum, { seats }) => sum + seats, 0) - 1;
  return [...roles.map(({ id }) => id), ...(unnamed > 0 || roles.length === 0 ? [null] : [])];
};

/** The role in the join form: the chosen one while the project has it, otherwise the first with a free seat. */
export function useJoinRole(project: Project | undefined): number | null {
  const chosen = useChosen(({ byProject }) => byProject[project?.id ?? 0]);
  if (project === undefined) return null;
  const choices = choicesIn(project);
  const known = choices.find((choice) => choice === chosen);
  const free = choices.find((choice) => freeSeatsFor(project, choice ?? undefined) > 0);
  return [known, free, choices[0]].find((choice) => choice !== undefined) ?? null;
}
