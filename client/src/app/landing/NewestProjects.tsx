import { isolate } from '@sangam/shared/core/isolate';
import type { Project } from '@sangam/shared/projects/projects';
import { freeSeats } from '@sangam/shared/projects/seats';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { request } from '../../core/api/client';
import { useSession } from '../../core/session/session';
import { loadPublicStats, usePublicStats } from '../../core/site/public-stats';
import { intentLink, withNext } from '../../lib/links/next-path';
import { latePart } from '../../lib/loading/lazy-part';
import { ProjectCard } from '../../projects/screens/parts/ProjectCard';
import { ButtonLink } from '../../ui/button/ButtonLink';

/** Only members load it. */
const MemberJoin = latePart(() => import('./MemberJoin'), 'MemberJoin');

const SHOWN = 3;

/** The newest projects, with a link to the list and the number of projects in it. */
export function NewestProjects() {
  const session = useSession(({ status }) => status);
  const [projects, setProjects] = useState<readonly Project[]>([]);
  const total = usePublicStats((state) => state.data?.listedProjects);
  useEffect(() => {
    const left = new AbortController();
    void loadPublicStats();
    void request('GET /api/projects', { query: { active: 'yes', limit: SHOWN }, signal: left.signal }).then(
      (answer) => {
        if (answer.ok && !left.signal.aborted) setProjects(answer.value.data.projects);
      },
    );
    return () => left.abort();
  }, []);
  // Without projects, or if they couldn't be loaded, the section is left out.
  if (projects.length === 0) return null;
  return (
    <section aria-labelledby="newest-title" className="border-line border-t">
      <div className="mx-auto max-w-page px-4 py-12 sm:px-6 sm:py-16">
        <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
          <h2 id="newest-title" className="text-2xl">
            Newest projects
          </h2>
          <Link
            to="/projects"
            className="inline-flex min-h-control items-center text-muted underline decoration-control underline-offset-4 hover:text-fg"
          >
            {total !== undefined && total > 1 ? `All ${total.toLocaleString('en-IN')} projects` : 'All projects'}
          </Link>
        </div>
        <ul className="mt-6 grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
          {projects.map((project) => (
            <li key={project.id} className="grid min-w-0">
              <ProjectCard
                project={project}
                // Left out, since `TimeAgo` would exceed this page's weight limit.
                when={null}
                action={
                  session === 'signed-out' ? (
                    <JoinLink project={project} />
                  ) : (
                    session === 'signed-in' && <MemberJoin project={project} />
                  )
                }
              />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** Links a visitor through the sign-up to the join form. Renders nothing unless the project is open. */
function JoinLink({ project }: { project: Project }) {
  if (project.state !== 'open') return null;
  const isFull = freeSeats(project) === 0;
  const label = isFull ? 'Join the waitlist' : 'Join';
  return (
    <ButtonLink
      to={withNext('/signup', intentLink(project.id, 'join'))}
      size="sm"
      aria-label={`${label}${isFull ? ' for' : ''} ${isolate(project.title)}`}
    >
      {label}
    </ButtonLink>
  );
}
