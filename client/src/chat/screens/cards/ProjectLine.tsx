import { Link } from 'react-router-dom';
import { StateChip } from '../../../projects/screens/parts/project-labels';
import type { ProjectEntity } from '../../../projects/state/project-table';
import { JoinButton } from '../../../requests/screens/join/JoinButton';
import { cardClass } from '../../../ui/Card';
import { cx } from '../../../ui/cx';

/** A project in a message, with Join. */
export function ProjectLine({ project }: { project: ProjectEntity }) {
  const { id, title, creator_name, state } = project;
  return (
    <article
      aria-label={`Project ${title}`}
      className={cx(cardClass, 'flex w-[min(24rem,100%)] items-center gap-3 px-3.5')}
    >
      <div className="min-w-0 flex-1">
        {/* As high as a finger, without moving the line below. */}
        <Link
          to={`/projects/${id}`}
          className="relative -my-2.5 block w-fit max-w-full truncate py-2.5 font-medium hover:underline"
        >
          <bdi>{title}</bdi>
        </Link>
        <p className="truncate text-muted text-sm">
          {state === 'open' && `${seatsLeft(project)} · `}
          <bdi>{creator_name}</bdi>
        </p>
      </div>
      <StateChip state={state} />
      <JoinButton project={project} />
    </article>
  );
}

function seatsLeft({ max_members, current_members, offered_seats }: ProjectEntity): string {
  const left = max_members - current_members - offered_seats;
  if (left <= 0) return 'No seat left';
  return left === 1 ? '1 seat left' : `${left} seats left`;
}
