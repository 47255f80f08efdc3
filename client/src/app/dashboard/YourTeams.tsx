import { useRef } from 'react';
import { Link } from 'react-router-dom';
import { useList } from '../../core/store/list';
import { hasFailed } from '../../core/store/loadable';
import { useHeldArrivals } from '../../lib/hooks/use-held-arrivals';
import { StateChip, TeamStateChip } from '../../projects/screens/parts/project-labels';
import { TeamChatIcon } from '../../projects/screens/parts/TeamChatLink';
import { myProjects, myTeams } from '../../requests/state/my-work';
import { Card } from '../../ui/Card';
import { RowsFailedCard } from '../../ui/page/RowsFailed';
import { ShowNew } from '../../ui/page/ShowNew';
import { useWaitsUnseen } from '../../ui/page/unseen';
import { Section, SectionLink } from '../work/Section';

const SHOWN_MAX = 5;
const loadTeams = () => Promise.all([myProjects.load(), myTeams.load()]);

/** The member's projects and the teams they are in, the newest first. My work has all of them. */
export function YourTeams() {
  const [own, joined] = [useList(myProjects), useList(myTeams)];
  const place = useRef<HTMLUListElement>(null);
  const all = [
    ...(own.data ?? []).map(({ id, title, current_members, max_members, ...project }) => ({
      id,
      title,
      role: `Creator · ${current_members}/${max_members} members`,
      at: project.created_at,
      chip: <StateChip {...project} />,
    })),
    ...(joined.data ?? []).map(({ project_id, project_title, created_at, ...request }) => ({
      id: project_id,
      title: project_title,
      role: 'Member',
      at: created_at,
      chip: <TeamStateChip {...request} />,
    })),
  ].toSorted((a, b) => b.at.localeCompare(a.at));
  const failed = hasFailed(own) || hasFailed(joined);
  const isKnown = [own, joined].every((list) => list.data !== null || hasFailed(list));
  const calm = useHeldArrivals(isKnown ? all : null, place, { hasOlder: false });
  const rows = calm.shown ?? [];
  useWaitsUnseen(calm.waiting, rows.length === 0);
  if (!failed && rows.length === 0) return null;
  return (
    <Section
      title="Your teams"
      aside={
        <>
          <ShowNew waiting={calm.waiting} words={['team', 'teams']} />
          <SectionLink to="/work">My work</SectionLink>
        </>
      }
    >
      <div className="grid gap-3">
        {failed && <RowsFailedCard what="teams" onRetry={loadTeams} />}
        {rows.length > 0 && (
          <Card flush>
            <ul ref={place} className="divide-y divide-line">
              {rows.slice(0, SHOWN_MAX).map(({ id, title, role, chip }) => (
                <li key={id} className="flex items-center pr-1">
                  <Link
                    to={`/projects/${id}`}
                    className="flex min-h-12 min-w-0 flex-1 flex-wrap items-center gap-x-3 px-4 py-2 hover:bg-hover sm:pl-5"
                  >
                    <bdi className="min-w-0 grow basis-full truncate font-medium text-sm sm:basis-48">{title}</bdi>
                    {chip}
                    <span className="tabular min-w-0 text-faint text-xs sm:min-w-36">{role}</span>
                  </Link>
                  {/* As wide as the icon, which not every team has. */}
                  <div className="w-control shrink-0">
                    <TeamChatIcon projectId={id} />
                  </div>
                </li>
              ))}
            </ul>
          </Card>
        )}
      </div>
    </Section>
  );
}
