import { Plus } from 'lucide-react';
import { useEffect } from 'react';
import { useSession } from '../../core/session/session';
import { ProjectFilters } from '../../projects/screens/list/ProjectFilters';
import { FreshProjects, ProjectList } from '../../projects/screens/list/ProjectList';
import { useFilterInAddress, useProjectsOfAddress } from '../../projects/screens/list/use-project-filter';
import { createDialog } from '../../projects/state/dialogs';
import { JoinButton } from '../../requests/screens/join/JoinButton';
import { myInterests } from '../../requests/state/interests';
import { myRequests } from '../../requests/state/requests';
import { Button } from '../../ui/button/Button';
import { Page } from '../../ui/page/Page';

/** Browse, search and filter projects; members create and join. */
export function ProjectsPage() {
  const member = useSession((state) => state.status === 'signed-in');
  useProjectsOfAddress();
  useFilterInAddress();
  // Interests are needed because a card says when the member may ask again after a denial.
  useEffect(() => {
    if (member) void Promise.all([myRequests.load(), myInterests.load()]);
  }, [member]);
  return (
    <Page title="Projects" className="grid content-start gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="page-title">Projects</h1>
        {member && <CreateProjectButton />}
      </div>
      <ProjectFilters />
      {/* In one cell: the button floats over the list. */}
      <FreshProjects className="col-start-1 row-start-3 self-start" />
      <div className="col-start-1 row-start-3 grid min-w-0 gap-5">
        <ProjectList Action={JoinButton} />
      </div>
    </Page>
  );
}

const CreateProjectButton = () => (
  <Button variant="primary" onClick={() => createDialog.open(true)}>
    <Plus aria-hidden className="size-4.5" />
    Create Project
  </Button>
);
