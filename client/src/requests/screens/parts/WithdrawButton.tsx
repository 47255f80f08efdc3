import toast from 'react-hot-toast';
import { errorText, isConflict } from '../../../core/api/errors';
import { loadProject } from '../../../projects/state/project-pages';
import { Button } from '../../../ui/button/Button';
import { withdrawJoinRequest } from '../../state/requests';

interface WithdrawButtonProps {
  requestId: number;
  projectId: number;
  /** Names the request where several are on screen. */
  label?: string;
}

/** Withdraws a pending join request. */
export function WithdrawButton({ requestId, projectId, label }: WithdrawButtonProps) {
  const withdraw = async () => {
    const answer = await withdrawJoinRequest(requestId);
    if (answer.ok) return;
    toast.error(errorText(answer.error, 'Failed to withdraw join request'));
    if (isConflict(answer.error)) await loadProject(projectId);
  };
  return (
    <Button size="sm" variant="ghost" onClick={withdraw} aria-label={label}>
      Withdraw
    </Button>
  );
}
