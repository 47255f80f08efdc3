import { useProjectWatch } from '../../core/realtime/on-screen';
import { clearPageAddresses } from '../../people/state/member-pages';
import { refreshPage, useProjectPages } from '../../projects/state/project-pages';
import { projects } from '../../projects/state/project-table';
import { incomingInterests, interests } from '../../requests/state/interests';
import { type IsHidden, noteClearing } from '../state/cleared-addresses';

/**
 * Clears hidden addresses, then fetches the screens that showed one, since another team or an approved interest may still show it. Other
 * pages are fetched when they are opened again.
 */
export function clearAddresses(isHidden: IsHidden): void {
  noteClearing();
  const visibleInterests = Object.values(interests.use.getState().byId).filter(
    ({ requester_id, requester_email, status }) => requester_email && isHidden(requester_id, status === 'approved'),
  );
  for (const { id } of visibleInterests) interests.patch(id, { requester_email: '' });
  const createdProjects = Object.values(projects.use.getState().byId).filter(
    ({ creator_id, creator_email }) => creator_email && isHidden(creator_id),
  );
  for (const { id } of createdProjects) projects.patch(id, { creator_email: '' });
  clearPageAddresses(isHidden);

  if (visibleInterests.length > 0) void incomingInterests.load();
  refreshOpen(
    (id) =>
      createdProjects.some((project) => project.id === id) ||
      visibleInterests.some(({ project_id }) => project_id === id),
  );
}

/** Fetches the project on screen again if it may show this member's address again. */
export function fetchAddresses(memberId: number): void {
  const { byId } = interests.use.getState();
  const hasAsked = (id: number) =>
    Object.values(byId).some(({ project_id, requester_id }) => project_id === id && requester_id === memberId);
  refreshOpen((id) => projects.get(id)?.creator_id === memberId || hasAsked(id));
}

function refreshOpen(isAffected: (projectId: number) => boolean): void {
  const { project_id: open } = useProjectWatch.getState();
  // A running fetch repeats itself (`askAfterClearing`).
  if (open === null || !isAffected(open) || useProjectPages.getState().byId[open]?.status === 'loading') return;
  void refreshPage(open);
}
