import { useState } from 'react';
import toast from 'react-hot-toast';
import { errorText } from '../../../core/api/errors';
import { leaveProject } from '../../../projects/state/project-pages';
import { Button } from '../../../ui/button/Button';
import { myRequests } from '../../state/requests';

interface LeaveButtonProps {
  projectId: number;
  /** Names the team where several are on screen. */
  label?: string;
}

/** Leaves the team after a confirmation, since it gives up the seat. */
export function LeaveButton({ projectId, label }: LeaveButtonProps) {
  const [asking, setAsking] = useState(false);
  const leave = async () => {
    const answer = await leaveProject(projectId);
    if (answer.ok) await myRequests.load();
    else toast.error(errorText(answer.error, 'Failed to leave the project'));
  };
  if (!asking)
    return (
      <Button size="sm" variant="ghost" onClick={() => setAsking(true)} aria-label={label}>
        Leave
      </Button>
    );
  return (
    <span className="flex gap-1">
      <Button size="sm" variant="danger" onClick={leave}>
        Leave the team
      </Button>
      {/* Last, in the place of Leave, so that a double click changes nothing. */}
      <Button size="sm" autoFocus onClick={() => setAsking(false)}>
        Stay
      </Button>
    </span>
  );
}
