import type { SuggestedPeople } from '@sangam/shared/app/find-people';
import { useEffect, useState } from 'react';
import { loadSuggestedPeople, useShownSuggestions } from '../../people/state/suggested-people';
import { onProjectDropped } from '../../projects/state/project-changes';
import { projects, useProject } from '../../projects/state/project-table';
import { PeopleWhoFit } from '../people/PeopleWhoFit';
import { Section, SectionLink } from '../work/Section';
import { seeksMembers } from './seeks-members';

/**
 * Returns the project that the server chose, in its current state. Once it no longer seeks members, returns null and has the server choose
 * again. A project that isn't loaded stays as it was when chosen.
 */
function useChosenProject(chosen: SuggestedPeople['project']): SuggestedPeople['project'] {
  const chosenId = chosen?.id ?? 0;
  const project = useProject(chosenId);
  const [droppedId, setDropped] = useState<number | null>(null);
  useEffect(() => {
    const chooseAgain = (id: number) => {
      if (id === chosenId) void loadSuggestedPeople(null);
    };
    const stops = [
      projects.onChange((changed) => seeksMembers(changed) || chooseAgain(changed.id)),
      onProjectDropped(({ id }) => {
        setDropped(id);
        chooseAgain(id);
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [chosenId]);
  if (!project) return chosenId === droppedId ? null : chosen;
  return seeksMembers(project) ? project : null;
}

/** Members who fit the reader's project. */
export function PeopleForYourProject() {
  const { data } = useShownSuggestions(null);
  const project = useChosenProject(data?.project ?? null);
  if (!data || !project) return null;
  const { id, title } = project;
  return (
    <Section
      title="People who fit your project"
      aside={
        <SectionLink to={`/projects/${id}`}>
          <bdi className="truncate">{title}</bdi>
        </SectionLink>
      }
    >
      <PeopleWhoFit key={id} projectId={id} members={data.members} />
    </Section>
  );
}
