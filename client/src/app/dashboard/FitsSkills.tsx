import { X } from 'lucide-react';
import toast from 'react-hot-toast/headless';
import { useShallow } from 'zustand/shallow';
import { WhyItFits } from '../../people/screens/WhyItFits';
import { ProjectCard } from '../../projects/screens/parts/ProjectCard';
import { projects } from '../../projects/state/project-table';
import { dismissProject, useSuited } from '../../projects/state/suited-projects';
import { JoinButton } from '../../requests/screens/join/JoinButton';
import { IconButton } from '../../ui/button/IconButton';
import { TimeAgo } from '../../ui/TimeAgo';
import { Section } from './Section';

const useFound = () =>
  useSuited(useShallow(({ data }) => (data ?? []).filter(({ suited_by }) => suited_by === 'skills')));

/** The ids of the projects that `FitsSkills` shows, so that no other part repeats them. */
export const useFitting = (): readonly number[] =>
  useSuited(
    useShallow(({ data }) => (data ?? []).filter(({ suited_by }) => suited_by === 'skills').map(({ id }) => id)),
  );

/** Open projects that need the member's skills. */
export function FitsSkills() {
  const suited = useFound();
  const byId = projects.use((state) => state.byId);
  const found = suited.flatMap(({ id, covers, about_hours }) => {
    const project = byId[id];
    return project?.state === 'open' ? [{ project, fit: { has: covers, about_hours } }] : [];
  });
  if (found.length === 0) return null;
  const dismiss = async (id: number) => {
    if (!(await dismissProject(id))) toast.error('Couldn’t save this. Check your connection and try again.');
  };
  return (
    <Section title="Fits your skills">
      <ul className="grid gap-3 sm:grid-cols-2">
        {found.map(({ project, fit }) => (
          <li key={project.id} className="grid min-w-0">
            <ProjectCard
              project={project}
              when={<TimeAgo time={project.created_at} />}
              why={<WhyItFits fit={fit} subject="You have" />}
              action={
                <span className="flex items-center gap-1">
                  <JoinButton project={project} />
                  <IconButton
                    icon={X}
                    label={`Don’t suggest ${project.title} again`}
                    onClick={() => dismiss(project.id)}
                  />
                </span>
              }
            />
          </li>
        ))}
      </ul>
    </Section>
  );
}
