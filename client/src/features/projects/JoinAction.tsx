import type { Project } from '@sangam/shared/contract/projects';
import toast from 'react-hot-toast';
import { errorText } from '../../api/errors';
import { intentLink } from '../../lib/intent-link';
import { useMyRequest } from '../../stores/entities/requests';
import { createJoinRequest } from '../../stores/requests';
import { useSession } from '../../stores/session';
import { Button } from '../../ui/Button';
import { Chip } from '../../ui/Chip';
import { toastSignIn } from '../../ui/sign-in-toast';

/** Join, or where the member stands already. Nothing on one's own project. */
export function JoinAction({ project }: { project: Project }) {
  const userId = useSession((state) => state.user?.id ?? null);
  const status = useMyRequest(project.id)?.status;
  if (userId === project.creator_id) return null;
  if (status === 'pending') return <Chip tone="line">Requested</Chip>;
  if (status === 'accepted') return <Chip tone="line">Member</Chip>;
  if (project.current_members >= project.max_members) return <Chip tone="line">Full</Chip>;

  const join = async () => {
    if (userId === null) {
      toastSignIn('Please log in to join projects', intentLink(project.id, 'join'));
      return;
    }
    const answer = await createJoinRequest(project.id);
    if (answer.ok) toast.success('Join request sent successfully!');
    else toast.error(errorText(answer.error, 'Failed to send join request'));
  };
  return (
    <Button size="sm" onClick={join} aria-label={`Join ${project.title}`}>
      Join
    </Button>
  );
}
