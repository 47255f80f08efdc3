import { UserPlus } from 'lucide-react';
import { useProjectPages } from '../../../projects/state/project-pages';
import { projects } from '../../../projects/state/project-table';
import { OnlineButton } from '../../../ui/button/OnlineButton';
import { invitations } from '../../state/invitations';
import { inviteDialog } from '../../state/invite-dialog';
import { requestOf, requests } from '../../state/requests';

interface InviteButtonProps {
  id: number;
  name: string;
  projectId: number;
}

/** Opens the dialog for a member and an open project. Renders nothing for any other project, a team member, an applicant or an invitee. */
export function InviteButton({ id, name, projectId }: InviteButtonProps) {
  const isOpen = projects.use(({ byId }) => byId[projectId]?.state === 'open');
  const isInTeam = useProjectPages(({ byId }) => byId[projectId]?.data?.teamIds.includes(id) === true);
  const isApplicant = requests.use((table) => requestOf(id, projectId)(table)?.status === 'pending');
  const isInvited = invitations.use(({ byId }) =>
    Object.values(byId).some(
      (item) => item.project_id === projectId && item.user_id === id && item.status === 'pending',
    ),
  );
  if (!isOpen || isInTeam || isApplicant || isInvited) return null;
  return (
    <OnlineButton
      size="sm"
      variant="ghost"
      onClick={() => inviteDialog.open({ id, name, projectId })}
      aria-label={`Invite ${name}`}
    >
      <UserPlus aria-hidden className="size-4" />
      Invite
    </OnlineButton>
  );
}
