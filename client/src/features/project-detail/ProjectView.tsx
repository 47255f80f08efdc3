import { Suspense } from 'react';
import { lazyPart } from '../../lib/lazy-part';
import { Listing } from '../../parts/Listing';
import { ReportLink } from '../../parts/ReportLink';
import { useOfferOf } from '../../stores/entities/offers';
import type { ProjectEntity } from '../../stores/entities/projects';
import { useNoteShown } from '../../stores/inbox';
import type { ProjectPage } from '../../stores/project-pages';
import { useStanding } from '../../stores/standing';
import { CreatorCard } from './CreatorCard';
import { CreatorPanels } from './CreatorPanels';
import { ManageMenu } from './ManageMenu';
import { ProjectHeader } from './ProjectHeader';
import { TakePart } from './TakePart';

/** Few projects are handed over, and a new one has no team. */
const TakeOverCard = lazyPart(() => import('./TakeOverCard'), 'TakeOverCard');
const TeamCard = lazyPart(() => import('./TeamCard'), 'TeamCard');
/** For who is told of the project; its creator has it in their menu. */
const MuteProject = lazyPart(() => import('./MuteProject'), 'MuteProject');

interface ProjectViewProps {
  project: ProjectEntity;
  page: ProjectPage;
  userId: number | null;
}

/** A loaded project: what it is, what the reader can do about it, who made it; for the creator, who is interested. */
export function ProjectView({ project, page, userId }: ProjectViewProps) {
  const standing = useStanding(project, page);
  const isOffered = useOfferOf(project.id) !== undefined && userId !== null;
  const own = standing === 'creator';
  useNoteShown(userId !== null, 'project', project.id);
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="grid min-w-0 gap-8">
        {own && <Listing project={project} />}
        {isOffered && (
          <Suspense>
            <TakeOverCard project={project} userId={userId} />
          </Suspense>
        )}
        <ProjectHeader project={project} />
        {own && (
          <>
            <ManageMenu project={project} />
            <CreatorPanels project={project} teamSkills={page.teamSkills} />
          </>
        )}
      </div>
      <aside aria-label="Join and creator" className="grid min-w-0 gap-4">
        {!own && <TakePart project={project} standing={standing} member={userId !== null} />}
        <CreatorCard project={project} userId={userId} standing={standing} />
        {page.teamIds.some((id) => id !== project.creator_id) && (
          <Suspense>
            <TeamCard teamIds={page.teamIds} project={project} userId={userId} />
          </Suspense>
        )}
        {userId !== null && !own && (
          <ReportLink subject={{ kind: 'project', id: project.id, name: project.title }}>
            Report this project
          </ReportLink>
        )}
        {['member', 'asked'].includes(standing) && (
          <Suspense>
            <MuteProject id={project.id} />
          </Suspense>
        )}
      </aside>
    </div>
  );
}
