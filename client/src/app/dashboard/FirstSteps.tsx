import { useList } from '../../core/store/list';
import { myRequests } from '../../requests/state/requests';
import { ButtonLink } from '../../ui/button/ButtonLink';
import { useDashboard } from './dashboard-store';
import { Section } from './Section';

/** What to do first, for who has neither a project, nor a team, nor a request. */
export function FirstSteps() {
  const stats = useDashboard((state) => state.stats.data);
  const requests = useList(myRequests).data;
  const isNew = stats?.totalProjects === 0 && stats.activeCollaborations === 0 && requests?.length === 0;
  if (!isNew) return null;
  return (
    <Section title="Start here">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4 rounded-lg border border-line bg-surface p-4 sm:p-5">
        <p className="max-w-prose">
          Ask to join a project that needs your skills: press Join on one of the recent projects, or look through all of
          them. Or post your own, and let others ask you.
        </p>
        <div className="flex flex-wrap gap-3">
          <ButtonLink to="/projects" variant="primary">
            Find a project
          </ButtonLink>
          <ButtonLink to="/projects/new">Post a project</ButtonLink>
        </div>
      </div>
    </Section>
  );
}
