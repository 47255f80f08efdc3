import { clearPageAddresses } from '../../people/state/member-pages';
import { refreshPage } from '../../projects/state/project-pages';
import { projects } from '../../projects/state/project-table';
import { incomingInterests, interests } from '../../requests/state/interests';

/** Clears these members' addresses, then fetches what showed one: another team or an approved interest may still show it. */
export function clearAddresses(isHidden: (memberId: number) => boolean): void {
  const asked = Object.values(interests.use.getState().byId).filter(
    ({ requester_id, requester_email }) => requester_email && isHidden(requester_id),
  );
  for (const { id } of asked) interests.patch(id, { requester_email: '' });
  const run = Object.values(projects.use.getState().byId).filter(
    ({ creator_id, creator_email }) => creator_email && isHidden(creator_id),
  );
  for (const { id } of run) projects.patch(id, { creator_email: '' });
  clearPageAddresses(isHidden);

  if (asked.length > 0) void incomingInterests.load();
  const pages = [...asked.map(({ project_id }) => project_id), ...run.map(({ id }) => id)];
  for (const id of new Set(pages)) void refreshPage(id);
}

/** Fetches the projects' pages on which the server may show this member's address again. */
export function fetchAddresses(memberId: number): void {
  const asked = Object.values(interests.use.getState().byId).filter(({ requester_id }) => requester_id === memberId);
  const run = Object.values(projects.use.getState().byId).filter(({ creator_id }) => creator_id === memberId);
  const pages = [...asked.map(({ project_id }) => project_id), ...run.map(({ id }) => id)];
  for (const id of new Set(pages)) void refreshPage(id);
}
