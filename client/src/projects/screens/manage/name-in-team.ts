import { isolate } from '@sangam/shared/core/isolate';
import { useProjectPages } from '../../state/project-pages';

/** Returns a function that names a member of the team, with the email address if another member has the same name. */
export function useNameInTeam(projectId: number): (member: { id: number; name: string }) => string {
  const emails = useProjectPages(({ byId }) => byId[projectId]?.data?.teamEmails);
  return ({ id, name }) => (emails?.[id] === undefined ? name : `${isolate(name)} (${emails[id]})`);
}
