import { Suspense } from 'react';
import { lazyPart } from '../../lib/loading/lazy-part';
import { useNoteShown } from '../../notices/state/notifications';
import { CreatorCard } from '../../projects/screens/page/CreatorCard';
import { ManageMenu } from '../../projects/screens/page/ManageMenu';
import { ProjectHeader } from '../../projects/screens/page/ProjectHeader';
import { AnswerRecord } from '../../projects/screens/parts/AnswerRecord';
import { Listing } from '../../projects/screens/parts/Listing';
import type { ProjectPage } from '../../projects/state/project-pages';
import type { ProjectEntity } from '../../projects/state/project-table';
import { useOfferOf } from '../../projects/state/transfer-table';
import { CreatorPanels } from '../../requests/screens/incoming/CreatorPanels';
import { TakePart } from '../../requests/screens/join/TakePart';
import { useStanding } from '../../requests/state/join-state';
import { ReportLink } from '../../trust/screens/ReportLink';

/** Few projects are handed over, and a new one has no team. */
const TakeOverCard = lazyPart(() => import('../../projects/screens/page/TransferCard'), 'TakeOverCard');
const TeamCard = lazyPart(() => import('../../projects/screens/page/TeamCard'), 'TeamCard');
/** For who is told of the project; its creator has it in their menu. */
const MuteProject = lazyPart(() => import('../../projects/screens/page/MuteProject'), 'MuteProject');

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
        <CreatorCard
          project={project}
          userId={userId}
          standing={standing}
          answerRecord={<AnswerRecord projectId={project.id} />}
        />
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
