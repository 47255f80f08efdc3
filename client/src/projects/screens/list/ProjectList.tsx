import { ArrowUp, FolderOpen, SearchX } from 'lucide-react';
import { type ComponentType, memo, Suspense } from 'react';
import toast from 'react-hot-toast/headless';
import { errorText } from '../../../core/api/errors';
import { useSession } from '../../../core/session/session';
import { passFocusOn } from '../../../lib/dom/pass-focus-on';
import { withNext } from '../../../lib/links/next-path';
import { lazyPart } from '../../../lib/loading/lazy-part';
import { Button } from '../../../ui/button/Button';
import { ButtonLink } from '../../../ui/button/ButtonLink';
import { OnlineButton } from '../../../ui/button/OnlineButton';
import { Card } from '../../../ui/Card';
import { cx } from '../../../ui/cx';
import { EmptyState } from '../../../ui/page/EmptyState';
import { LoadFailed } from '../../../ui/page/LoadFailed';
import { Loading, Skeleton } from '../../../ui/page/Skeleton';
import { SlowNotice } from '../../../ui/page/SlowNotice';
import { isFiltered, noFilter } from '../../state/project-filter';
import {
  loadMoreProjects,
  loadProjects,
  setProjectFilter,
  showFreshProjects,
  useProjectList,
} from '../../state/project-list';
import type { ProjectEntity } from '../../state/project-table';
import { ProjectItem } from '../parts/ProjectItem';
import { useSteadyRows } from './use-steady-rows';

/** Loaded late: needed only for members with free hours, the order by fit, and the filter by shared hours. */
const WhyItFits = lazyPart(() => import('../../../people/screens/WhyItFits'), 'WhyItFits');

interface ProjectListProps {
  /** Shows the reader's action for a project. */
  Action: ComponentType<{ project: ProjectEntity }>;
}

/** The matching projects in the filter's order, with their loading, error and empty states. */
export function ProjectList({ Action }: ProjectListProps) {
  const { status, data, error } = useProjectList((state) => state.list);
  const rows = useSteadyRows(data);
  // Until then, a card can't tell a member's own project, or whether they must sign in to join.
  const isReaderKnown = useSession((state) => state.status !== 'loading');
  const failure = error && <LoadFailed message="Failed to load projects" onRetry={() => loadProjects()} />;
  if (failure && rows.length === 0) return failure;
  if (data === null || !isReaderKnown || (rows.length === 0 && status === 'loading')) return <ProjectListSkeleton />;
  if (rows.length === 0)
    return (
      <Card flush>
        <NothingFound />
      </Card>
    );
  return (
    <>
      {/* After a failure, the rows are those loaded for an earlier filter that match this one. */}
      {failure}
      <ul className={listGrid} aria-label="Projects">
        {rows.map((id) => (
          <ProjectRow key={id} id={id} Action={Action} />
        ))}
      </ul>
      {!failure && <MoreProjects />}
    </>
  );
}

const ProjectRow = memo(function ProjectRow({ id, Action }: { id: number } & ProjectListProps) {
  const fit = useProjectList(({ fits }) => fits.get(id));
  return (
    <ProjectItem
      id={id}
      action={(project) => <Action project={project} />}
      headingLevel="h2"
      why={
        fit && (
          // Reserves one line, as most need.
          <Suspense fallback={<div className="h-5" />}>
            <WhyItFits fit={fit} subject="You have" />
          </Suspense>
        )
      }
    />
  );
});

function MoreProjects() {
  const hasMore = useProjectList((state) => state.hasMore);
  const loadingMore = useProjectList((state) => state.loadingMore);
  if (!hasMore) return <NotListed />;
  const more = async () => {
    const answer = await loadMoreProjects();
    if (!answer.ok) toast.error(errorText(answer.error, 'Failed to load projects'));
  };
  return (
    <OnlineButton busy={loadingMore} onClick={more} className="mx-auto">
      Show more projects
    </OnlineButton>
  );
}

/** Says that the unfiltered list leaves out projects that their creators haven't confirmed lately. */
function NotListed() {
  const filtered = useProjectList((state) => isFiltered(state.filter));
  if (filtered) return null;
  return (
    <p className="mt-2 text-center text-faint text-sm">
      Projects stay listed for 14 days, or longer if their creator is still looking. Search finds the others, too.
    </p>
  );
}

/** The empty state. Only visitors get a button: members have the page's button to create a project. */
function NothingFound() {
  const isVisitor = useSession((state) => state.status === 'signed-out');
  const filtered = useProjectList((state) => isFiltered(state.filter));
  const sort = useProjectList((state) => state.filter.sort);
  if (filtered)
    return (
      <EmptyState
        icon={SearchX}
        title="No matching projects"
        action={
          <Button ref={passFocusOn} size="sm" onClick={() => setProjectFilter({ ...noFilter, sort })}>
            Clear filters
          </Button>
        }
      >
        Try another search term, or fewer filters.
      </EmptyState>
    );
  return (
    <EmptyState
      icon={FolderOpen}
      title="No projects listed right now"
      action={
        isVisitor && (
          <ButtonLink to={withNext('/signup', '/projects/new')} size="sm">
            Sign up to create one
          </ButtonLink>
        )
      }
    >
      Create a project, and others can ask to join.
    </EmptyState>
  );
}

/** Placeholders for six cards. */
function ProjectListSkeleton() {
  return (
    <SlowNotice>
      <Loading label="Loading projects" className={listGrid}>
        {[1, 2, 3, 4, 5, 6].map((key) => (
          <Card key={key} className="grid gap-3">
            <Skeleton className="h-5 w-28" />
            <Skeleton className="h-6 w-4/5" />
            <Skeleton className="h-10 w-full" />
            <Skeleton className="h-8 w-full max-w-36" />
          </Card>
        ))}
      </Loading>
    </SlowNotice>
  );
}

/**
 * The floating button "N new projects". Projects posted since the list was loaded appear when it is pressed, so nothing moves while
 * reading.
 */
export function FreshProjects({ className }: { className: string }) {
  const count = useProjectList((state) => state.fresh.length);
  const show = () => {
    showFreshProjects();
    window.scrollTo(0, 0);
    // The button disappears when it's pressed, so the focus moves to the page.
    document.getElementById('main')?.focus({ preventScroll: true });
  };
  return (
    <div
      role="status"
      className={cx(
        'sticky top-[calc(var(--bar-h)+var(--safe-top)+1.75rem)] z-10 flex h-0 items-center justify-center',
        className,
      )}
    >
      {count > 0 && (
        <Button ref={passFocusOn} size="sm" onClick={show} className="animate-enter shadow-float">
          <ArrowUp aria-hidden className="size-4" />
          {count === 1 ? '1 new project' : `${count} new projects`}
        </Button>
      )}
    </div>
  );
}

const listGrid = 'grid gap-3 sm:grid-cols-2 lg:grid-cols-3';
