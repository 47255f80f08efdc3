import { useEffect } from 'react';
import { Navigate, useParams } from 'react-router-dom';
import { loadProject, useProjectPages } from '../../stores/project-pages';
import { useSession } from '../../stores/session';
import { ErrorState } from '../../ui/ErrorState';
import { Page } from '../../ui/Page';
import { DetailSkeleton } from './DetailSkeleton';
import { ProjectNotFound } from './ProjectNotFound';
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
  const detail = useProjectPages((state) => state.byId[id]);
  const session = useSession((state) => state.status);
  const userId = useSession((state) => state.user?.id ?? null);
  // Fetched again when the reader turns out to be a member: the answer then tells where they stand.
  useEffect(() => {
    if (session !== 'loading') void loadProject(id);
  }, [id, session]);

  const gone = detail?.error?.kind === 'server' && detail.error.status === 404;
  const data = gone ? null : (detail?.data ?? null);
  return (
    <Page title={data?.project.title ?? (gone ? 'Project not found' : 'Project')}>
      {data !== null && <ProjectView detail={data} userId={userId} />}
      {data === null && gone && <ProjectNotFound />}
      {data === null && !gone && detail?.status === 'error' && (
        <>
          <h1 className="sr-only">Project</h1>
          <ErrorState message="Failed to load project details" onRetry={() => loadProject(id)} />
        </>
      )}
      {data === null && !gone && detail?.status !== 'error' && <DetailSkeleton />}
    </Page>
  );
}
