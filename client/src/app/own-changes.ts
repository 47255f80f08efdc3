import { useEffect, useRef } from 'react';
import { currentUserId } from '../core/session/session';
import type { List } from '../core/store/list';
import { isCreator } from '../projects/state/creator';
import { onProjectDropped } from '../projects/state/project-changes';
import { type ProjectEntity, projects } from '../projects/state/project-table';
import { incomingInterests, interests } from '../requests/state/interests';
import { incomingRequests, myRequests } from '../requests/state/requests';
import { followList, gatherCalls } from './follow-lists';

interface Decidable {
  id: number;
  status: string;
  place?: number;
  offered_until?: string;
}
const statuses = (list: List<Decidable>): string | null =>
  list
    .items()
    // Joining the waitlist and getting a seat offer are activities; moving up the waitlist is not.
    ?.map(({ id, status, place, offered_until }) => `${id} ${status} ${place !== undefined} ${offered_until}`)
    .join() ?? null;

/** A changed project, or a deleted or hidden one, which has no title. */
type Named = Pick<ProjectEntity, 'id'> & Partial<Pick<ProjectEntity, 'title'>>;

const noOthers = () => false;

/**
 * Calls `run` soon after requests, interest or the member's own projects have changed, even on another device. `isShown` says which other
 * projects' changes count.
 */
export function useOwnChanges(run: () => void, isShown: (project: Named) => boolean = noOthers): void {
  const latest = useRef({ run, isShown });
  latest.current = { run, isShown };
  useEffect(() => {
    const { soon, stop } = gatherCalls(() => latest.current.run());
    const follow = (list: List<Decidable>) => followList(list, statuses, soon);
    const stops = [
      follow(incomingRequests),
      follow(myRequests),
      follow(incomingInterests),
      interests.onChange((interest) => interest.requester_id === currentUserId() && soon()),
      projects.onChange((project) => (isCreator(project) || latest.current.isShown(project)) && soon()),
      onProjectDropped((project) => (isCreator(project) || latest.current.isShown({ id: project.id })) && soon()),
    ];
    return () => {
      stop();
      for (const each of stops) each();
    };
  }, []);
}
