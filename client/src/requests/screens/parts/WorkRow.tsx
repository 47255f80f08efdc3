import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

interface WorkRowProps {
  /** null once the project is gone. */
  projectId: number | null;
  title: string;
  /** What else there is to know, below the title. */
  facts: ReactNode;
  /** Stands at the end: a state, a way back. */
  children?: ReactNode;
}

/** One line of work: leads to its project. */
export function WorkRow({ projectId, title, facts, children }: WorkRowProps) {
  const name = <bdi className="line-clamp-2 min-w-0 break-words">{title}</bdi>;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5">
      <div className="min-w-0 grow basis-56">
        {projectId === null ? (
          <span className="inline-flex min-h-control-sm max-w-full items-center font-semibold text-sm">{name}</span>
        ) : (
          <Link
            to={`/projects/${projectId}`}
            className="inline-flex min-h-control-sm min-w-control-sm max-w-full items-center break-words font-semibold text-sm hover:underline"
          >
            {name}
          </Link>
        )}
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-faint text-xs">{facts}</div>
      </div>
      {children && <div className="ml-auto flex flex-wrap items-center justify-end gap-x-2 gap-y-1">{children}</div>}
    </div>
  );
}
