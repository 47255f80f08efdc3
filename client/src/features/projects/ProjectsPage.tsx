import { useEffect } from 'react';
import { setCreateDialog } from '../../stores/create-dialog';
import { loadProjects } from '../../stores/projects';
import { loadMine } from '../../stores/requests';
import { useSession } from '../../stores/session';
import { Page } from '../../ui/Page';
import { CreateProjectButton } from './CreateProjectButton';
import { FreshProjects } from './FreshProjects';
import { ProjectFilters } from './ProjectFilters';
import { ProjectList } from './ProjectList';
import { useSearchFromAddress } from './use-project-filter';

/** Browse, search and filter projects; members create and join. */
export function ProjectsPage() {
  const member = useSession((state) => state.status === 'signed-in');
  useSearchFromAddress();
  useEffect(() => {
    void loadProjects();
  }, []);
  useEffect(() => {
    if (member) void loadMine();
  }, [member]);
  const create = member ? () => setCreateDialog(true) : undefined;
  return (
    <Page title="Projects" className="grid content-start gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl">Projects</h1>
        {create && <CreateProjectButton onClick={create} />}
      </div>
      <ProjectFilters />
      <FreshProjects />
      <ProjectList onCreate={create} />
    </Page>
  );
}
