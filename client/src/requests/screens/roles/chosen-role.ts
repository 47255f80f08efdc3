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

/** The chosen role; undefined before a choice. */
export const useChosenRole = (projectId: number): number | null | undefined =>
  useChosen(({ byProject }) => byProject[projectId]);
