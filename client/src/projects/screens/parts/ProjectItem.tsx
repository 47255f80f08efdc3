import { type ReactNode, useState } from 'react';
import { Chip } from '../../../ui/Chip';
import { TimeAgo } from '../../../ui/TimeAgo';
import { type ProjectEntity, useProject } from '../../state/project-table';
import { ProjectCard } from './ProjectCard';

interface ProjectItemProps {
  id: number;
  /** Returns what the card shows at its end, such as the Join button. */
  action: (project: ProjectEntity) => ReactNode;
  /** Says why the project fits the reader. */
  why?: ReactNode;
  headingLevel?: 'h2' | 'h3';
}

/**
 * A live project in a list. Reads its own project, so that a change to one renders one item. After a deletion, it shows the project as it
 * last was, without its action.
 */
export function ProjectItem({ id, action, why, headingLevel }: ProjectItemProps) {
  const current = useProject(id);
  const [project, setProject] = useState(current);
  if (current !== undefined && current !== project) setProject(current);
  if (project === undefined) return null;
  return (
    <li className="grid min-w-0">
      <ProjectCard
        project={project}
        when={<TimeAgo time={project.created_at} />}
        why={why}
        {...(headingLevel && { headingLevel })}
        action={
          current ? (
            action(project)
          ) : (
            <Chip tone="state" isOutcome>
              No longer available
            </Chip>
          )
        }
      />
    </li>
  );
}
