import { useFocusKept } from '../../lib/hooks/use-focus-kept';
import { ProjectsForYourSkills, useProjectsForSkills } from './ProjectsForYourSkills';
import { RecentProjects } from './RecentProjects';

/**
 * The projects that fit the member's skills, and the newest of the others. Both lists are made from the same rows, so that each project is
 * in exactly one.
 */
export function ProjectsToJoin() {
  const list = useFocusKept();
  const rows = useProjectsForSkills(list);
  return (
    <>
      <ProjectsForYourSkills rows={rows} list={list} />
      <RecentProjects above={rows.map(({ item }) => item.id)} />
    </>
  );
}
