import { Link } from 'react-router-dom';
import { JoinAction } from '../../../parts/JoinAction';
import type { ProjectEntity } from '../../../stores/entities/projects';
import { cardClass } from '../../../ui/Card';
import { cx } from '../../../ui/cx';
import { StateChip } from '../../../ui/StateChip';
import { LINKED_PX } from '../row-height';
import { useLinkedProject } from './linked-projects';

/** The projects whose addresses stand in a message, below it: as they are now, and as the reader may see them. */
export const LinkedCards = ({ ids, own }: { ids: readonly number[]; own: boolean }) =>
  ids.map((id) => <LinkedCard key={id} id={id} own={own} />);

/** Of one that the reader may not see stands nothing but its address in the text. */
function LinkedCard({ id, own }: { id: number; own: boolean }) {
  const project = useLinkedProject(id);
  if (project === null) return null;
  return (
    <div style={{ height: LINKED_PX }} className={cx('flex py-1', own && 'justify-end')}>
      {project && <ProjectLine project={project} />}
    </div>
  );
}

function ProjectLine({ project }: { project: ProjectEntity }) {
  const { id, title, creator_name, state } = project;
  return (
    <article
      aria-label={`Project ${title}`}
      className={cx(cardClass, 'flex w-[min(24rem,100%)] items-center gap-3 px-3.5')}
    >
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">
          <Link to={`/projects/${id}`} className="py-2 hover:underline">
            <bdi>{title}</bdi>
          </Link>
        </p>
        <p className="truncate text-muted text-sm">
          {state === 'open' && `${seatsLeft(project)} · `}
          <bdi>{creator_name}</bdi>
        </p>
      </div>
      <StateChip state={state} />
      <JoinAction project={project} />
    </article>
  );
}

function seatsLeft({ max_members, current_members, offered_seats }: ProjectEntity): string {
  const left = max_members - current_members - offered_seats;
  if (left <= 0) return 'No seat left';
  return left === 1 ? '1 seat left' : `${left} seats left`;
}
