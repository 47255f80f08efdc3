import { useShallow } from 'zustand/shallow';
import { ProjectCard } from '../../projects/screens/parts/ProjectCard';
import { projects } from '../../projects/state/project-table';
import { useSuited } from '../../projects/state/suited-projects';
import { JoinButton } from '../../requests/screens/join/JoinButton';
import { TimeAgo } from '../../ui/TimeAgo';
import { Section } from './Section';

/** The ids of the projects that `FitsSkills` shows, so that no other part repeats them. */
export const useFitting = (): readonly number[] =>
  useSuited(
    useShallow(({ data }) => (data ?? []).filter(({ suited_by }) => suited_by === 'skills').map(({ id }) => id)),
  );

/** Open projects that need the member's skills. */
export function FitsSkills() {
  const ids = useFitting();
  const byId = projects.use((state) => state.byId);
  const found = ids.flatMap((id) => byId[id] ?? []).filter(({ state }) => state === 'open');
  if (found.length === 0) return null;
  return (
    <Section title="Fits your skills">
      <ul className="grid gap-3 sm:grid-cols-2">
        {found.map((project) => (
          <li key={project.id} className="grid min-w-0">
            <ProjectCard
              project={project}
              when={<TimeAgo time={project.created_at} />}
              action={<JoinButton project={project} />}
            />
          </li>
        ))}
      </ul>
    </Section>
  );
}
