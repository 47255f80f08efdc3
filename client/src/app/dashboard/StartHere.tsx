import { useList } from '../../core/store/list';
import { ButtonLink } from '../../ui/button/ButtonLink';
import { Section } from '../work/Section';
import { recentProjects } from './dashboard-store';

/** Suggests that a new member join a project, or create one. */
export function StartHere() {
  const hasProjects = useList(recentProjects).data?.length !== 0;
  return (
    <Section title="Start here">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4 rounded-lg border border-line bg-surface p-4 sm:p-5">
        <p className="max-w-prose text-pretty">
          {hasProjects
            ? 'Ask to join a project that needs your skills, or create your own.'
            : 'Create a project and let others ask to join.'}
        </p>
        <div className="flex flex-wrap gap-3">
          {hasProjects && (
            <ButtonLink to="/projects" variant="primary">
              Browse projects
            </ButtonLink>
          )}
          <ButtonLink to="/projects/new" variant={hasProjects ? 'secondary' : 'primary'}>
            Create a project
          </ButtonLink>
        </div>
      </div>
    </Section>
  );
}
