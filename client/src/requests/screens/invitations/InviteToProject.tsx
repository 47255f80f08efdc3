import { useProjectPages } from '../../../projects/state/project-pages';
import { projects } from '../../../projects/state/project-table';
import { invitations } from '../../state/invitations';
import { requestOf, requests } from '../../state/requests';
import { InviteButton } from './InviteButton';

interface InviteToProjectProps {
  id: number;
  name: string;
  skills: readonly string[];
  projectId: number;
}

/**
 * Opens the invite dialog for a member and a project. Renders nothing if the project isn't open or is hidden, or if the member is in the
 * team, an applicant or an invitee.
 */
export function InviteToProject({ id, name, skills, projectId }: InviteToProjectProps) {
  const isOpen = projects.use(({ byId }) => byId[projectId]?.state === 'open' && !byId[projectId]?.hidden);
  const isInTeam = useProjectPages(({ byId }) => byId[projectId]?.data?.teamIds.includes(id) === true);
  const isApplicant = requests.use((table) => requestOf(id, projectId)(table)?.status === 'pending');
  const isInvited = invitations.use(({ byId }) =>
    Object.values(byId).some(
      (item) => item.project_id === projectId && item.user_id === id && item.status === 'pending',
    ),
  );
  if (!isOpen || isInTeam || isApplicant || isInvited) return null;
  // A ghost button, since it is one of several actions next to an applicant.
  return <InviteButton variant="ghost" invitee={{ id, name, skills, projectId }} />;
}
