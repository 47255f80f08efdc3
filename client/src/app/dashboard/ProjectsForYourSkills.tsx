import { isolate } from '@sangam/shared/core/isolate';
import { X } from 'lucide-react';
import type { RefObject } from 'react';
import toast from 'react-hot-toast/headless';
import { useShallow } from 'zustand/shallow';
import { actFailureText } from '../../core/api/errors';
import { useSession } from '../../core/session/session';
import { type StillRow, useStillRows } from '../../lib/hooks/use-still-rows';
import { WhyItFits } from '../../people/screens/WhyItFits';
import { ProjectItem } from '../../projects/screens/parts/ProjectItem';
import { projects } from '../../projects/state/project-table';
import { dismissProject, type Suited, useSuited } from '../../projects/state/suited-projects';
import { JoinButton } from '../../requests/screens/join/JoinButton';
import { requests } from '../../requests/state/requests';
import { OnlineIconButton } from '../../ui/button/IconButton';
import { Section } from '../work/Section';

/** Ids of projects where the member has a seat or has asked for one, which are no longer suggested. */
const useAskedProjects = (): readonly number[] => {
  const me = useSession(({ user }) => user?.id);
  return requests.use(
    useShallow(({ byId }) =>
      Object.values(byId)
        .filter(({ user_id, status }) => user_id === me && (status === 'pending' || status === 'accepted'))
        .map(({ project_id }) => project_id),
    ),
  );
};

type SuggestedRow = StillRow<Suited>;
type ListRef = RefObject<HTMLUListElement | null>;

/**
 * Returns the rows of `ProjectsForYourSkills`: open projects that need the member's skills. After the member has asked to join one, its row disappears
 * once the reader rests outside `list`.
 */
export function useProjectsForSkills(list: ListRef): readonly SuggestedRow[] {
  const suited = useSuited(useShallow(({ data }) => (data ?? []).filter(({ suited_by }) => suited_by === 'skills')));
  const byId = projects.use((state) => state.byId);
  const askedIds = useAskedProjects();
  const found = suited.filter(({ id }) => byId[id]?.state === 'open' && !askedIds.includes(id));
  return useStillRows(found, list);
}

/** Suggests projects, with why they fit. */
export function ProjectsForYourSkills({ rows, list }: { rows: readonly SuggestedRow[]; list: ListRef }) {
  if (rows.length === 0) return null;
  const dismiss = async (id: number) => {
    const error = await dismissProject(id);
    if (error) toast.error(actFailureText(error, 'Couldn’t save this'));
  };
  return (
    <Section title="Projects that fit your skills">
      <ul ref={list} className="grid gap-3 sm:grid-cols-2 sm:*:last:odd:col-span-2">
        {rows.map(({ item: { id, covers, about_hours }, isGone }) => (
          <ProjectItem
            key={id}
            id={id}
            why={<WhyItFits fit={{ has: covers, about_hours }} subject="You have" />}
            action={(project) => (
              <span className="flex items-center gap-1">
                <JoinButton project={project} />
                {!isGone && (
                  <OnlineIconButton
                    icon={X}
                    label={`Don’t suggest ${isolate(project.title)} again`}
                    onClick={() => dismiss(id)}
                  />
                )}
              </span>
            )}
          />
        ))}
      </ul>
    </Section>
  );
}
