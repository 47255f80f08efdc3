import { useEffect, useId } from 'react';
import { Link } from 'react-router-dom';
import { useProject } from '../../state/project-table';
import { loadSuited, useSuited } from '../../state/suited-projects';

/**
 * Open projects that need the declined applicant's skills. Renders nothing if there are none or they can't be loaded.
 */
export function SuitedProjects() {
  const found = useSuited((state) => state.data);
  const id = useId();
  useEffect(() => {
    void loadSuited();
  }, []);
  if (found === null || found.length === 0) return null;
  return (
    <section aria-labelledby={id} className="mt-2 grid gap-1">
      <h3 id={id} className="text-muted text-sm">
        These projects need what you know
      </h3>
      <ul>
        {found.map((suited) => (
          <Suited key={suited.id} {...suited} />
        ))}
      </ul>
    </section>
  );
}

function Suited({ id, covers }: { id: number; covers: readonly string[] }) {
  const project = useProject(id);
  if (project === undefined || project.state !== 'open') return null;
  return (
    <li>
      <Link
        to={`/projects/${id}`}
        className="flex min-h-control flex-col justify-center rounded-md py-1 hover:underline"
      >
        <span className="break-words font-medium text-sm">{project.title}</span>
        <span className="break-words text-faint text-xs">{covers.join(', ')}</span>
      </Link>
    </li>
  );
}
