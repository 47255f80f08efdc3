import type { MemberProfile, PageProject } from '@sangam/shared/app/member-pages';
import { Link } from 'react-router-dom';
import { answerWords } from '../../projects/screens/parts/answer-words';
import { StateChip } from '../../projects/screens/parts/project-labels';
import { Card } from '../../ui/Card';

/** Facts about a member's work, and their public projects. Renders nothing without any. */
export function MemberFacts({ profile: { answer_record, finished, runs, takes_part_in } }: { profile: MemberProfile }) {
  const facts = [
    ...(answer_record ? [answerWords(answer_record)] : []),
    ...(finished > 0 ? [`Finished ${finished === 1 ? '1 project' : `${finished} projects`}`] : []),
  ];
  if (facts.length + runs.length + takes_part_in.length === 0) return null;
  return (
    <Card className="grid gap-4">
      <h2 className="text-base">Projects</h2>
      {facts.length > 0 && (
        <ul className="grid gap-1 text-muted text-sm">
          {facts.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
      )}
      <ProjectLinks title="Creator of" projects={runs} />
      <ProjectLinks title="Member of" projects={takes_part_in} />
    </Card>
  );
}

function ProjectLinks({ title, projects }: { title: string; projects: readonly PageProject[] }) {
  if (projects.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3 className="font-normal text-muted text-sm">{title}</h3>
      <ul>
        {projects.map((project) => (
          <li key={project.id} className="flex items-center justify-between gap-3">
            <Link
              to={`/projects/${project.id}`}
              className="inline-flex min-w-control-sm items-center py-[calc((var(--control-h-sm)-1.25rem)/2)] font-medium text-sm hover:underline"
            >
              <bdi className="min-w-0 wrap-anywhere">{project.title}</bdi>
            </Link>
            <StateChip state={project.state} />
          </li>
        ))}
      </ul>
    </section>
  );
}
