import type { Detail } from '../../stores/project-pages';
import { CreatorCard } from './CreatorCard';
import { InterestsPanel } from './InterestsPanel';
import { ProjectHeader } from './ProjectHeader';
import { TakePart } from './TakePart';
import { TeamCard } from './TeamCard';

/** A loaded project: what it is, what the reader can do about it, who made it; for the creator, who is interested. */
export function ProjectView({ detail, userId }: { detail: Detail; userId: number | null }) {
  const own = userId === detail.project.creator_id;
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="grid min-w-0 gap-8">
        <ProjectHeader project={detail.project} />
        {own && <InterestsPanel projectId={detail.project.id} interests={detail.connections} />}
      </div>
      <aside aria-label="Join and creator" className="grid min-w-0 gap-4">
        {!own && <TakePart detail={detail} userId={userId} />}
        <CreatorCard project={detail.project} userId={userId} />
        <TeamCard team={detail.team} creatorId={detail.project.creator_id} userId={userId} />
      </aside>
    </div>
  );
}
