import { FolderX } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { isGone } from '../../core/api/errors';
import { useWaitForLists } from '../../core/offline/wait-for-lists';
import { useSession } from '../../core/session/session';
import { useList } from '../../core/store/list';
import { hasFailed } from '../../core/store/loadable';
import { latePart } from '../../lib/loading/lazy-part';
import { PageParts } from '../../lib/loading/page-parts';
import { ProjectDescription, ProjectHeader, SkillsNeeded } from '../../projects/screens/page/ProjectHeader';
import { loadProject, useProjectPages } from '../../projects/state/project-pages';
import { useProject } from '../../projects/state/project-table';
import { isComplete, myRequests, useMyRequest } from '../../requests/state/requests';
import { ButtonLink } from '../../ui/button/ButtonLink';
import { LoadFailed } from '../../ui/page/LoadFailed';
import { Page } from '../../ui/page/Page';
import { CardSkeleton, Loading, Skeleton } from '../../ui/page/Skeleton';
import { SlowNotice } from '../../ui/page/SlowNotice';
import { PageOfId } from '../page-of-id';
import { ProjectView, preloadProjectMemberParts } from './ProjectView';

const GoneParts = latePart<'GoneParts', { projectId: number }>(() => import('./GoneParts'), 'GoneParts');

/** A project's page by the id in the address. */
export const ProjectDetailPage = () => (
  <PageOfId
    found={(id) => <LoadedProject key={id} id={id} />}
    missing={
      <Page title="Project not found">
        <ProjectNotFound />
      </Page>
    }
  />
);

function LoadedProject({ id }: { id: number }) {
  const page = useProjectPages((state) => state.byId[id]);
  const project = useProject(id);
  const session = useSession((state) => state.status);
  const userId = useSession((state) => state.user?.id ?? null);
  // Fetched again once the session is restored, since the answer then has the reader's join state.
  useEffect(() => {
    if (session !== 'loading') void loadProject(id);
    if (session === 'signed-in') void preloadProjectMemberParts();
  }, [id, session]);

  // A page without its project: it was deleted or hidden while the page's answer was on the way.
  const gone = isGone(page?.error) || (page?.data != null && !project);
  const failed = page !== undefined && !gone && hasFailed(page);
  const loaded = gone ? null : (page?.data ?? null);
  return (
    <Page title={(loaded && project?.title) ?? (gone ? 'Project not found' : 'Project')}>
      {loaded && project && (
        // Outside `PageParts`, since the page counts as shown once any of its parts is.
        <OnceOwnRequestIsKnown projectId={id}>
          <PageParts fallback={<DetailSkeleton />}>
            <ProjectView project={project} page={loaded} userId={userId} />
          </PageParts>
        </OnceOwnRequestIsKnown>
      )}
      {loaded === null && gone && <ProjectNotFound>{userId !== null && <GoneParts projectId={id} />}</ProjectNotFound>}
      {loaded === null && failed && (
        <>
          {/* After a failure, shows the data that a list has loaded. */}
          {project ? (
            <div className="mb-6 grid gap-6">
              <ProjectHeader project={project} />
              <ProjectDescription project={project} />
              <SkillsNeeded project={project} />
            </div>
          ) : (
            <h1 className="sr-only">Project</h1>
          )}
          <LoadFailed message="Failed to load project details" onRetry={() => loadProject(id)} />
        </>
      )}
      {loaded === null && !gone && !failed && <DetailSkeleton />}
    </Page>
  );
}

/** Waits for the reader's own request, if there is one: the page's answer has only its state, the list of requests its details. */
function OnceOwnRequestIsKnown({ projectId, children }: { projectId: number; children: ReactNode }) {
  const own = useMyRequest(projectId);
  const { data, error } = useList(myRequests);
  const waits = useWaitForLists({ data: own === undefined || isComplete(own) || data, error });
  return waits ? <DetailSkeleton /> : children;
}

function DetailSkeleton() {
  return (
    <SlowNotice>
      <Loading label="Loading project" className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid content-start gap-4">
          <Skeleton className="h-5 w-32" />
          <Skeleton className="h-10 w-4/5" />
          <CardSkeleton className="h-32" />
        </div>
        <CardSkeleton className="h-64" />
      </Loading>
    </SlowNotice>
  );
}

function ProjectNotFound({ children }: { children?: ReactNode }) {
  return (
    <div className="flex flex-col items-center gap-2 py-16 text-center wrap-anywhere">
      <FolderX aria-hidden className="mb-1 size-7 text-faint" />
      <h1 className="text-xl">Project not found</h1>
      <p className="text-muted">The project you are looking for does not exist.</p>
      <ButtonLink to="/projects" className="mt-4">
        Browse projects
      </ButtonLink>
      {children}
    </div>
  );
}
