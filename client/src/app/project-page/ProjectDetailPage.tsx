import { useEffect } from 'react';
import { Navigate, useParams } from 'react-router-dom';
import { isGone } from '../../core/api/errors';
import { useSession } from '../../core/session/session';
import { hasFailed } from '../../core/store/loadable';
import { DetailSkeleton } from '../../projects/screens/page/DetailSkeleton';
import { ProjectHeader } from '../../projects/screens/page/ProjectHeader';
import { ProjectNotFound } from '../../projects/screens/page/ProjectNotFound';
import { loadProject, useProjectPages } from '../../projects/state/project-pages';
import { useProject } from '../../projects/state/project-table';
import { LoadFailed } from '../../ui/page/LoadFailed';
import { Page } from '../../ui/page/Page';
import { ProjectView } from './ProjectView';

/** One project by the id in the address. What is no number is an unknown path, so it goes to `/`. */
export function ProjectDetailPage() {
  const { id = '' } = useParams();
  if (!/^\d+$/u.test(id)) return <Navigate to="/" replace />;
  const number = Number(id);
  if (number < 1 || !Number.isSafeInteger(number))
    return (
      <Page title="Project not found">
        <ProjectNotFound />
      </Page>
    );
  return <LoadedProject key={number} id={number} />;
}

function LoadedProject({ id }: { id: number }) {
  const page = useProjectPages((state) => state.byId[id]);
  const project = useProject(id);
  const session = useSession((state) => state.status);
  const userId = useSession((state) => state.user?.id ?? null);
  // Fetched again when the reader turns out to be a member: the answer then tells where they stand.
  useEffect(() => {
    if (session !== 'loading') void loadProject(id);
  }, [id, session]);

  const gone = isGone(page?.error);
  const failed = page !== undefined && !gone && hasFailed(page);
  const loaded = gone ? null : (page?.data ?? null);
  return (
    <Page title={(loaded && project?.title) ?? (gone ? 'Project not found' : 'Project')}>
      {loaded && project && <ProjectView project={project} page={loaded} userId={userId} />}
      {loaded === null && gone && <ProjectNotFound />}
      {loaded === null && failed && (
        <>
          {/* What a list has brought of it. */}
          {project ? <ProjectHeader project={project} /> : <h1 className="sr-only">Project</h1>}
          <LoadFailed message="Failed to load project details" onRetry={() => loadProject(id)} />
        </>
      )}
      {loaded === null && !gone && !failed && <DetailSkeleton />}
    </Page>
  );
}
