import { useEffect, useId, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { useShownSuggestions } from '../../people/state/suggested-people';
import { TO_PEOPLE_WHO_FIT } from '../../projects/state/project-pages';
import { PeopleWhoFit } from './PeopleWhoFit';

/** On the page of the reader's own project: members who fit it. Renders nothing without any. */
export function PeopleForProject({ projectId }: { projectId: number }) {
  const { data } = useShownSuggestions(projectId);
  const id = useId();
  const place = useRef<HTMLElement>(null);
  const isAsked = useLocation().state === TO_PEOPLE_WHO_FIT;
  const isShown = data?.project?.id === projectId;
  useEffect(() => {
    if (isAsked && isShown) place.current?.scrollIntoView({ block: 'center' });
  }, [isAsked, isShown]);
  if (data?.project?.id !== projectId) return null;
  return (
    <section ref={place} aria-labelledby={id} className="grid min-w-0 gap-3">
      <h2 id={id} className="text-lg">
        People who fit
      </h2>
      <PeopleWhoFit projectId={projectId} members={data.members} />
    </section>
  );
}
