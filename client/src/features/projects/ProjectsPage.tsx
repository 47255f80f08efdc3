import { useEffect, useState } from 'react';
import { loadProjects } from '../../stores/projects';
import { loadMine } from '../../stores/requests';
import { useSession } from '../../stores/session';
import { Page } from '../../ui/Page';
import { CreateProjectButton } from './CreateProjectButton';
import { CreateProjectDialog } from './CreateProjectDialog';
import { FreshProjects } from './FreshProjects';
import { ProjectFilters } from './ProjectFilters';
import { ProjectList } from './ProjectList';

/** Browse, search and filter projects; members create and join. */
export function ProjectsPage() {
  const member = useSession((state) => state.status === 'signed-in');
  const [creating, setCreating] = useState(false);
  useEffect(() => {
    void loadProjects();
  }, []);
  useEffect(() => {
    if (member) void loadMine();
  }, [member]);
  const create = member ? () => setCreating(true) : undefined;
  return (
    <Page title="Projects" className="grid content-start gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl">Projects</h1>
        {create && <CreateProjectButton onClick={create} />}
      </div>
      <ProjectFilters />
      <FreshProjects />
      <ProjectList onCreate={create} />
      <CreateProjectDialog open={creating} onOpenChange={setCreating} />
    </Page>
  );
}
