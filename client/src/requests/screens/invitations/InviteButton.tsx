import { UserPlus } from 'lucide-react';
import { projects } from '../../../projects/state/project-table';
import { Button } from '../../../ui/button/Button';
import { inviteDialog } from '../../state/invite-dialog';

interface InviteButtonProps {
  id: number;
  name: string;
  projectId: number;
}

/** Opens the dialog for a member and an open project. Renders nothing for any other project. */
export function InviteButton({ id, name, projectId }: InviteButtonProps) {
  const isOpen = projects.use(({ byId }) => byId[projectId]?.state === 'open');
  if (!isOpen) return null;
  return (
    <Button
      size="sm"
      variant="ghost"
      onClick={() => inviteDialog.open({ id, name, projectId })}
      aria-label={`Invite ${name}`}
    >
      <UserPlus aria-hidden className="size-4" />
      Invite
    </Button>
  );
}
