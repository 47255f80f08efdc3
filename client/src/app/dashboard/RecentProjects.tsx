import { FolderOpen } from 'lucide-react';
import { useRef } from 'react';
import { useList } from '../../core/store/list';
import { hasFailed } from '../../core/store/loadable';
import { useHeldArrivals } from '../../lib/hooks/use-held-arrivals';
import { useStillRows } from '../../lib/hooks/use-still-rows';
import { ProjectItem } from '../../projects/screens/parts/ProjectItem';
import type { ProjectEntity } from '../../projects/state/project-table';
import { JoinButton } from '../../requests/screens/join/JoinButton';
import { Card } from '../../ui/Card';
import { EmptyState } from '../../ui/page/EmptyState';
import { RowsFailedCard } from '../../ui/page/RowsFailed';
import { ShowNew } from '../../ui/page/ShowNew';
import { Loading, Skeleton } from '../../ui/page/Skeleton';
import { Section, SectionLink } from '../work/Section';
import { recentProjects } from './dashboard-store';

const none: readonly ProjectEntity[] = [];

/** The last of an odd number spans both columns. */
const grid = 'grid gap-3 sm:grid-cols-2 sm:*:last:odd:col-span-2';

/** The newest projects, at most six. `above`: ids of the projects shown above, which are left out. */
export function RecentProjects({ above }: { above: readonly number[] }) {
  const list = useList(recentProjects);
  const { data } = list;
  const place = useRef<HTMLUListElement>(null);
  const calm = useHeldArrivals(data?.filter(({ id }) => !above.includes(id)) ?? null, place);
  const { shown } = calm;
  // A deleted project keeps its place for a moment, but one that moved above isn't shown twice.
  const rows = useStillRows(shown ?? none, place).filter(({ item }) => !above.includes(item.id));
  const failed = hasFailed(list);
  return (
    <Section
      title="Recent projects"
      aside={
        <>
          <ShowNew waiting={calm.waiting} />
          <SectionLink to="/projects">All projects</SectionLink>
        </>
      }
    >
      {failed && <RowsFailedCard what="projects" onRetry={recentProjects.load} />}
      {data === null && !failed && (
        <Loading label="Loading projects" className={grid}>
          {[1, 2].map((key) => (
            <Card key={key} className="grid gap-3">
              <Skeleton className="h-5 w-28" />
              <Skeleton className="h-6 w-full" />
              <Skeleton className="h-16 w-full" />
            </Card>
          ))}
        </Loading>
      )}
      {data?.length === 0 && above.length === 0 && (
        <Card flush>
          <EmptyState icon={FolderOpen} title="No projects listed right now">
            The newest projects appear here.
          </EmptyState>
        </Card>
      )}
      {shown?.length === 0 && above.length > 0 && (
        <p className="text-muted text-sm">The newest projects are listed above.</p>
      )}
      <ul ref={place} className={grid}>
        {rows.map(({ item: { id } }) => (
          <ProjectItem key={id} id={id} action={(project) => <JoinButton project={project} />} />
        ))}
      </ul>
    </Section>
  );
}
