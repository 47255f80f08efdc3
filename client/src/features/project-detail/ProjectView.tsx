import type { Detail } from '../../stores/project-pages';
import { ConnectionsPanel } from './ConnectionsPanel';
import { CreatorCard } from './CreatorCard';
import { ProjectHeader } from './ProjectHeader';
import { Standing } from './Standing';
import { TeamCard } from './TeamCard';

/** A loaded project: what it is, what the reader can do about it, who made it; for the creator, who is interested. */
export function ProjectView({ detail, userId }: { detail: Detail; userId: number | null }) {
  const own = userId === detail.project.creator_id;
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="grid min-w-0 gap-8">
        <ProjectHeader project={detail.project} />
        {own && <ConnectionsPanel projectId={detail.project.id} connections={detail.connections} />}
      </div>
      <aside aria-label="Join and creator" className="grid min-w-0 gap-4">
        {!own && <Standing detail={detail} userId={userId} />}
        <CreatorCard project={detail.project} userId={userId} />
        <TeamCard team={detail.team} creatorId={detail.project.creator_id} userId={userId} />
      </aside>
    </div>
  );
}
