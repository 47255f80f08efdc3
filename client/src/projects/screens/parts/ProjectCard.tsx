import { projectLimits } from '@sangam/shared/projects/limits';
import type { Project } from '@sangam/shared/projects/projects';
import { needsWords, takesRequests } from '@sangam/shared/projects/seats';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { SkillChips } from '../../../people/screens/SkillChips';
import { Avatar } from '../../../ui/Avatar';
import { cardClass } from '../../../ui/Card';
import { Chip } from '../../../ui/Chip';
import { cx } from '../../../ui/cx';
import { MemberName, raisedName } from '../../../ui/MemberName';
import { categoryLabel, Seats, StateChip } from './project-labels';

interface ProjectCardProps {
  project: Project;
  /** The time since it was posted, in words. */
  when: ReactNode;
  /** Shown at the end of the last line: the Join button, or the member's state. */
  action?: ReactNode;
  /** Says why the project fits the reader. */
  why?: ReactNode;
  headingLevel?: 'h2' | 'h3';
}

/** A project in a list. Its title is the link, and the whole card is the target. */
export function ProjectCard({ project, when, action, why, headingLevel: Heading = 'h3' }: ProjectCardProps) {
  const needs = takesRequests(project) ? needsWords(project) : '';
  return (
    <article
      className={cx(
        cardClass,
        'relative flex flex-col gap-3 p-4 transition-colors sm:p-5 has-[a:hover]:border-control',
      )}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span className="flex min-w-0 gap-2">
          <Chip tone="line">{categoryLabel(project.category)}</Chip>
          <StateChip {...project} />
        </span>
        <span className="tabular inline-flex shrink-0 items-center gap-1.5 text-muted text-sm">
          <span className="sr-only">Members: </span>
          <Seats {...project} />
        </span>
      </div>
      <div>
        <Heading dir="auto" className="-mt-1 line-clamp-2 pt-1 text-left text-md leading-snug">
          {/* The link covers the whole card; actions are stacked above it. */}
          <Link to={`/projects/${project.id}`} className="after:absolute after:inset-0 after:rounded-lg">
            {project.title}
          </Link>
        </Heading>
        <p dir="auto" className="mt-1 line-clamp-2 text-left text-muted text-sm">
          {project.description}
        </p>
      </div>
      {needs !== '' && (
        <p className="line-clamp-2 text-sm">
          <span className="text-muted">Needs:</span> {needs}
        </p>
      )}
      {why}
      <SkillChips skills={project.required_skills} max={projectLimits.cardSkills} label="Required skills" />
      <div className="mt-auto flex min-h-control-sm flex-wrap items-center gap-2.5 pt-1">
        <Avatar id={project.creator_id} name={project.creator_name} size="sm" />
        <p className="min-w-0 flex-1 basis-16 text-sm leading-tight">
          <MemberName
            id={project.creator_id}
            name={project.creator_name}
            isGone={project.creator_gone}
            className={raisedName}
          />
          <span className="text-faint text-xs">{when}</span>
        </p>
        {/* As high as a button, so that the card keeps its height when a state replaces one. */}
        {action && (
          <div className="relative ml-auto flex min-h-control-sm max-w-full shrink-0 items-center">{action}</div>
        )}
      </div>
    </article>
  );
}
