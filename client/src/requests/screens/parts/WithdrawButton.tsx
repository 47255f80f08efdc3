import toast from 'react-hot-toast';
import { errorText, isConflict, type Result } from '../../../core/api/errors';
import { loadProject } from '../../../projects/state/project-pages';
import { Button } from '../../../ui/button/Button';
import { withdrawInterest } from '../../state/interests';
import { withdrawJoinRequest } from '../../state/requests';

interface WithdrawProps {
  id: number;
  projectId: number;
  /** Names the request where several are on screen. */
  label?: string;
}

/** Withdraws a pending join request. */
export const WithdrawRequest = (props: WithdrawProps) => (
  <WithdrawButton {...props} withdraw={withdrawJoinRequest} failed="Failed to withdraw join request" />
);

/** Withdraws a pending interest. */
export const WithdrawInterest = (props: WithdrawProps) => (
  <WithdrawButton {...props} withdraw={withdrawInterest} failed="Failed to withdraw interest" />
);

interface WithdrawButtonProps extends WithdrawProps {
  withdraw: (id: number) => Promise<Result<unknown>>;
  failed: string;
}

function WithdrawButton({ id, projectId, label, withdraw, failed }: WithdrawButtonProps) {
  const press = async () => {
    const answer = await withdraw(id);
    if (answer.ok) return;
    toast.error(errorText(answer.error, failed));
    if (isConflict(answer.error)) await loadProject(projectId);
  };
  return (
    <Button size="sm" variant="ghost" onClick={press} aria-label={label}>
      Withdraw
    </Button>
  );
}
