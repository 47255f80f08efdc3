import { CalendarClock } from 'lucide-react';
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { SkillChips } from '../../../people/screens/SkillChips';
import { Chip } from '../../../ui/Chip';
import { TimeAgo } from '../../../ui/TimeAgo';
import type { ProjectEntity } from '../../state/project-table';
import { categoryLabel, Seats, StateChip } from '../parts/project-labels';

/** Says how many of the seats that aren't taken are held by seat offers. Without it, Join the waitlist would contradict 3/4 members. */
const offeredWords = (seats: number): string =>
  seats === 0 ? '' : `, ${seats === 1 ? '1 seat' : `${seats} seats`} offered`;

/** The project's main facts, and its title with actions next to it, or below it where the title would have too little room. */
export function ProjectHeader({ project, children }: { project: ProjectEntity; children?: ReactNode }) {
  return (
    <header className="min-w-0">
      <p className="flex flex-wrap items-center gap-x-4 gap-y-2 text-muted text-sm">
        <Chip tone="line">{categoryLabel(project.category)}</Chip>
        <StateChip {...project} />
        <span className="tabular inline-flex items-center gap-1.5">
          <Seats {...project} /> {`members${offeredWords(project.offered_seats)}`}
        </span>
        {project.timeline && (
          <span className="inline-flex min-w-0 gap-1.5">
            <CalendarClock aria-hidden className="mt-0.5 size-4 shrink-0" />
            <span className="min-w-0">{project.timeline}</span>
          </span>
        )}
        {/* As wide as its longest text, so that it wraps at once or never. */}
        <span className="min-w-36">
          Posted <TimeAgo time={project.created_at} className="in-sentence" />
        </span>
      </p>
      {/* A line of its own: within the facts, it would push them apart. */}
      {project.hidden && <p className="mt-2 text-muted text-sm">Only its team sees this project.</p>}
      <div className="mt-3 flex flex-wrap items-start justify-between gap-3">
        <h1 dir="auto" className="min-w-0 grow basis-56 text-left text-2xl">
          {project.title}
        </h1>
        {/* As high as the title's first line. */}
        <div className="-my-1 flex items-center gap-1 empty:hidden">{children}</div>
      </div>
    </header>
  );
}

/** The skills that the project names. */
export function SkillsNeeded({ project }: { project: ProjectEntity }) {
  return (
    <section className="min-w-0">
      <h2 className="text-lg">Skills needed</h2>
      <div className="mt-3">
        {project.required_skills.length > 0 ? (
          <SkillChips skills={project.required_skills} label="Skills needed" />
        ) : (
          <p className="text-muted text-sm">No specific skills required.</p>
        )}
      </div>
    </section>
  );
}

const PlainText = ({ text }: { text: string }) => text;

// Link detection is a quarter of this page's code, so the plain text shows first, and stays if the code can't be
// loaded.
const LinkedText = lazy<ComponentType<{ text: string }>>(() =>
  import('../../../ui/LinkedText').then(
    ({ LinkedText }) => ({ default: LinkedText }),
    () => ({ default: PlainText }),
  ),
);

/** A project's description, with links. No wider than its text, so that a short right-to-left one begins where its title does. */
export function ProjectDescription({ project: { description: text } }: { project: ProjectEntity }) {
  return (
    <p dir="auto" className="wrap-anywhere w-fit max-w-prose whitespace-pre-line text-md">
      <Suspense fallback={<span>{text}</span>}>
        <LinkedText text={text} />
      </Suspense>
    </p>
  );
}
