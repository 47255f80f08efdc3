import { useEffect } from 'react';
import { useSession } from '../../core/session/session';
import { CreateProjectButton } from '../../projects/screens/list/CreateProjectButton';
import { FreshProjects } from '../../projects/screens/list/FreshProjects';
import { ProjectFilters } from '../../projects/screens/list/ProjectFilters';
import { ProjectList } from '../../projects/screens/list/ProjectList';
import { useFilterInAddress, useProjectsOfAddress } from '../../projects/screens/list/use-project-filter';
import { createDialog } from '../../projects/state/create-dialog';
import { JoinAction } from '../../requests/screens/join/JoinButton';
import { myRequests } from '../../requests/state/requests';
import { Page } from '../../ui/page/Page';

/** Browse, search and filter projects; members create and join. */
export function ProjectsPage() {
  const member = useSession((state) => state.status === 'signed-in');
  useProjectsOfAddress();
  useFilterInAddress();
  useEffect(() => {
    if (member) void myRequests.load();
  }, [member]);
  const create = member ? () => createDialog.open(true) : undefined;
  return (
    <Page title="Projects" className="grid content-start gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl">Projects</h1>
        {create && <CreateProjectButton onClick={create} />}
      </div>
      <ProjectFilters />
      {/* In one cell: the button floats over the list. */}
      <FreshProjects className="col-start-1 row-start-3 self-start" />
      <div className="col-start-1 row-start-3 grid min-w-0 gap-5">
        <ProjectList onCreate={create} Action={JoinAction} />
      </div>
    </Page>
  );
}
