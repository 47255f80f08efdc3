import type { SuitedProject } from '@sangam/shared/projects/projects';
import { takesRequests } from '@sangam/shared/projects/seats';
import { use, useEffect, useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { wireLabel } from '../../../lib/wire-label';
import { useProject } from '../../state/project-table';
import { forgetSuitedAfter, suitedAfter } from '../../state/suited-after';
import type { SuitedBy } from '../../state/suited-projects';
import { categoryLabel } from '../parts/project-labels';

const titles: Record<SuitedBy, string> = {
  skills: 'These projects need your skills',
  category: 'Similar projects with free seats',
  newest: 'New projects with free seats',
};

/**
 * Open projects to ask next, for a member whose request to `projectId` ended. Suspends until they are known, so that nothing moves. Renders
 * nothing if there are none or they can't be loaded. Needs a `key` per project.
 */
export function SuitedProjects({ projectId }: { projectId: number }) {
  const [asked] = useState(() => suitedAfter(projectId));
  const found = use(asked).filter(({ id }) => id !== projectId);
  const titleId = useId();
  // The next visit fetches them again.
  useEffect(() => void forgetSuitedAfter(projectId), [projectId]);
  const [first] = found;
  if (first === undefined) return null;
  return (
    <section aria-labelledby={titleId} className="mt-2 grid gap-1">
      <h3 id={titleId} className="eyebrow">
        {wireLabel(titles, first.suited_by)}
      </h3>
      <ul>
        {found.map((suited) => (
          <Suited key={suited.id} {...suited} />
        ))}
      </ul>
    </section>
  );
}

function Suited({ id, covers }: Pick<SuitedProject, 'id' | 'covers'>) {
  const project = useProject(id);
  if (project === undefined || !takesRequests(project)) return null;
  return (
    <li>
      <Link
        to={`/projects/${id}`}
        className="flex min-h-control flex-col justify-center rounded-md py-1 hover:underline"
      >
        <span className="font-medium text-sm">{project.title}</span>
        <span className="text-faint text-xs">{covers.join(', ') || categoryLabel(project.category)}</span>
      </Link>
    </li>
  );
}
